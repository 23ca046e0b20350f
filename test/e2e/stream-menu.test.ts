import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { playerLink } from '../../src/cli/serve/announce.js';
import { type Service, startService } from '../../src/cli/serve/service.js';
import { report } from '../../src/judge/report/report.js';
import { createPublisher } from '../../src/relay/client/publisher.js';
import { sceneOf } from '../../src/table/documents/scene-file.js';
import { ship, tableOf } from '../judge/tables.js';
import { servedInChromium, withoutEngines } from './served-app.js';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

let cache: string;
let service: Service;
const served = servedInChromium();

before(async () => {
  cache = await mkdtemp(join(tmpdir(), 'hashmark-menu-'));
  service = await startService({
    ...{ port: 0, host: '0.0.0.0', table: 'final', viewerDelayMs: 0, folder: DIST, cache, onRefused: () => undefined },
  });
});

after(async () => {
  await service?.close();
  await rm(cache, { recursive: true, force: true });
});

/** The text in the code that the menu shows. */
async function scanned(page: Page): Promise<string> {
  const source = (await page.locator('hm-stream .code img').getAttribute('src'))!;
  const { data, info } = await sharp(Buffer.from(source.split(',')[1]!, 'base64'))
    .resize(600, undefined, { kernel: 'nearest' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}

test('from the link that npm start opens to an overlay in a browser that knows no certificate, and a code for the phone', {
  timeout: 120_000,
}, async () => {
  const { localUrl, urls } = service;
  const publisher = createPublisher({ url: `${localUrl.replace('http', 'ws')}mqtt`, table: 'final', token: service.tokens().camera });
  const table = tableOf([ship('a', 'small', 300, 400, 90), ship('b', 'small', 500, 400, 90)]);
  publisher.publish(sceneOf(table), report(table), {});
  const page = await withoutEngines(await served.browser.newPage({ viewport: { width: 1280, height: 800 } }));
  await page.goto(playerLink(service));
  await page.getByRole('button', { name: 'Show it on a stream' }).click();
  const linkOf = (name: string) => page.getByLabel(`Link: ${name}`, { exact: true }).inputValue();
  await page.locator('hm-stream .code img').waitFor();
  assert.equal(await linkOf('Map'), `${localUrl}overlay?table=final&view=map#token=${service.tokens().viewer}`);
  assert.equal(await scanned(page), `${urls[0]}?camera=device&publish=final#token=${service.tokens().camera}`);
  await page.getByRole('button', { name: 'Code: Console' }).click();
  await page.getByAltText('Code of the link: Console').waitFor();
  assert.equal(await scanned(page), `${urls[0]}console?table=final#token=${service.tokens().console}`);
  await page.frameLocator('hm-stream iframe').locator('.base').nth(1).waitFor({ state: 'attached' });

  const obs = await served.browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await obs.goto(await linkOf('Map'));
  await obs.locator('hm-overlay .base').nth(1).waitFor({ state: 'attached' });
  const encrypted = await served.browser.newPage();
  await assert.rejects(encrypted.goto(`${urls[0]}overlay`), /ERR_CERT/, 'what a streaming program does with the encrypted link');

  const old = await linkOf('Map');
  await page.getByText('A link is in the wrong hands?').click();
  await page.getByRole('button', { name: 'New links of the overlays' }).click();
  for (let tries = 0; (await linkOf('Map')) === old && tries < 50; tries++) await page.waitForTimeout(100);
  assert.equal(await linkOf('Map'), `${localUrl}overlay?table=final&view=map#token=${service.tokens().viewer}`);
  await obs.locator('hm-overlay .base').first().waitFor({ state: 'detached', timeout: 40_000 });
  await obs.goto('about:blank');
  await obs.goto(old.replace('#', '&debug#'));
  await obs.getByText('does not accept this link').waitFor();
  await Promise.all([publisher.close(), page.close(), obs.close(), encrypted.close()]);
});
