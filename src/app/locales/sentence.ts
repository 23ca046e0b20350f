/** A text as the program says it, with `{}` where it puts something in, and the same in the page's other language. */
export type SentencePair = readonly [source: string, translated: string];

interface Pattern {
  readonly source: RegExp;
  readonly translated: readonly string[];
}

export interface SentenceBook {
  readonly whole: ReadonlyMap<string, string>;
  readonly patterns: readonly Pattern[];
}

/** What is put in may be a sentence's part itself; no text of the program is nested deeper. */
const DEEPEST = 4;

/** Texts for looking up; those with the most fixed letters are tried first. */
export function sentenceBook(pairs: readonly SentencePair[]): SentenceBook {
  const open = pairs.filter(([source]) => source.includes('{}'));
  const fixedLetters = (source: string) => source.replaceAll('{}', '').length;
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return {
    whole: new Map(pairs.filter(([source]) => !source.includes('{}'))),
    patterns: [...open]
      .sort(([a], [b]) => fixedLetters(b) - fixedLetters(a))
      .map(([source, translated]) => ({
        source: new RegExp(`^${source.split('{}').map(escaped).join('(.*?)')}$`, 's'),
        translated: translated.split('{}'),
      })),
  };
}

/** A text in the book's language, with what was put into it; a text that the book does not have stays as it is. */
export function translateBy(text: string, book: SentenceBook): string {
  return found(text, book, 0) ?? text;
}

function found(text: string, book: SentenceBook, depth: number): string | undefined {
  const whole = book.whole.get(text);
  if (whole !== undefined || depth > DEEPEST) return whole;
  for (const { source, translated: parts } of book.patterns) {
    const match = source.exec(text);
    if (match) return parts.map((part, i) => (i === 0 ? part : `${found(match[i]!, book, depth + 1) ?? match[i]}${part}`)).join('');
  }
  return (
    foundIn(text, book, depth, /(?<=[.?!]) (?=\p{Lu})/u, ' ') ??
    foundIn(text, book, depth, / · /, ' · ') ??
    foundIn(text, book, depth, /, /, ', ')
  );
}

/** A text of several that were put together. */
function foundIn(text: string, book: SentenceBook, depth: number, between: RegExp, joint: string): string | undefined {
  const parts = text.split(between);
  if (parts.length < 2) return undefined;
  const each = parts.map((part) => found(part, book, depth + 1));
  return each.some((part) => part !== undefined) ? each.map((part, i) => part ?? parts[i]).join(joint) : undefined;
}
