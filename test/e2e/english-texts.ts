import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { ENGLISH } from '../../src/texts/english/table.js';
import { GERMAN } from '../../src/texts/german/table.js';
import type { Entry, PhraseKey } from '../../src/texts/phrase.js';

/** Whether a text of a German page is English. */
export type EnglishSought = (text: string) => boolean;

/** Fewer letters than this may be the same word in both languages, or a name. */
const FEWEST_LETTERS = 7;

/** Words that no German sentence has; cards' and ships' names, which stay, are not on this page. */
const ENGLISH_WORDS = /\b(the|and|of|with|this|from|which|is|are|not|to|by|ship|yes|range|arc)\b|Ship \d/;

/** What the catalogues have in English, where their German differs; `{}` and placeholders take in anything. */
export async function englishSought(): Promise<EnglishSought> {
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
  const open = (entry: Entry) => (typeof entry === 'string' ? entry : entry(...Array<string>(8).fill('{}')));
  const phrases = (Object.keys(ENGLISH) as PhraseKey[]).map((key) => [open(ENGLISH[key] as Entry), open(GERMAN.table[key])]);
  const sources = [...units, ...phrases]
    .filter(([source, target]) => source !== target && source!.replace(/\{\w*\}/g, '').replace(/\P{L}/gu, '').length >= FEWEST_LETTERS)
    .map(([source]) => new RegExp(`^${source!.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w*\}/g, '.*')}$`, 's'));
  return (text) => ENGLISH_WORDS.test(text) || sources.some((source) => source.test(text));
}

/** Every text of the page that is seen or read to somebody. */
export function textsOf(page: Page): Promise<string[]> {
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
