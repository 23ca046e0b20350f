import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { type RgbPicture, y4mClip } from '../../analyses/simulate/y4m.js';
import { flownPictures } from './flown-pictures.js';
import { type ServedApp, serveByCommand, startChromium } from './served-app.js';

/** The clip shows the table for this many seconds, then the same table with one ship moved, and begins again. */
const SECONDS = 12;
const STILL_MM = 20;

let app: ServedApp;
let folder: string;

before(async () => {
  app = await serveByCommand();
  folder = await mkdtemp(join(tmpdir(), 'hashmark-clip-'));
});

after(async () => {
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where the ships stand on the overlay now. */
function shown(page: Page): Promise<readonly Place[]> {
  return page.evaluate(() => {
    const overlay = document.querySelector('hm-overlay') as unknown as { news?: { table: { ships: { pose: Place }[] } } };
    return (overlay?.news?.table.ships ?? []).map(({ pose }) => ({ x: pose.x, y: pose.y }));
  });
}

/** Counts what the seeing worker calls without arguments: that it is at work. */
function countAlive(): void {
  const counts = globalThis as { alive?: number };
  const { addEventListener } = MessagePort.prototype;
  MessagePort.prototype.addEventListener = function (this: MessagePort, ...[type, listener, options]: Parameters<typeof addEventListener>) {
    const count = ({ data }: MessageEvent) => {
      if (data?.type === 'APPLY' && data.argumentList.length === 0) counts.alive = (counts.alive ?? 0) + 1;
    };
    if (type === 'message') addEventListener.call(this, 'message', count as EventListener);
    addEventListener.call(this, type, listener, options);
  } as typeof addEventListener;
}

const isAmong = (places: readonly Place[], { x, y }: Place) => places.some((place) => Math.hypot(place.x - x, place.y - y) < STILL_MM);

test('a ship moved before the camera moves on every page, the others stay; so again when the camera’s page was reloaded', {
  timeout: 480_000,
}, async (t) => {
  const [still, flown] = await flownPictures();
  const clip = join(folder, 'table.y4m');
  await writeFile(clip, y4mClip([...Array<RgbPicture>(SECONDS).fill(still), ...Array<RgbPicture>(SECONDS).fill(flown)]));
  const browser = await startChromium([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${clip}`,
  ]);
  // Here, for what is at work in a page takes seconds to end.
  t.after(() => browser.close());
  const overlay = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await overlay.goto(`${app.url}overlay?table=${app.table}&view=map#token=${app.tokens.viewer}`);
  assert.deepEqual(await shown(overlay), [], 'nothing is drawn while nothing is known');

  const beside = await Promise.all(
    [`overlay?table=${app.table}&view=camera#token=${app.tokens.viewer}`, `console?table=${app.table}#token=${app.tokens.console}`].map(
      async (path) => {
        const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
        await page.goto(`${app.url}${path}`);
        return page;
      },
    ),
  );
  const [picture, desk] = beside as [Page, Page];

  const player = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  // The function that is sent to the page is as esbuild has written it, with a helper of its own.
  await player.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  await player.addInitScript(countAlive);
  await player.goto(`${app.url}?camera=device&publish=${app.table}#token=${app.tokens.camera}`);
  await player.locator('hm-ships li').nth(1).waitFor({ timeout: 120_000 });
  const alive = await player.evaluate(() => (globalThis as { alive?: number }).alive ?? 0);
  assert.ok(alive > 0, 'the worker is heard of while it looks, however long a look takes');

  const waitFor = async (what: string, isSo: (places: readonly Place[]) => boolean) => {
    for (let tries = 0; tries < 300; tries++) {
      const places = await shown(overlay);
      if (isSo(places)) return places;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`waited a minute for ${what}`);
  };
  const first = await waitFor('ships on the overlay', (places) => places.length > 1);
  t.diagnostic(`${first.length} ships on the overlay`);
  const hasMoved = (places: readonly Place[]) =>
    places.length === first.length && places.filter((place) => !isAmong(first, place)).length === 1;
  const later = await waitFor('a ship that moved', hasMoved);
  assert.equal(first.filter((place) => !isAmong(later, place)).length, 1, 'exactly one ship left its place');
  assert.ok((await overlay.locator('hm-overlay .base').count()) >= first.length, 'the ships are drawn');
  await picture
    .locator('hm-overlay .picture .base')
    .nth(first.length - 1)
    .waitFor({ state: 'attached', timeout: 120_000 });
  await desk
    .locator(`hm-console-map [data-ship]`)
    .nth(first.length - 1)
    .waitFor({ timeout: 120_000 });

  // The page is loaded again: another session of the same camera, which sees one of the clip's two tables.
  const session = () =>
    overlay.evaluate(() => (document.querySelector('hm-overlay') as unknown as { camera?: { session: string } }).camera?.session);
  const before = await session();
  await player.reload();
  await waitFor(
    'the reloaded page',
    (places) => places.length === first.length && places.every((place) => isAmong([...first, ...later], place)),
  );
  for (let tries = 0; (await session()) === before && tries < 300; tries++) await new Promise((resolve) => setTimeout(resolve, 200));
  assert.notEqual(await session(), before, 'what is shown is of the reloaded page');
  await picture
    .locator('hm-overlay .picture .base')
    .nth(first.length - 1)
    .waitFor({ state: 'attached', timeout: 120_000 });
});
