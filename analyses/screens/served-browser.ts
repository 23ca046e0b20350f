import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Browser, chromium } from 'playwright-core';

/**
 * Serves the app as it was built just now, opens Chromium, and ends both after the work, also where that fails. WebGL is drawn in software, the page itself
 * without it: Debian's Chromium asks for that, and each frame then takes a second and more.
 */
export async function withServedApp(
  work: (browser: Browser, url: string) => Promise<void>,
  switches: readonly string[] = [],
): Promise<void> {
  const server = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'serve', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-rasterization', ...switches],
  });
  try {
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
    await work(browser, (JSON.parse(line) as { url: string }).url);
  } finally {
    await browser.close();
    server.kill('SIGTERM');
  }
}
