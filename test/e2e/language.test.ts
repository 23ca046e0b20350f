import assert from 'node:assert/strict';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { openExampleScene, openMenu, servedInChromium, withoutEngines } from './served-app.js';

const served = servedInChromium();

async function openScene(page: Page): Promise<void> {
  await page.goto(served.app.url);
  await openExampleScene(page);
}

const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png` }) : Promise.resolve();

test('the page speaks the browser’s language, changes it in the middle of an answer, and keeps what was chosen', {
  timeout: 90_000,
}, async () => {
  const context = await served.browser.newContext({ locale: 'de-DE', viewport: { width: 1280, height: 800 } });
  const page = await withoutEngines(await context.newPage());
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await openScene(page);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  for (const index of [0, 1]) await page.locator('hm-ships li .choose').nth(index).press('Enter');
  const headline = page.locator('hm-answer .headline');
  await headline.getByText(/Reichweite/).waitFor();
  assert.equal(
    await page
      .locator('hm-ships h2')
      .textContent()
      .then((text) => text?.replace(/ ?\d/g, '')),
    'Schiffe',
  );
  await shot(page, 'german-laptop');
  await page.getByRole('button', { name: 'Menü' }).click();
  await page.getByText('English', { exact: true }).click();
  await headline.getByText(/range/i).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
  await page.reload();
  await page.getByText('Open a saved scene').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await openScene(page);
  await openMenu(page);
  await page.getByText('Deutsch', { exact: true }).click();
  for (const index of [0, 1]) await page.locator('hm-ships li .choose').nth(index).press('Enter');
  await headline.getByText(/Reichweite/).waitFor();
  await shot(page, 'german-phone');
  await page.emulateMedia({ contrast: 'more' });
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).color), 'rgb(255, 255, 255)');
  await shot(page, 'contrast-phone');
  assert.deepEqual(complaints, []);
  await context.close();
});
