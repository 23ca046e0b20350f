import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { type RgbPicture, y4mClip } from '../../analyses/simulate/y4m.js';
import { wrapRad } from '../../src/geometry/pose.js';
import { demoTable } from '../../src/sim/demo-table.js';
import type { Obstacle } from '../../src/table/table.js';
import { flownPictures, SEED } from './flown-pictures.js';
import { type ServedApp, serveApp, startChromium } from './served-app.js';

const WIDTH_PX = 1280;
const FRAMES = 8;
const PER_SECOND = 10;
/** Number of a webcam's buffers in Chromium: a page that keeps them all while it looks is given no more pictures than that. */
const BUFFERS = 3;
/** How exactly the size of the mat is given, mm: one standard deviation. */
const TOLD_MM = 0.5;

let app: ServedApp;
let folder: string;

before(async () => {
  app = await serveApp();
  folder = await mkdtemp(join(tmpdir(), 'hashmark-clip-'));
});

after(async () => {
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A camera's frames never repeat: one grey level more or less in every few pixels. */
function frameOf(picture: RgbPicture, number: number): RgbPicture {
  const rgb = picture.rgb.map((value, i) => (i % 11 === number ? value ^ 1 : value));
  return { ...picture, rgb };
}

/** In the page: counts the pictures that it gives to the watching worker while the seeing one looks at one. */
function countDuringLooks(): void {
  const looks: { ms: number; pictures: number }[] = [];
  Object.assign(globalThis, { looks });
  const Given = globalThis.Worker;
  globalThis.Worker = class extends Given {
    override postMessage(message: { id?: string; path?: string[] }, ...others: []): void {
      const what = message.path?.join('.');
      if (what === 'measure') {
        const [beganMs, look] = [performance.now(), { ms: Number.POSITIVE_INFINITY, pictures: 0 }];
        looks.push(look);
        this.addEventListener('message', ({ data }) => {
          if (data?.id === message.id) look.ms = Math.min(look.ms, performance.now() - beganMs);
        });
      }
      const last = looks.at(-1);
      if (what === 'see' && last?.ms === Number.POSITIVE_INFINITY) last.pictures++;
      super.postMessage(message, ...others);
    }
  };
}

/** What the page knows of the mat, once its ships are found. */
async function seenMat(page: Page): Promise<{ widthMm: number; matSigmaMm: number }> {
  await page.locator('hm-ships li').nth(1).waitFor({ timeout: 150_000 });
  return page.locator('hm-map').evaluate((map) => {
    const { widthMm, matSigmaMm } = (map as unknown as { known: { state: { widthMm: number; matSigmaMm: number } } }).known.state;
    return { widthMm, matSigmaMm };
  });
}

/** Removes an obstacle that was found, adds it by a tap as a missing one, and compares where it ends up with where it was found. */
async function removeAndAddAgain(page: Page): Promise<void> {
  const obstacles = () =>
    page.locator('hm-setup-obstacles').evaluate((one) => (one as unknown as { draft: { obstacles: readonly Obstacle[] } }).draft.obstacles);
  const before = (await obstacles()).find(({ token }) => token);
  assert.ok(before?.token, 'an obstacle has a name');
  const mark = page.locator(`hm-obstacle-marks [data-obstacle="${before.id}"]`);
  const { x, y, width, height } = (await mark.boundingBox())!;
  await mark.click();
  await page.getByText('Not there').click();
  await mark.waitFor({ state: 'detached' });
  await page.mouse.click(x + 0.55 * width, y + 0.45 * height);
  await page.locator('hm-setup-obstacles .outlines').getByText(before.token.name, { exact: true }).click();
  const status = page.locator('hm-setup-obstacles p[role=status]');
  await status.getByText(/of its edge|not clear/).waitFor({ timeout: 60_000 });
  assert.match((await status.textContent())!, /^It fits along \d+ % of its edge/);
  const after = (await obstacles()).find(({ token }) => token?.xws === before.token!.xws)!;
  const { pose, mirrored } = after.token!;
  const awayMm = Math.hypot(pose.x - before.token.pose.x, pose.y - before.token.pose.y);
  const turnRad = Math.abs(wrapRad(pose.headingRad - before.token.pose.headingRad));
  assert.equal(mirrored, before.token.mirrored);
  assert.ok(awayMm < 1.5 && turnRad < 0.03, `${awayMm.toFixed(2)} mm and ${turnRad.toFixed(3)} rad from where it was found`);
}

test('a table is set up once: at the second start of its camera it is known, and nothing is asked', { timeout: 400_000 }, async (t) => {
  const [still] = await flownPictures(WIDTH_PX);
  const clip = join(folder, 'table.y4m');
  await writeFile(
    clip,
    y4mClip(
      Array.from({ length: FRAMES }, (_, number) => frameOf(still, number)),
      PER_SECOND,
    ),
  );
  const browser = await startChromium(
    ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${clip}`],
    { isBySkia: false },
  );
  // Here, for what is at work in a page takes seconds to end.
  t.after(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const { widthMm, depthMm } = demoTable(SEED).mat;

  const first = await context.newPage();
  // The function that is sent to the page is as esbuild has written it, with a helper of its own.
  await first.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  await first.addInitScript(countDuringLooks);
  await first.goto(`${app.url}?camera=device`);
  const untold = await seenMat(first);
  // Obstacles are looked for after the ships.
  await first.locator('hm-obstacles li').first().waitFor({ timeout: 60_000 });
  const [firstLook] = await first.evaluate(() => (globalThis as unknown as { looks: { ms: number; pictures: number }[] }).looks);
  t.diagnostic(`${firstLook!.pictures} pictures during a first look of ${firstLook!.ms.toFixed(0)} ms`);
  assert.ok(firstLook!.pictures > BUFFERS, `the camera goes on during a look: ${firstLook!.pictures} pictures`);
  await first.locator('hm-setup-chip button').click();
  await first.getByText('Yes, this is it').click();
  await first.getByText('Measured with a tape').click();
  await first.locator('wa-input[name=width] input').fill(String(widthMm));
  await first.locator('wa-input[name=depth] input').fill(String(depthMm));
  await first.getByText('It is this large').click();
  await removeAndAddAgain(first);
  await first.getByText('All are marked').click();
  await first.locator('hm-setup').getByText('Done').click();
  await first.locator('hm-setup-chip .long').getByText('This table is known').waitFor();
  await first.waitForFunction(() => /"pose"/.test(localStorage.getItem('hashmark-cameras') ?? ''), undefined, { timeout: 150_000 });
  await first.close();

  const second = await context.newPage();
  await second.goto(`${app.url}?camera=device`);
  const told = await seenMat(second);
  t.diagnostic(`the mat is ${widthMm} mm wide; nothing told ${JSON.stringify(untold)}, known ${JSON.stringify(told)}`);
  assert.match((await second.locator('hm-setup-chip .long').textContent())!, /This table is known: mat .* ± 0\.5 mm/);
  assert.equal(await second.locator('hm-setup, hm-other-table').count(), 0, 'nothing is asked');
  assert.ok(untold.matSigmaMm > TOLD_MM, 'a stranger’s mat is known worse');
  assert.ok(told.matSigmaMm <= 1.01 * TOLD_MM, 'at the second start the mat is known as exactly as it was given');
  assert.ok(Math.abs(told.widthMm - widthMm) < 3 * TOLD_MM, 'and is as wide as it is');
});
