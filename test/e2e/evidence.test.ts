import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { readEvidence } from '../../src/evidence/read-evidence.js';
import { servedInChromium, withoutEngines } from './served-app.js';

const served = servedInChromium();
/** Screenshots are for people: `SHOTS=folder` keeps them. */
const { SHOTS } = process.env;

const shot = async (page: Page, name: string) => SHOTS && page.screenshot({ path: `${SHOTS}/${name}.png` });

/** A page of its own: another device, with another key. What its content policy forbids is a complaint. Only one with a camera starts engines. */
async function freshPage(complaints: string[], query = '') {
  const page = await (await served.browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  if (!query) await withoutEngines(page);
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  // Engines of the page before may still be starting on a busy machine.
  await page.goto(`${served.app.url}${query}`, { timeout: 120_000 });
  return page;
}

const open = (page: Page, text: string, name: string) =>
  page.locator('hm-app').evaluate(
    (element, [content, fileName]) => {
      const file = new File([content!], fileName!, { type: 'application/json' });
      element.dispatchEvent(new CustomEvent('hm-open-files', { detail: { files: [file] } }));
    },
    [text, name],
  );

/**
 * Taps Freeze until there is something to freeze: on a busy machine frames wait to be compared with what was measured, and what is not certain to be
 * seen is not frozen.
 */
async function frozen(page: Page): Promise<void> {
  const made = page.locator('hm-evidence img');
  const refused = page.locator('hm-evidence [data-code=nothing-to-freeze]');
  for (let tap = 0; tap < 40; tap++) {
    await page
      .locator('hm-answer .detail')
      .filter({ hasText: /^[\d.]+ mm/ })
      .waitFor({ timeout: 60_000 });
    await page.locator('hm-answer [data-tool=freeze]').click();
    await made.or(refused).first().waitFor({ timeout: 60_000 });
    if ((await made.count()) > 0) return;
    await page.keyboard.press('Escape');
    await page.locator('hm-evidence').waitFor({ state: 'detached' });
  }
  assert.fail('there was never an answer to freeze');
}

async function saved(page: Page, what: 'file' | 'picture' | 'page'): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`hm-evidence [data-save=${what}]`).click()]);
  return readFile(await download.path());
}

const textOf = async (locator: Locator) => ((await locator.textContent()) ?? '').replace(/\s+/g, ' ').trim();

test('a dispute is frozen by one tap, saved, and opened elsewhere with its picture, its table and its answer; one changed byte is noticed', {
  timeout: 300_000,
}, async () => {
  const complaints: string[] = [];
  const page = await freshPage(complaints, '?camera=simulated&seed=1');
  await page.locator('hm-ships li').nth(1).waitFor({ timeout: 200_000 });
  const ids = await page.locator('hm-map [data-ship]').evaluateAll((all) => all.map((one) => (one as SVGElement).dataset.ship!));
  for (const id of ids.slice(0, 2)) await page.locator(`hm-map [data-ship="${id}"]`).press('Enter');
  await page.locator('hm-answer .headline').waitFor();
  await frozen(page);
  assert.match(await textOf(page.locator('hm-evidence p').first()), /Nothing leaves this device unless you save it/);
  // The browser of a test has kept nothing of earlier visits.
  assert.match(await textOf(page.locator('hm-evidence .signed')), /a new key, made today: evidence of earlier visits may show another one/);
  const fingerprint = /key ([0-9a-f]{4}( [0-9a-f]{4}){3})/.exec(await textOf(page.locator('hm-evidence .signed')))![1];
  await page.waitForTimeout(400);
  await shot(page, 'evidence-dialog');
  await page.setViewportSize({ width: 390, height: 844 });
  await shot(page, 'evidence-dialog-phone');
  await page.setViewportSize({ width: 1280, height: 800 });

  const text = (await saved(page, 'file')).toString('utf8');
  const { evidence, signedBy } = await readEvidence(text);
  assert.equal(signedBy.kind === 'key' && signedBy.fingerprint, fingerprint);
  const picture = await sharp(Buffer.from(evidence.picture!.base64, 'base64')).metadata();
  assert.deepEqual([picture.format, picture.width, picture.height], ['jpeg', evidence.camera!.widthPx, evidence.camera!.heightPx]);
  assert.deepEqual([evidence.asked!.from, evidence.asked!.to], ids.slice(0, 2));
  const { mm, sigmaMm } = evidence.report.pairs.find(({ from, to }) => from === ids[0] && to === ids[1])!.closest;
  assert.ok(mm > 0 && sigmaMm > 0);

  const png = await saved(page, 'picture');
  const chat = await sharp(png).metadata();
  assert.ok(chat.format === 'png' && chat.width === 1600 && chat.height > 900, `${chat.format} ${chat.width}×${chat.height}`);
  if (SHOTS) await sharp(png).toFile(`${SHOTS}/evidence-chat.png`);
  const paper = (await saved(page, 'page')).toString('utf8');
  assert.ok(paper.includes(`${mm.toFixed(2)} mm ± ${sigmaMm.toFixed(2)}`) && paper.includes('src="data:image/png;base64,'));
  const printed = await served.browser.newPage({ viewport: { width: 800, height: 1100 } });
  await printed.setContent(paper);
  await shot(printed, 'evidence-paper');

  await page.keyboard.press('Escape');
  await page.locator('hm-evidence').waitFor({ state: 'detached' });

  // A bad reading, from the same page.
  await page
    .locator('hm-top-bar')
    .evaluate((bar) => bar.dispatchEvent(new CustomEvent('hm-menu', { detail: { action: 'report' }, bubbles: true, composed: true })));
  await page.locator('hm-evidence textarea').fill('Ship 1 stands 10 mm farther left.');
  await page.locator('hm-evidence img').waitFor({ timeout: 60_000 });
  await page.waitForTimeout(400);
  await shot(page, 'bad-reading');
  const report = (await readEvidence((await saved(page, 'file')).toString('utf8'))).evidence;
  assert.deepEqual([report.kind, report.said, report.state?.source], ['bad reading', 'Ship 1 stands 10 mm farther left.', 'simulated']);
  assert.ok(
    report.log!.some((entry) => /^measured: \d+ bases, .* in \d+ ms/.test(entry.text)),
    JSON.stringify(report.log),
  );
  // Its camera would go on beside what follows.
  await page.close();

  const other = await freshPage(complaints);
  await open(other, text, 'evidence.json');
  await other.locator('hm-frozen summary').waitFor({ timeout: 30_000 });
  const mark = await textOf(other.locator('hm-frozen summary'));
  assert.match(mark, /^Evidence, frozen at .*: unchanged since the device /);
  assert.ok(mark.includes(fingerprint!));
  // As it was frozen, though the table has been looked at again since.
  const [, ...words] = evidence.answer!.split('. ');
  const [headline, detail] = [await textOf(other.locator('hm-answer .headline')), await textOf(other.locator('hm-answer .detail'))];
  assert.ok(words.join('. ').includes(detail) && detail.includes(`${mm.toFixed(1)} mm`), `${detail}; frozen: ${evidence.answer}`);
  assert.ok(headline.startsWith('Range') || headline.startsWith('Beyond'), headline);
  assert.ok((await textOf(other.locator('hm-frozen details'))).includes(`Answer then: ${evidence.answer}`));
  assert.equal(await other.locator('hm-stage .picture img').count(), 1);
  await other.waitForTimeout(500);
  await shot(other, 'evidence-opened');
  await other.setViewportSize({ width: 390, height: 844 });
  await other.waitForTimeout(300);
  await shot(other, 'evidence-opened-phone');
  await other.setViewportSize({ width: 1280, height: 800 });
  // Something else is asked of it.
  await other.locator('hm-answer [aria-label="Measure the other way round"]').click();
  assert.match(await textOf(other.locator('hm-answer .detail')), /^[\d.]+ mm ± [\d.]+/);
  await other.locator('hm-answer [data-tool=survey]').click();
  await other.locator('hm-ranges table.ships tr').first().waitFor();
  assert.equal(await other.locator('hm-ranges table.ships tr').count(), ids.length - 1);

  // Nobody signs it again: it is printed as it was frozen, and not at all once it is corrected here.
  const tell = (name: string, detail: unknown) =>
    other
      .locator('hm-answer')
      .evaluate(
        (element, [event, what]) =>
          element.dispatchEvent(new CustomEvent(event as string, { detail: what, bubbles: true, composed: true })),
        [name, detail],
      );
  await tell('hm-menu', { action: 'freeze' });
  await other.locator('hm-evidence img').waitFor({ timeout: 60_000 });
  assert.equal(await other.locator('hm-evidence [data-save=file]').count(), 0);
  const reprinted = (await saved(other, 'page')).toString('utf8');
  assert.ok(reprinted.includes(evidence.frozenAt) && reprinted.includes(`the device ${fingerprint}`), 'when it was frozen, and by whom');
  await other.keyboard.press('Escape');
  await other.locator('hm-evidence').waitFor({ state: 'detached' });
  await tell('hm-edit', { edit: { kind: 'turn', shipId: ids[0], quarters: 2 } });
  await other.locator('hm-frozen summary').filter({ hasText: 'corrected here' }).waitFor();
  await tell('hm-menu', { action: 'freeze' });
  await other.locator('hm-evidence [data-code=evidence-corrected]').waitFor();
  await shot(other, 'evidence-corrected');
  await other.keyboard.press('Escape');
  await other.locator('hm-evidence').waitFor({ state: 'detached' });
  await tell('hm-undo', undefined);
  await other.locator('hm-frozen summary').filter({ hasText: 'unchanged since' }).waitFor();

  const at = text.indexOf('"base64":"') + 2000;
  const changed = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
  await open(other, changed, 'changed.json');
  const told = other.locator('[data-code=evidence-changed]').first();
  await told.waitFor();
  assert.match(await textOf(told), /changed\.json was changed after signing.*Nothing was opened/s);
  assert.equal(await other.locator('hm-frozen').count(), 1);
  await shot(other, 'evidence-changed');
  await open(other, text.slice(0, text.length / 2), 'cut.json');
  await other.locator('[data-code=evidence-unreadable]').first().waitFor();
  assert.match(
    await textOf(other.locator('[data-code=evidence-unreadable]').first()),
    /cut\.json could not be opened: it is not JSON, or was cut off/,
  );
  assert.deepEqual(complaints, []);
});
