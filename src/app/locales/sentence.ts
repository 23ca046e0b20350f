/**
 * A text as the program says it, and the same in the page's other language. `{}` is where it puts in a number or words of its own, `{n}` a whole
 * number only, `{name}` names.
 */
export type SentencePair = readonly [source: string, translated: string];

interface Pattern {
  readonly source: RegExp;
  readonly holes: readonly string[];
  readonly translated: readonly string[];
}

interface Lookup {
  readonly whole: ReadonlyMap<string, string>;
  readonly patterns: readonly Pattern[];
}

export interface SentenceBook extends Lookup {
  /** What the program calls things that have no name. */
  readonly nameless: Lookup;
}

/** What is put in may be a sentence's part itself; no text of the program is nested deeper. */
const DEEPEST = 4;
const HOLE = /\{(?:name|n)?\}/g;

/** Texts for looking up; those with the most fixed letters are tried first. `nameless`: what the program calls things that have no name. */
export function sentenceBook(pairs: readonly SentencePair[], nameless: readonly SentencePair[]): SentenceBook {
  return { ...lookupOf([...pairs, ...nameless]), nameless: lookupOf(nameless) };
}

function lookupOf(pairs: readonly SentencePair[]): Lookup {
  const isOpen = (source: string) => source.search(HOLE) >= 0;
  const fixedLetters = (source: string) => source.replaceAll(HOLE, '').length;
  return {
    whole: new Map(pairs.filter(([source]) => !isOpen(source))),
    patterns: pairs
      .filter(([source]) => isOpen(source))
      .sort(([a], [b]) => fixedLetters(b) - fixedLetters(a))
      .map(([source, translated]) => patternOf(source, translated)),
  };
}

function patternOf(source: string, translated: string): Pattern {
  const holes = source.match(HOLE) ?? [];
  const fixed = source.split(HOLE).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const open = holes.map((hole, i) => `${hole === '{n}' ? '(\\d+)' : '(.*?)'}${fixed[i + 1]}`);
  return { source: new RegExp(`^${fixed[0]}${open.join('')}$`, 's'), holes, translated: translated.split(HOLE) };
}

/** A text in the book's language, with what was put into it; figures get its decimal comma. A text that the book does not have stays as it is, and so does every name. */
export function translateBy(text: string, book: SentenceBook): string {
  return found(text, book, 0) ?? text;
}

/** Numbers with their units and signs, and nothing else. */
const FIGURES = /^(?=.*\d)(?:mm|[\d\s.;±→–°%+-])+$/;

function found(text: string, book: SentenceBook, depth: number): string | undefined {
  const whole = book.whole.get(text);
  if (whole !== undefined || depth > DEEPEST) return whole;
  if (FIGURES.test(text)) return text.replaceAll(/(?<=\d)\.(?=\d)/g, ',');
  const put = (part: string, hole: string) => (hole === '{name}' ? namesBy(part, book) : (found(part, book, depth + 1) ?? part));
  return (
    filled(text, book, put) ??
    foundIn(text, book, depth, /(?<=[.?!]) (?=\p{Lu})/u, ' ') ??
    foundIn(text, book, depth, / · /, ' · ') ??
    foundIn(text, book, depth, /, /, ', ')
  );
}

/** By the first pattern that the text has; `put` says what is put in, in the other language. */
function filled(text: string, { patterns }: Lookup, put: (part: string, hole: string) => string): string | undefined {
  for (const { source, holes, translated } of patterns) {
    const [, ...parts] = source.exec(text) ?? [];
    if (parts.length > 0) return translated.map((fixed, i) => (i === 0 ? fixed : `${put(parts[i - 1]!, holes[i - 1]!)}${fixed}`)).join('');
  }
  return undefined;
}

/** A text of several that were put together. */
function foundIn(text: string, book: SentenceBook, depth: number, between: RegExp, joint: string): string | undefined {
  const parts = text.split(between);
  if (parts.length < 2) return undefined;
  const each = parts.map((part) => found(part, book, depth + 1));
  return each.some((part) => part !== undefined) ? each.map((part, i) => part ?? parts[i]).join(joint) : undefined;
}

/** Names with commas between them stay as they are; only what the program itself calls a thing without a name is translated. */
export function namesBy(text: string, { nameless }: SentenceBook): string {
  const each = text.split(', ').map((name) => nameless.whole.get(name) ?? filled(name, nameless, (part) => part) ?? name);
  return each.join(', ');
}
