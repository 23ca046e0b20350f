import assert from 'node:assert/strict';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { openExampleScene, servedInChromium, withoutEngines } from './served-app.js';

const served = servedInChromium();

/** Smallest side of what a finger taps (WCAG 2.5.5), less half a pixel of rounding. */
const FINGER_PX = 43.5;

/** Controls that a finger misses, or that are beyond the screen, with their sizes. */
function hardToHit(page: Page): Promise<string[]> {
  return page.locator('button, select, summary, wa-button, wa-switch').evaluateAll(
    (controls, least) =>
      controls.flatMap((element) => {
        const host = (element.getRootNode() as ShadowRoot).host?.localName ?? '';
        const { width, height, right } = element.getBoundingClientRect();
        if (host.startsWith('wa-') || width === 0 || getComputedStyle(element).visibility === 'hidden') return [];
        const around = Number.parseFloat(getComputedStyle(element, '::after').height) || 0;
        if (Math.min(width, Math.max(height, around)) >= least && right <= innerWidth + 0.5) return [];
        const name = element.getAttribute('aria-label') ?? element.textContent!.replace(/\s+/g, ' ').trim();
        return [`${name} (${host}): ${width.toFixed(1)} × ${height.toFixed(1)} px, to ${right.toFixed(1)} px`];
      }),
    FINGER_PX,
  );
}

for (const letters of ['100%', '200%'])
  test(`on a phone with letters of ${letters} a finger hits every control, and none lies beyond the screen`, {
    timeout: 60_000,
  }, async () => {
    const context = await served.browser.newContext({
      ...{ locale: 'en-GB', viewport: { width: 390, height: 844 } },
      ...{ hasTouch: true, isMobile: true },
    });
    const page = await withoutEngines(await context.newPage());
    await page.goto(served.app.url);
    assert.deepEqual(await hardToHit(page), []);
    await openExampleScene(page);
    for (const index of [0, 1]) await page.locator('hm-ships li .choose').nth(index).click();
    await page.locator('hm-answer .headline').waitFor();
    await page.locator('hm-ships li [aria-expanded=false]').first().click();
    await page.locator('hm-ships hm-ship-editor').waitFor();
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, letters);
    const wrong = await hardToHit(page);
    assert.ok((await page.locator('button').count()) > 10);
    assert.deepEqual(wrong, []);
    await context.close();
  });
