import assert from 'node:assert/strict';
import test from 'node:test';
import type { Locator } from 'playwright-core';
import { openExampleScene, servedInChromium, withoutEngines } from './served-app.js';

const served = servedInChromium();

const groundOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor);
const ringOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).outline);

for (const scheme of ['dark', 'light'] as const)
  test(`in the system's own ${scheme} colours players, the chosen ship and what is pressed can still be distinguished`, {
    timeout: 90_000,
  }, async () => {
    const context = await served.browser.newContext({
      ...{ serviceWorkers: 'block', locale: 'en-GB' },
      ...{ forcedColors: 'active', colorScheme: scheme, viewport: { width: 1280, height: 800 } },
    });
    const page = await withoutEngines(await context.newPage());
    await page.goto(served.app.url);
    await openExampleScene(page);
    for (const index of [0, 1]) await page.locator('hm-map [data-ship]').nth(index).press('Enter');
    await page.locator('hm-answer .headline').waitFor();
    const rows = page.locator('hm-ships li');
    const dots = await Promise.all([0, 1].map((index) => groundOf(rows.nth(index).locator('.dot'))));
    assert.equal(
      new Set([...dots, await groundOf(rows.last().locator('.choose'))]).size,
      3,
      `two players’ dots on their row: ${dots.join('; ')}`,
    );
    assert.notEqual(await ringOf(rows.first().locator('.choose')), await ringOf(rows.last().locator('.choose')), 'a chosen ship’s row');
    await page.locator('hm-answer [data-tool=try]').click();
    const ways = page.locator('hm-move-preview .do[aria-pressed]');
    assert.notEqual(await ringOf(ways.nth(0)), await ringOf(ways.nth(1)), 'the attempt that is chosen');
    await context.close();
  });

test('where the device asks for less motion the page jumps instead of gliding', { timeout: 60_000 }, async () => {
  for (const [reducedMotion, expected] of [
    ['reduce', 'instant'],
    ['no-preference', 'smooth'],
  ] as const) {
    const context = await served.browser.newContext({ locale: 'en-GB', reducedMotion, viewport: { width: 390, height: 844 } });
    await context.addInitScript(() => {
      const asked: unknown[] = [];
      Object.assign(window, { asked });
      Element.prototype.scrollIntoView = (how) => void asked.push((how as ScrollIntoViewOptions).behavior);
    });
    const page = await withoutEngines(await context.newPage());
    await page.goto(served.app.url);
    await openExampleScene(page);
    await page.locator('hm-ships [aria-label="Add a ship"]').click();
    await page.waitForFunction(() => (window as unknown as { asked: unknown[] }).asked.length > 0);
    assert.deepEqual(await page.evaluate(() => (window as unknown as { asked: unknown[] }).asked), [expected]);
    await context.close();
  }
});
