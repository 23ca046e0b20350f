import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import test, { after, before } from 'node:test';
import type * as Axe from 'axe-core';
import type { Page } from 'playwright-core';
import { report } from '../../src/judge/report/report.js';
import { createPublisher, type Publisher } from '../../src/relay/publisher.js';
import { sceneOf } from '../../src/table/scene-file.js';
import { ship, tableOf } from '../judge/tables.js';
import { openExampleScene, servedInChromium } from './served-app.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const SERIOUS = ['moderate', 'serious', 'critical'];

const served = servedInChromium();
let publisher: Publisher;

before(async () => {
  const relay = `${new URL(served.app.url).origin.replace('http', 'ws')}/mqtt`;
  publisher = createPublisher({ url: relay, table: served.app.table, token: served.app.tokens.camera });
  const table = tableOf([ship('ship-1', 'small', 300, 400, 90), ship('ship-2', 'small', 500, 400, 90)]);
  publisher.publish(sceneOf(table), report(table), {});
  // Not before the link is up.
  while (!(await publisher.callJudge('a bump'))) await new Promise((resolve) => setTimeout(resolve, 200));
});

after(async () => {
  await publisher?.close();
});

/** What axe has against a page, of moderate weight or more. */
async function findings(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: AXE });
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof Axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  return violations
    .filter(({ impact }) => SERIOUS.includes(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${JSON.stringify(target)} ${failureSummary}`));
}

for (const theme of ['dark', 'light'])
  test(`axe finds nothing on console, director and overlays, nor in the links of a stream, ${theme}`, { timeout: 90_000 }, async () => {
    const context = await served.browser.newContext({ bypassCSP: true, locale: 'en-GB', viewport: { width: 1280, height: 900 } });
    await context.addInitScript((chosen) => localStorage.setItem('hashmark-theme', JSON.stringify(chosen)), theme);
    const page = await context.newPage();
    await page.goto(new URL(`console?table=${served.app.table}#token=${served.app.tokens.console}`, served.app.url).href);
    await page.getByText('A judge is called').waitFor();
    for (const id of ['ship-1', 'ship-2']) await page.locator(`hm-console-map [data-ship="${id}"]`).press('Enter');
    await page.locator('hm-console .answer').waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/console-${theme}.png` });
    assert.deepEqual(await findings(page), [], 'console');
    await page.goto(new URL(`director?tables=${served.app.table}`, served.app.url).href);
    await page.locator('hm-director li').waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/director-${theme}.png` });
    assert.deepEqual(await findings(page), [], 'director');
    for (const view of ['map', 'camera', 'panel']) {
      await page.goto(new URL(`overlay?table=${served.app.table}&view=${view}#token=${served.app.tokens.viewer}`, served.app.url).href);
      await page.locator('hm-overlay').waitFor({ state: 'attached' });
      assert.deepEqual(await findings(page), [], `overlay: ${view}`);
    }
    await page.goto(new URL(`#token=${served.app.tokens.camera}`, served.app.url).href);
    await openExampleScene(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByText('Stream', { exact: true }).click();
    await page.locator('hm-stream .code img').waitFor();
    await page.waitForTimeout(500);
    assert.deepEqual(await findings(page), [], 'the links of a stream');
    await context.close();
  });
