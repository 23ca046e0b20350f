import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { GERMAN_SENTENCES } from '../../src/app/locales/german-sentences.js';
import { type ServedApp, serveApp, startChromium } from './served-app.js';

let app: ServedApp;
let browser: Browser;
let english: readonly RegExp[];

/** Fewer letters than this may be the same word in both languages, or a name. */
const FEWEST_LETTERS = 7;

before(async () => {
  english = await englishTexts();
  app = await serveApp();
  browser = await startChromium();
});

after(async () => {
  await browser?.close();
  await app?.stop();
});

/** What the catalogues have in English, where their German differs; `{}` and placeholders take in anything. */
async function englishTexts(): Promise<RegExp[]> {
  const xliff = await readFile('src/app/locales/de.xlf', 'utf8');
  const plain = (text: string) =>
    text
      .replace(/<x [^>]*\/>/g, '{}')
      .replace(/&(lt|gt|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', amp: '&' })[name]!)
      .trim();
  const units = [...xliff.matchAll(/<source>(.*?)<\/source>\s*<target>(.*?)<\/target>/gs)].map(([, source, target]) => [
    plain(source!),
    plain(target!),
  ]);
  return [...units, ...GERMAN_SENTENCES]
    .filter(([source, target]) => source !== target && source!.replace(/\{\w*\}/g, '').replace(/\P{L}/gu, '').length >= FEWEST_LETTERS)
    .map(([source]) => new RegExp(`^${source!.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w*\}/g, '.*')}$`, 's'));
}

/** Words that no German sentence has; cards' and ships' names, which stay, are not on this page. */
const ENGLISH_WORDS = /\b(the|and|of|with|this|from|which|is|are|not|to|by|ship|yes|range|arc)\b|Ship \d/;

/** Every text of the page that is seen or read to somebody. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const waiting: Node[] = [document.body];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (node instanceof Text) found.add(node.data.replace(/\s+/g, ' ').trim());
      if (node instanceof Element) {
        if (/^(style|script|noscript)$/i.test(node.tagName)) continue;
        for (const name of ['aria-label', 'title', 'placeholder', 'label', 'aria-valuetext', 'alt'])
          found.add(node.getAttribute(name) ?? '');
        if (node.shadowRoot) waiting.push(node.shadowRoot);
      }
      waiting.push(...node.childNodes);
    }
    return [...found].filter((text) => text !== '');
  });
}

test('a walk in German through tools, dialogs, match mode, a match and refusals meets no English text of the catalogues', {
  timeout: 240_000,
}, async () => {
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const met: string[] = [];
  let texts = 0;
  const look = async (where: string) => {
    await page.waitForTimeout(250);
    const all = await textsOf(page);
    texts += all.length;
    met.push(...all.filter((text) => ENGLISH_WORDS.test(text) || english.some((one) => one.test(text))).map((text) => `${where}: ${text}`));
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

  await page.goto(app.url);
  await page.locator('hm-start input[type=file]').waitFor({ state: 'attached' });
  await look('start');
  await page.locator('hm-start input[type=file]').setInputFiles({ name: 'x.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('none') });
  await look('a photo that is none');
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
    if (action === 'squads') {
      for (const given of [
        '{"faction":"rebelalliance","pilots":[{"ship":"t65xwing","id":"jarjar"},{"ship":"rz1awing","id":"jakefarrell"}]}',
        '{"pil',
        'https://yasb.app/?d=v9ZsZ200Z5XWWW',
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
  await look('a scene that is none');
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
