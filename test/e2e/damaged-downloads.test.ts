import assert from 'node:assert/strict';
import test from 'node:test';
import type { Page, Route } from 'playwright-core';
import { servedInChromium } from './served-app.js';

const served = servedInChromium();

const WAIT_MS = 90_000;
const SCENE = {
  format: 'hashmark-scene',
  version: 1,
  table: { widthMm: 914.4, depthMm: 914.4 },
  ships: [{ id: 'a', base: 'small', xMm: 200, yMm: 400, headingDeg: 0 }],
};

/** A page of its own, without anything in the cache, with a picture whose engines are wanted. */
async function freshPage(damage?: { readonly file: string; readonly by: (route: Route) => Promise<void> }) {
  const context = await served.browser.newContext({ viewport: { width: 1280, height: 800 } });
  if (damage) await context.route((url) => url.pathname.endsWith(damage.file), damage.by);
  const page = await context.newPage();
  await page.goto(served.app.url);
  return page;
}

const openScene = (page: Page) =>
  page.locator('hm-app').evaluate((element, scene) => {
    const file = new File([JSON.stringify(scene)], 'scene.json');
    element.dispatchEvent(new CustomEvent('hm-open-files', { detail: { files: [file] } }));
  }, SCENE);

/** A small photo: what is looked at does not matter here. */
const openPhoto = (page: Page) =>
  page.locator('hm-app').evaluate(async (element) => {
    const canvas = new OffscreenCanvas(320, 180);
    canvas.getContext('2d')!.fillRect(0, 0, 10, 10);
    const file = new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'table.jpg', { type: 'image/jpeg' });
    element.dispatchEvent(new CustomEvent('hm-open-files', { detail: { files: [file] } }));
  });

const openSimulated = (page: Page) =>
  page.locator('hm-app').evaluate((element) => {
    element.dispatchEvent(new CustomEvent('hm-open-simulated', { detail: {} }));
  });

/** The first half of the true file. */
async function cut(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = await response.body();
  await route.fulfill({ response, body: body.subarray(0, body.length / 2) });
}

/** The true file with one byte in its middle changed. */
async function corrupt(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = Buffer.from(await response.body());
  body[body.length >> 1]! ^= 0xff;
  await route.fulfill({ response, body });
}

const DAMAGES = [
  { title: 'OpenCV that is refused at once', file: '/opencv.js', by: (route: Route) => route.abort() },
  { title: 'a wasm that was cut off', file: '.wasm', by: cut },
  { title: 'a model with one wrong byte', file: '/model.onnx', by: corrupt },
];

for (const damage of DAMAGES) {
  test(`${damage.title} shows a problem that stays; whole again, one tap on "Try again" loads the engines`, {
    timeout: 240_000,
  }, async () => {
    const page = await freshPage(damage);
    await openPhoto(page);
    const failed = page.locator('[data-code=engine-not-loaded]').first();
    await failed.waitFor({ timeout: WAIT_MS });
    // Other downloads that end later say nothing new.
    await page.waitForTimeout(1500);
    assert.equal(await failed.isVisible(), true);
    await page.context().unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    // The photo is looked at: it is found too small, or to show no mat.
    await page.locator('[data-code=picture-too-small], [data-code=mat-not-found]').first().waitFor({ timeout: WAIT_MS });
    await page.context().close();
  });
}

test('without a connection, playing by the rules and the simulated table say what is missing, and come with it', {
  timeout: 120_000,
}, async () => {
  const page = await freshPage();
  await openScene(page);
  await page.locator('hm-top-bar').waitFor();
  await page.context().setOffline(true);
  const choose = (action: string) =>
    page.locator('hm-top-bar').evaluate(
      (element, detail) => {
        element.dispatchEvent(new CustomEvent('hm-menu', { detail, bubbles: true, composed: true }));
      },
      { action },
    );
  const play = () => choose('game');
  // A dialog's part is missed where it can be seen, and asked for again by the same entry.
  await choose('squads');
  const squads = page.locator('hm-notice [data-code=part-not-loaded]').filter({ hasText: 'The page for squads could not be loaded' });
  await squads.waitFor();
  const box = (await squads.boundingBox())!;
  assert.ok(box.y >= 0 && box.y + box.height <= page.viewportSize()!.height, JSON.stringify(box));
  await play();
  const missing = page.locator('[data-code=part-not-loaded]').filter({ hasText: 'page to play by the rules' }).first();
  await missing.waitFor();
  assert.match((await missing.textContent()) ?? '', /page to play by the rules could not be loaded.*connection/s);
  await page.context().setOffline(false);
  await choose('squads');
  await page.locator('hm-squads textarea').waitFor();
  await page.keyboard.press('Escape');
  await play();
  await page.locator('hm-game').waitFor();
  await page.context().close();

  const other = await freshPage();
  await other.context().setOffline(true);
  await openSimulated(other);
  const simulated = other.locator('[data-code=part-not-loaded]').first();
  await simulated.waitFor();
  assert.doesNotMatch((await simulated.textContent()) ?? '', /WebGL/);
  await other.context().close();
});
