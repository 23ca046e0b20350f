import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { before } from 'node:test';
import { type EnglishSought, englishSought, textsOf } from './english-texts.js';
import { servedInChromium, withoutEngines } from './served-app.js';

const served = servedInChromium();
let english: EnglishSought;

before(async () => {
  english = await englishSought();
});

test('a walk in German through tools, dialogs, match mode, a match and refusals meets no English text of the catalogues', {
  timeout: 240_000,
}, async () => {
  const context = await served.browser.newContext({ locale: 'de-DE', viewport: { width: 1280, height: 800 } });
  const page = await withoutEngines(await context.newPage());
  const met: string[] = [];
  let texts = 0;
  const look = async (where: string) => {
    await page.waitForTimeout(250);
    const all = await textsOf(page);
    texts += all.length;
    met.push(...all.filter(english).map((text) => `${where}: ${text}`));
  };
  const tell = (name: string, detail: object) =>
    page.evaluate(([event, what]) => document.querySelector('hm-app')!.dispatchEvent(new CustomEvent(event as string, { detail: what })), [
      name,
      detail,
    ] as const);
  const open = (name: string, text: string | Buffer, mimeType = 'application/json') =>
    page
      .locator('input[type=file]')
      .last()
      .setInputFiles({ name, mimeType, buffer: Buffer.from(text) });

  await page.goto(served.app.url);
  await page.locator('hm-start input[type=file]').waitFor({ state: 'attached' });
  await look('start');
  await page.locator('hm-start input[type=file]').setInputFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('none') });
  await look('an unreadable file');
  await page.locator('hm-start input[type=file]').setInputFiles({
    name: 'scene.json',
    mimeType: 'application/json',
    buffer: Buffer.from((await readFile('docs/formats/examples/scene.json', 'utf8')).replace(/"name": "[^"]*",/g, '')),
  });
  await page.locator('hm-ships li').nth(1).waitFor();
  await look('ships');
  const ids = await page.evaluate(() =>
    (
      document.querySelector('hm-app')!.shadowRoot!.querySelector('hm-map') as unknown as { known: { table: { ships: { id: string }[] } } }
    ).known.table.ships.map(({ id }) => id),
  );
  await tell('hm-choose', { shipId: ids[0]! });
  await look('one ship');
  await tell('hm-choose', { shipId: ids[1]! });
  await page.locator('hm-answer .headline').waitFor();
  await look('the answer');
  const shipId = ids[0]!;
  for (const tool of [
    { kind: 'survey', shipId },
    { kind: 'closeup' },
    { kind: 'ruler', things: [] },
    {
      kind: 'ruler',
      things: [
        { kind: 'thing', id: shipId },
        { kind: 'edge', side: 'near' },
      ],
    },
    { kind: 'try', shipId, attempt: { kind: 'maneuver', dial: ['2FW', '1BW', '4KR'] } },
    { kind: 'try', shipId, attempt: { kind: 'maneuver', dial: ['2FW', '1BW', '4KR'], code: '1BW' } },
    { kind: 'try', shipId, attempt: { kind: 'reposition', row: 0 } },
    {
      kind: 'try',
      shipId,
      attempt: { kind: 'device', device: 'proximitymine', way: 'drop', template: 'straight', speed: 1, side: 'straight' },
    },
    { kind: 'check', at: 0 },
  ]) {
    await tell('hm-tool', { tool });
    await look(`${tool.kind} ${'attempt' in tool ? tool.attempt!.kind : ''}`);
  }
  await tell('hm-tool', {});
  await page.locator('hm-ships li [aria-label^="Schiff"], hm-ships li .quiet').first().click();
  await look('the editor of a ship');
  for (const action of ['help', 'board', 'freeze', 'report', 'squads', 'stream']) {
    await tell('hm-menu', { action });
    await page.locator('wa-dialog[open]').first().waitFor({ state: 'attached' });
    await look(action);
    // The component's own button.
    assert.equal(await page.getByRole('button', { name: 'Close', exact: true }).count(), 0, `${action}: it is closed in German`);
    if (action === 'freeze') {
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('hm-evidence [data-save=page]').click()]);
      const saved = await context.newPage();
      await saved.setContent(await readFile(await download.path(), 'utf8'));
      const all = await textsOf(saved);
      assert.ok(all.includes('Alle Reichweiten'), 'the page to print');
      met.push(...all.filter(english).map((text) => `the page to print: ${text}`));
      await saved.close();
    }
    if (action === 'squads') {
      for (const given of [
        '{"faction":"rebelalliance","pilots":[{"ship":"t65xwing","id":"jarjar"},{"ship":"rz1awing","id":"jakefarrell"}]}',
        '{"pil',
        'https://yasb.app/?d=v11ZsZ200Z5XWWW',
      ]) {
        await page.locator('hm-squads textarea').fill(given);
        await page.locator('hm-squads [data-do=read]').click();
        await look(`squads, ${given.slice(0, 9)}`);
      }
    }
    await page.keyboard.press('Escape');
    await page.locator('wa-dialog[open]').first().waitFor({ state: 'detached' });
  }
  await open('broken.json', '{');
  await look('an unreadable scene');
  await tell('hm-dismiss', {});
  await tell('hm-menu', { action: 'fair' });
  await page.locator('hm-match-mode .agree').first().waitFor();
  await look('match mode, offered');
  await tell('hm-fair', { kind: 'begin' });
  await look('match mode, begun');
  for (const moment of [
    { kind: 'action', ship: shipId },
    { kind: 'ability', ship: shipId },
    { kind: 'declare target', ship: ids[1]! },
    { kind: 'maneuver', ship: shipId, code: '2FW' },
    { kind: 'nothing' },
  ]) {
    await tell('hm-fair', { kind: 'moment', moment });
    await tell('hm-choose', { shipId: ids[0]! });
    await tell('hm-choose', { shipId: ids[1]! });
    await tell('hm-tool', { tool: { kind: 'survey', shipId } });
    await look(`match mode, ${moment.kind}`);
    await tell('hm-fair', { kind: 'open' });
    await look(`match mode, the log after ${moment.kind}`);
  }
  await tell('hm-fair', { kind: 'leave', why: 'a judge measures' });
  await look('match mode, left');
  await tell('hm-menu', { action: 'game' });
  await page.locator('hm-game-setup').waitFor();
  await look('a match, set up');
  await page.locator('hm-game .do.first').first().click();
  for (const index of [0, 1, 2, 3]) {
    await page.locator('hm-game nav .do').nth(index).click();
    await look(`a match, page ${index + 1}`);
  }
  assert.deepEqual([...new Set(met)], []);
  assert.ok(texts > 2000, `${texts} texts`);
  await context.close();
});
