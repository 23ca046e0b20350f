/**
 * Counts the taps and the seconds from opening the page to a verdict about two ships, at each of the three ways in, on a phone held upright, and the taps of
 * everything else that people do, on a laptop and a phone. The seconds are the machine's alone: a person adds the time to choose.
 *
 *   npm run analyse -- first-verdict [-- --write]
 *
 * --write prints the table into docs/guide/first-verdict.md. Engines come from the local server and are not cached.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { chooseShips } from '../screens/choose-ships.js';
import { withServedApp } from '../screens/served-browser.js';
import { type CountedTask, countTaps } from './taps/count-taps.js';
import { handOn, onPage } from './taps/hand.js';

const PHOTO = fileURLToPath(new URL('../../test-fixtures/tables/test-000002.jpg', import.meta.url));
const DOCUMENT = fileURLToPath(new URL('../../docs/guide/first-verdict.md', import.meta.url));
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true } as const;
/** A slow machine takes its time for the first look, ms. */
const WAIT_MS = 90_000;
/** The clip of the fake camera shows one photo this many times, each with noise of its own: a camera that sends the same picture twice is frozen. */
const CLIP_FRAMES = 10;
/** Standard deviation of the noise, grey levels. */
const NOISE = 3;

/** How a headline that answers begins. */
const VERDICT = /^\s*(Range|Beyond|Too close|Touching)/i;

interface FirstVerdict {
  readonly way: string;
  /** Undefined: none came. */
  readonly found: { readonly taps: number; readonly shipsS: number; readonly verdictS: number; readonly verdict: string } | undefined;
}

const WAYS: Readonly<Record<string, (page: Page) => Promise<number>>> = {
  'simulated table': async (page) => {
    await page.locator('hm-start .choice').nth(2).tap();
    return 1;
  },
  camera: async (page) => {
    await page.locator('hm-start .choice').nth(0).tap();
    return 1;
  },
  photo: async (page) => {
    const chooser = page.waitForEvent('filechooser');
    await page.locator('hm-start .choice').nth(1).tap();
    await (await chooser).setFiles(PHOTO);
    // The button, and the photo among those of the device.
    return 2;
  },
};

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const folder = await mkdtemp(join(tmpdir(), 'hashmark-first-verdict-'));
try {
  const clip = join(folder, 'table.mjpeg');
  await writeFile(clip, Buffer.concat(await Promise.all(Array.from({ length: CLIP_FRAMES }, noisyPhoto))));
  const found: FirstVerdict[] = [];
  const tasks: CountedTask[] = [];
  await withServedApp(
    async (browser, url) => {
      tasks.push(...(await countTaps(browser, url, PHOTO)));
      for (const way of Object.keys(WAYS)) found.push({ way, found: await firstVerdict(browser, url, way).catch(notDone) });
    },
    ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${clip}`],
  );
  const document = documentOf(tableOf(found), tasksTable(tasks));
  process.stdout.write(document);
  if (values.write) await writeFile(DOCUMENT, document);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** The photo with a camera’s noise, as a jpeg. */
async function noisyPhoto(): Promise<Buffer> {
  const { data, info } = await sharp(PHOTO).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const noise = sharp({
    create: { width, height, channels: 3, background: 'black', noise: { type: 'gaussian', mean: 128, sigma: NOISE } },
  });
  const grains = await noise.raw().toBuffer();
  for (let at = 0; at < data.length; at++) data[at] = Math.max(0, Math.min(255, data[at]! + grains[at]! - 128));
  return sharp(data, { raw: { width, height, channels } }).jpeg({ quality: 92 }).toBuffer();
}

function notDone(error: unknown): undefined {
  process.stderr.write(`not done: ${String(error).slice(0, 200)}\n`);
  process.exitCode = 1;
}

async function firstVerdict(browser: Browser, url: string, way: string): Promise<NonNullable<FirstVerdict['found']>> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  const fromMs = performance.now();
  const seconds = () => (performance.now() - fromMs) / 1000;
  await page.goto(url);
  const taps = await WAYS[way]!(page);
  await chooseShips(page, 0);
  const shipsS = seconds();
  const hand = handOn(page, true);
  for (const { pose } of (await onPage(page)).table.ships.slice(0, 2)) await hand.tapMat(pose);
  await page.locator('hm-answer .headline', { hasText: VERDICT }).waitFor();
  const verdictS = seconds();
  const verdict = ((await page.locator('hm-answer .headline').textContent()) ?? '').replaceAll(/\s+/g, ' ').trim();
  await context.close();
  return { taps: taps + 2, shipsS, verdictS, verdict };
}

function tableOf(found: readonly FirstVerdict[]): string {
  const rows = found.map(({ way, found: one }) =>
    one
      ? `| ${way} | ${one.taps} | ${one.shipsS.toFixed(1)} | ${one.verdictS.toFixed(1)} | ${one.verdict} |`
      : `| ${way} | not done | | | |`,
  );
  return `| way in | taps | ships placed after, s | verdict after, s | it says |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

/** One row for each task: what it takes on either device, and what it may take. */
function tasksTable(tasks: readonly CountedTask[]): string {
  const names = [...new Set(tasks.map(({ task }) => task))];
  const rows = names.map((name) => {
    const on = (device: string) => tasks.find((one) => one.task === name && one.device === device)!;
    return `| ${name} | ${on('laptop').taps ?? 'not done'} | ${on('phone').taps ?? 'not done'} | ${on('phone').most} |`;
  });
  return `| what | taps on a laptop | taps on a phone | at most |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

function documentOf(table: string, tasks: string): string {
  return `# From opening the page to a verdict

Printed by \`npm run analyse -- first-verdict --write\`: a phone-sized window (390×844) in Chromium on two processor cores, nothing cached, no graphics card.
The taps are the choice on the first screen (a photo takes one more, in the device's own file list) and the two ships. The seconds are the machine's time only; the
person's own time is added to them.

${table}
## Taps of everything else

Counted on the built app, from the moment when a table is visible or a match has begun. The program fails if a task takes more taps than the maximum. The laptop window
is 1440×900. Dice are rolled on the table, each result is tapped, and *Enter* follows. In the round, a tap turns over each ship's dial, the ship is placed, and it focuses.

${tasks}`;
}
