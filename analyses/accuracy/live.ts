/**
 * Plays a phone in a hand to the built app in Chromium, and prints how long the answer stood, how soon a moved ship was doubted, and how exactly the overlay
 * lay on the picture: a still table, walked up to, seen from around, out of view for a moment, and then a ship carried elsewhere.
 *
 *   npm run analyse -- live [--seed 71001 --seed 71004 --seed 71008] [--clips DIR] [--per-second 10] [--shots DIR] [--log FILE] [--write]
 *
 * Frames are drawn from the seed and kept in --clips; --log prints all that happened, with its times. The app is taken as it is built: `npm run build` first.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { pixelFromTable } from '../../src/geometry/camera.js';
import { withServedApp } from '../screens/served-browser.js';
import { writeSection } from './accuracy-section.js';
import { writeCameraClip } from './live/camera-clip.js';
import { clipLog, clipReport, liveSection } from './live/clip-report.js';
import { type HandClip, handClip } from './live/hand-clip.js';
import { makeClip } from './live/make-clip.js';
import { type PlayedClip, playClip, prepareClip } from './live/play-clip.js';

/** A loaded machine takes its time for the first look, ms. */
const LONGEST_WAIT_MS = 300_000;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', multiple: true, default: ['71001', '71004', '71008'] },
    write: { type: 'boolean', default: false },
    clips: { type: 'string', default: join(tmpdir(), 'hashmark-clips') },
    'per-second': { type: 'string', default: '10' },
    shots: { type: 'string' },
    log: { type: 'string' },
  },
});
const [seeds, perSecond] = [values.seed.map(Number), Number(values['per-second'])];
if (!seeds.every(Number.isInteger) || !(perSecond > 0)) throw new Error(`Got ${JSON.stringify(values)}, expected --seed N --per-second N`);

const all: { readonly clip: HandClip; readonly played: PlayedClip }[] = [];
for (const seed of seeds) {
  const clip = handClip(seed);
  const paths = await makeClip(clip, join(values.clips, `hand-${seed}`));
  // A hand does not wait for the first look: the camera goes about the table until an answer stands.
  const heldFrames = clip.frames.findIndex(({ isMoved }) => isMoved);
  const cameraClip = await writeCameraClip(paths, { file: join(values.clips, `hand-${seed}.y4m`), heldFrames, perSecond });
  const work = async (browser: Browser, url: string) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.on('pageerror', (error) => process.stderr.write(`page: ${error.message}\n`));
    await prepareClip(page, cameraClip);
    await page.goto(`${url}?camera=device`, { timeout: 120_000 });
    const shots = values.shots && takeShots(page, join(values.shots, `${seed}`));
    const asked = clip.frames.map(({ camera }) =>
      clip.asked.map((id) => {
        const { x, y } = clip.table.ships.find((ship) => ship.id === id)!;
        return pixelFromTable(camera, { x, y, z: 0 })!;
      }),
    );
    const played = await playClip(page, { frames: paths.length, perSecond, asked, longestWaitMs: LONGEST_WAIT_MS });
    if (shots) shots.stop();
    process.stdout.write(clipReport(clip, played));
    if (values.log) await writeFile(values.log, clipLog(clip, played), { flag: seed === seeds[0] ? 'w' : 'a' });
    all.push({ clip, played });
  };
  await withServedApp(work, [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${cameraClip.file}`,
  ]);
  await rm(cameraClip.file);
}
const section = liveSection(all);
if (values.write) await writeSection(section, 'live');

/** A picture of the page every few seconds. */
function takeShots(page: import('playwright-core').Page, folder: string): { stop(): void } {
  let count = 0;
  const made = mkdir(folder, { recursive: true });
  const timer = setInterval(
    () =>
      void made.then(() => page.screenshot({ path: join(folder, `shot-${String(count++).padStart(3, '0')}.png`) })).catch(() => undefined),
    4000,
  );
  return { stop: () => clearInterval(timer) };
}
