import assert from 'node:assert/strict';
import test from 'node:test';
import { evidencePage } from '../../src/app/evidence/evidence-page.js';
import { frozenDispute, frozenReading } from '../evidence/frozen.js';
import { axeFindings } from './axe-findings.js';
import { servedInChromium } from './served-app.js';

const served = servedInChromium();

test('axe finds nothing on the page to print, of a dispute and of a bad reading', { timeout: 60_000 }, async () => {
  const page = await served.browser.newPage();
  for (const evidence of [frozenDispute(), frozenReading()]) {
    const { type, base64 } = evidence.picture!;
    await page.setContent(evidencePage(evidence, `data:${type};base64,${base64}`, 'its file is signed by key 1234'));
    assert.deepEqual(await axeFindings(page), [], evidence.kind);
  }
  await page.close();
});
