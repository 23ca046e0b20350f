import assert from 'node:assert/strict';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { openExampleScene, openMenu, servedInChromium, withoutEngines } from './served-app.js';

const LIGHT_GROUND = 'rgb(238, 242, 247)';
const DARK_GROUND = 'rgb(10, 15, 22)';

const served = servedInChromium();

const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

async function chooseFromMenu(page: Page, entry: string): Promise<void> {
  await openMenu(page);
  await page.getByText(entry, { exact: true }).click();
}

test('the page is dark until light is chosen in the menu; that is kept, and stands before the program runs, on every page of the device', {
  timeout: 90_000,
}, async () => {
  const context = await served.browser.newContext({
    serviceWorkers: 'block',
    colorScheme: 'light',
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(served.app.url);
  await openExampleScene(page);
  assert.equal(await groundOf(page), DARK_GROUND);
  await chooseFromMenu(page, 'Light colours');
  assert.equal(await groundOf(page), LIGHT_GROUND);
  assert.equal(await page.locator('meta[name=theme-color]').getAttribute('content'), LIGHT_GROUND);
  await openMenu(page);
  assert.equal(await page.getByText('Light colours', { exact: true }).count(), 0, 'it is so already');
  assert.deepEqual(complaints, [], 'the content policy lets it');

  // Without its program a page is what the browser paints first.
  await context.route(/\/(app|console|director)\.js$/, (route) => route.abort());
  for (const path of ['', 'console?table=a', 'director?tables=a']) {
    await page.goto(new URL(path, served.app.url).href);
    assert.equal(await groundOf(page), LIGHT_GROUND, path);
  }
  await context.close();
});

test('colours as the device has them follow the device, at once', { timeout: 90_000 }, async () => {
  const context = await served.browser.newContext({ colorScheme: 'dark', locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  const page = await withoutEngines(await context.newPage());
  await page.goto(served.app.url);
  await openExampleScene(page);
  await chooseFromMenu(page, 'Same colours as the device');
  const themeColour = () => page.locator('meta[name=theme-color]').getAttribute('content');
  assert.deepEqual([await groundOf(page), await themeColour()], [DARK_GROUND, DARK_GROUND]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForFunction(
    (ground) => document.querySelector('meta[name=theme-color]')?.getAttribute('content') === ground,
    LIGHT_GROUND,
  );
  assert.equal(await groundOf(page), LIGHT_GROUND);
  await context.close();
});

test('in light the map keeps its dark ground and its bright letters, and more contrast makes the page black on white', {
  timeout: 90_000,
}, async () => {
  const context = await served.browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } });
  const page = await withoutEngines(await context.newPage());
  await page.goto(served.app.url);
  await openExampleScene(page);
  const map = () =>
    page
      .locator('hm-map svg')
      .first()
      .evaluate((svg) => [getComputedStyle(svg).backgroundColor, getComputedStyle(svg.querySelector('text')!).fill]);
  const dark = await map();
  await chooseFromMenu(page, 'Light colours');
  assert.deepEqual(await map(), dark);
  await page.emulateMedia({ contrast: 'more' });
  assert.deepEqual(
    await page.evaluate(() => [
      getComputedStyle(document.documentElement).backgroundColor,
      getComputedStyle(document.documentElement).color,
    ]),
    ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'],
  );
  await context.close();
});
