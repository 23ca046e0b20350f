import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BenchRow } from '../bench-row.js';
import { quantile } from '../quantile.js';
import { startBrowser } from './bench-browser.js';
import { FRAMES_FOLDER, frameNames, INPUT, makeFrames } from './bench-frames.js';
import { ensureBuilt } from './built-app.js';

export const FIRST_ANSWER = 'first-answer';
const OPENINGS = 5;
/** Without a setup, s. */
const LIMIT_S = 5;
const WAIT_MS = 180_000;

/** From opening the app until its first ship is placed: engines cached, the camera running, no setup known. */
export async function firstAnswerRows(openings = OPENINGS): Promise<readonly BenchRow[]> {
  await ensureBuilt();
  await makeFrames();
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-bench-'));
  const clip = join(folder, 'table.mjpeg');
  await writeFile(clip, Buffer.concat(await Promise.all(frameNames('plain').map((name) => readFile(join(FRAMES_FOLDER, name))))));
  const server = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'serve', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const browser = await startBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${clip}`,
  ]);
  try {
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
    const { url } = JSON.parse(line) as { url: string };
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const seconds: number[] = [];
    for (let opening = 0; opening <= openings; opening++) {
      const page = await context.newPage();
      const from = performance.now();
      await page.goto(`${url}?camera=device`, { timeout: WAIT_MS });
      await page.locator('hm-map [data-ship]').first().waitFor({ timeout: WAIT_MS });
      // The first opening fills the cache.
      if (opening > 0) seconds.push((performance.now() - from) / 1000);
      await page.close();
    }
    const ours = quantile(seconds, 0.5);
    return [
      {
        id: FIRST_ANSWER,
        what: 'page opened until ships are placed, engines cached, no setup known',
        ours,
        oursP95: quantile(seconds, 0.95),
        peer: LIMIT_S,
        peerName: 'limit',
        unit: 's',
        ratio: ours / LIMIT_S,
        input: `${INPUT} before Chromium ${browser.version()}’s fake camera, median of ${seconds.length}`,
      },
    ];
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}
