import assert from 'node:assert/strict';
import test from 'node:test';
import { openExampleScene, servedInChromium, withoutEngines } from './served-app.js';

const served = servedInChromium();

test('on an upright phone what gets the focus in the lists, and what is opened there, is not covered by the answer', {
  timeout: 60_000,
}, async () => {
  const page = await withoutEngines(await served.browser.newPage({ locale: 'en-GB', viewport: { width: 390, height: 844 } }));
  await page.goto(served.app.url);
  await openExampleScene(page);
  for (const index of [0, 1]) await page.locator('hm-map [data-ship]').nth(index).press('Enter');
  await page.locator('hm-answer .headline').waitFor();
  const buttons = await page.locator('hm-ships button, hm-obstacles button').all();
  assert.ok(buttons.length > 6, `${buttons.length} buttons`);
  for (const button of buttons) {
    await page.evaluate(() => scrollTo(0, 0));
    await button.focus();
    const { y, height } = (await button.boundingBox())!;
    const card = (await page.locator('hm-answer .card').boundingBox())!;
    assert.ok(
      y >= 0 && y + height <= card.y,
      `${await button.getAttribute('aria-label')}: to ${y + height} px, the answer from ${card.y} px`,
    );
  }
  for (const [list, editor] of [
    ['hm-ships', 'hm-ship-editor'],
    ['hm-obstacles', '.editor'],
  ]) {
    await page
      .locator(`${list} li [aria-expanded=false]`)
      .last()
      .evaluate((button) => (button as HTMLElement).click());
    await page.locator(`${list} ${editor}`).waitFor();
    await page.waitForFunction(
      ([inList, opened]) => {
        const { shadowRoot: app } = document.querySelector('hm-app')!;
        const { bottom } = app!.querySelector(inList!)!.shadowRoot!.querySelector(opened!)!.getBoundingClientRect();
        return bottom <= app!.querySelector('hm-answer')!.shadowRoot!.querySelector('.card')!.getBoundingClientRect().top;
      },
      [list, editor],
      { timeout: 10_000 },
    );
  }
  await page.close();
});
