import type { ENGLISH } from './english/table.js';

/** A number that is printed with a fixed number of decimals, in the reader's language: 237.0 or 237,0. */
export interface Figure {
  readonly number: number;
  readonly digits: number;
}

/** A text as data: its key in the tables of all languages, and what is put into it. It survives `structuredClone` and JSON. */
export interface Phrase {
  readonly key: PhraseKey;
  readonly values: readonly Value[];
}

export type PhraseKey = keyof typeof ENGLISH;
/** Keys of texts without values. */
export type FixedKey = { [K in PhraseKey]: (typeof ENGLISH)[K] extends string ? K : never }[PhraseKey];
/** A string is a name, the same in every language; what has a translation is itself a phrase. */
export type Value = string | number | Figure | Phrase;

/** A table's entry: a fixed text, or a function of the values, printed. */
export type Entry = string | ((...values: string[]) => string);
/** The same table in another language: the compiler checks that no key is missing, and no entry takes more values. */
export type Translated<Table> = { readonly [K in keyof Table]: Table[K] extends string ? string : Table[K] };

type ValuesOf<K extends PhraseKey> = (typeof ENGLISH)[K] extends (...values: infer P) => string ? { [I in keyof P]: Value } : [];
/** A word of the program (a string of a literal type) is no name: it is put in as a phrase, or it would stay English. */
type Names<V> = { [I in keyof V]: V[I] extends string ? (string extends V[I] ? V[I] : never) : V[I] };

export function phrase<K extends PhraseKey, V extends readonly Value[]>(key: K, ...values: V & ValuesOf<K> & Names<V>): Phrase {
  return { key, values };
}

export const figure = (number: number, digits: number): Figure => ({ number, digits });

/** One way of saying a phrase: the table of a language, and its decimal sign. */
export interface Language {
  readonly table: Readonly<Record<PhraseKey, Entry>>;
  readonly decimal: '.' | ',';
}

/** A value as it is printed: names as they are, numbers and phrases in the language. */
export function printed(value: Value, language: Language): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value).replace('.', language.decimal);
  if ('digits' in value) return value.number.toFixed(value.digits).replace('.', language.decimal);
  const entry = language.table[value.key];
  return typeof entry === 'string' ? entry : entry(...value.values.map((each) => printed(each, language)));
}
