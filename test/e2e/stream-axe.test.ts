import assert from 'node:assert/strict';
import test from 'node:test';
import { report } from '../../src/judge/report/report.js';
import { createPublisher, type Publisher } from '../../src/relay/client/publisher.js';
import { sceneOf } from '../../src/table/documents/scene-file.js';
import { ship, tableOf } from '../judge/tables.js';
import { axeFindings } from './axe-findings.js';
import { openExampleScene, openMenu, servedInChromium, withoutEngines } from './served-app.js';

const served = servedInChromium({ isPublishing: true });
/** Sends a table of two ships, and answers once its judge is called: the link is up then. */
async function publishTable(): Promise<Publisher> {
  const relay = `${new URL(served.app.url).origin.replace('http', 'ws')}/mqtt`;
  const publisher = createPublisher({ url: relay, table: served.app.table, token: served.app.tokens.camera });
  const table = tableOf([ship('ship-1', 'small', 300, 400, 90), ship('ship-2', 'small', 500, 400, 90)]);
  publisher.publish(sceneOf(table), report(table), {});
  while (!(await publisher.callJudge('a bump'))) await new Promise((resolve) => setTimeout(resolve, 200));
  return publisher;
}

for (const theme of ['dark', 'light'])
  test(`axe finds nothing on console, director and overlays, nor in the links of a stream, ${theme}`, { timeout: 90_000 }, async (t) => {
    const publisher = await publishTable();
    t.after(() => publisher.close());
    const context = await served.browser.newContext({ bypassCSP: true, locale: 'en-GB', viewport: { width: 1280, height: 900 } });
    await context.addInitScript((chosen) => localStorage.setItem('hashmark-theme', JSON.stringify(chosen)), theme);
    const page = await withoutEngines(await context.newPage());
    await page.goto(new URL(`console?table=${served.app.table}#token=${served.app.tokens.console}`, served.app.url).href);
    await page.getByText('A judge is called').waitFor();
    for (const id of ['ship-1', 'ship-2']) await page.locator(`hm-console-map [data-ship="${id}"]`).press('Enter');
    await page.locator('hm-console .answer').waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/console-${theme}.png` });
    assert.deepEqual(await axeFindings(page), [], 'console');
    await page.goto(new URL(`director?tables=${served.app.table}`, served.app.url).href);
    await page.locator('hm-director li').waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/director-${theme}.png` });
    assert.deepEqual(await axeFindings(page), [], 'director');
    for (const view of ['map', 'camera', 'panel']) {
      await page.goto(new URL(`overlay?table=${served.app.table}&view=${view}#token=${served.app.tokens.viewer}`, served.app.url).href);
      await page.locator('hm-overlay').waitFor({ state: 'attached' });
      assert.deepEqual(await axeFindings(page), [], `overlay: ${view}`);
    }
    await page.goto(new URL(`#token=${served.app.tokens.camera}`, served.app.url).href);
    await openExampleScene(page);
    await openMenu(page);
    await page.getByText('Stream', { exact: true }).click();
    await page.getByLabel('Link: Map', { exact: true }).waitFor();
    await page.waitForTimeout(500);
    assert.deepEqual(await axeFindings(page), [], 'the links of a stream');
    await context.close();
  });
