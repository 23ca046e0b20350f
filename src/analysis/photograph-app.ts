/**
 * Takes the README’s picture: serves the app as it was built just now, opens the simulated table in Chromium, chooses two ships and photographs the page.
 *
 *   npm run photograph
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';

const PICTURE = fileURLToPath(new URL('../../docs/app.png', import.meta.url));
const SEED = 1;

const server = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'serve', '--port', '0', '--json'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${await addressOf(server)}?camera=simulated&seed=${SEED}`);
  await chooseTwoShips(page);
  await page.screenshot({ path: PICTURE });
  process.stdout.write(`${PICTURE}\n`);
} finally {
  await browser.close();
  server.kill('SIGTERM');
}

async function addressOf(child: ChildProcess): Promise<string> {
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  return (JSON.parse(line) as { url: string }).url;
}

async function chooseTwoShips(page: Page): Promise<void> {
  const ships = page.locator('hm-map [data-ship]');
  await ships.nth(1).waitFor({ timeout: 150_000 });
  const ids = await ships.evaluateAll((all) => all.map((one) => one.getAttribute('data-ship')));
  for (const id of ids.slice(0, 2)) await page.locator(`hm-map [data-ship="${id}"]`).press('Enter');
  await page.locator('hm-answer .headline').waitFor();
}
