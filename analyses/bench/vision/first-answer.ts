import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BrowserContext, Page } from 'playwright-core';
import { loadEngines } from '../../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../../src/cli/inputs/read-picture.js';
import { setupFile } from '../../../src/table/setup/setup-file.js';
import { measureFrame } from '../../../src/vision/frame/measure-frame.js';
import { quantile } from '../../accuracy/quantile.js';
import type { BenchRow } from '../bench-row.js';
import { startBrowser } from './bench-browser.js';
import { FRAMES_FOLDER, frameNames, INPUT, makeFrames } from './bench-frames.js';
import { ensureBuilt } from './built-app.js';

const WITHOUT_SETUP = 'first-answer';
const WITH_SETUP = 'first-answer-with-setup';
export const FIRST_ANSWERS = [WITHOUT_SETUP, WITH_SETUP] as const;

const OPENINGS = 5;
/** How long the first answer may take, s. */
const LIMIT_S = { [WITHOUT_SETUP]: 5, [WITH_SETUP]: 2.5 };
const WAIT_MS = 180_000;

/** From opening the app until its first ship is placed: engines cached, the camera running; without a setup and with one. */
export async function firstAnswerRows(isWanted: (id: string) => boolean, openings = OPENINGS): Promise<readonly BenchRow[]> {
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
    const input = `${INPUT} before Chromium ${browser.version()}’s fake camera, median of ${openings}`;
    // The first opening fills the cache.
    await openingS(context, url, keepNothing);
    const rows: BenchRow[] = [];
    if (isWanted(WITHOUT_SETUP)) {
      rows.push(rowOf(WITHOUT_SETUP, 'no setup known', await openingsS(context, url, openings), input));
    }
    if (isWanted(WITH_SETUP)) {
      const setup = await setupOfTable();
      await openingS(context, url, (page) => keepAsCameras(page, setup));
      rows.push(rowOf(WITH_SETUP, 'setup known', await openingsS(context, url, openings), input));
    }
    return rows;
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

const keepNothing = async () => {};

async function openingsS(context: BrowserContext, url: string, openings: number): Promise<number[]> {
  const seconds: number[] = [];
  for (let opening = 0; opening < openings; opening++) seconds.push(await openingS(context, url, keepNothing));
  return seconds;
}

/** Opens the app before the camera until ships are placed; `then` may do something with the page before it is closed. */
async function openingS(context: BrowserContext, url: string, then: (page: Page) => Promise<void>): Promise<number> {
  const page = await context.newPage();
  const from = performance.now();
  await page.goto(`${url}?camera=device`, { timeout: WAIT_MS });
  await page.locator('hm-map [data-ship]').first().waitFor({ timeout: WAIT_MS });
  const seconds = (performance.now() - from) / 1000;
  await then(page);
  await page.close();
  return seconds;
}

/** What one picture of the table leaves to the next visit, as the app keeps it. */
async function setupOfTable(): Promise<unknown> {
  const picture = await readPicture(join(FRAMES_FOLDER, frameNames('plain')[0]!));
  const { result } = await measureFrame(await loadEngines(), picture, {});
  if (!result.setup) throw new Error('The bench’s table gave no setup, expected one from a picture that shows the whole mat.');
  return setupFile(result.setup);
}

/** Keeps a setup for the camera that runs in a page, and reopens the page to see that it is known there. Throws when it is not. */
async function keepAsCameras(page: Page, setup: unknown): Promise<void> {
  await page
    .locator('hm-stage video')
    .first()
    .evaluate((video: HTMLVideoElement, kept) => {
      const cameraId = (video.srcObject as MediaStream).getVideoTracks()[0]!.getSettings().deviceId;
      const camera = { cameraId, widthPx: video.videoWidth, heightPx: video.videoHeight, isMirrored: false, setups: [kept] };
      localStorage.setItem('hashmark-cameras', JSON.stringify({ opened: { lastId: cameraId, names: [] }, cameras: [camera] }));
    }, setup);
  await page.reload({ timeout: WAIT_MS });
  await page.locator('hm-setup-chip .long').getByText('This table is known').waitFor({ timeout: WAIT_MS });
}

function rowOf(id: (typeof FIRST_ANSWERS)[number], isKnown: string, seconds: readonly number[], input: string): BenchRow {
  const ours = quantile(seconds, 0.5);
  const limit = LIMIT_S[id];
  return {
    id,
    what: `page opened until ships are placed, engines cached, ${isKnown}`,
    ours,
    oursP95: quantile(seconds, 0.95),
    peer: limit,
    peerName: 'limit',
    unit: 's',
    ratio: ours / limit,
    input,
  };
}
