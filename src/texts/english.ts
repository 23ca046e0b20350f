import { CAMERA } from './english/camera.js';
import { FILES } from './english/files.js';
import { STREAM } from './english/stream.js';
import { VISION } from './english/vision.js';
import { WORDS } from './english/words.js';
import { type Entry, type Figure, type Language, type Phrase, type PhraseKey, printed, type Value } from './phrase.js';

/** Texts of the first page; other words come with the parts that use them (`…-texts.ts`), so that it does not wait for them. */
const table = { ...WORDS, ...VISION, ...CAMERA, ...FILES, ...STREAM } as Record<PhraseKey, Entry>;

const LANGUAGE: Language = { table, decimal: '.' };

/** Texts of a part of the program that is loaded when it is asked for. */
export function addEnglish(texts: Readonly<Record<string, Entry>>): void {
  Object.assign(table, texts);
}

/** A phrase, name or number in English, for documents, the wire and the command line. */
export const english = (value: Value): string => printed(value, LANGUAGE);

/** The message of a problem and its hint, in English. */
export const englishProblem = ({ message, hint }: { readonly message: Value; readonly hint: Value }): string =>
  `${english(message)} ${english(hint)}`;

/** Maximum depth of phrases within phrases. */
const MAX_DEPTH = 6;

/** Whether a value from elsewhere is a phrase of this program, with values that can be printed. */
export function isPhrase(value: unknown, depth = 0): value is Phrase {
  const { key, values } = Object(value) as Partial<Phrase>;
  if (depth > MAX_DEPTH || typeof key !== 'string' || !Object.hasOwn(table, key) || !Array.isArray(values)) return false;
  const entry: unknown = table[key];
  return values.length >= (typeof entry === 'function' ? entry.length : 0) && values.every((each) => isValue(each, depth + 1));
}

function isValue(value: unknown, depth: number): value is Value {
  if (typeof value === 'string' || Number.isFinite(value)) return true;
  const { number, digits } = Object(value) as Partial<Figure>;
  return (Number.isFinite(number) && Number.isInteger(digits) && digits! >= 0 && digits! <= 20) || isPhrase(value, depth);
}
