import { ENGLISH } from './english/table.js';
import { type Figure, type Language, type Phrase, printed, type Value } from './phrase.js';

const LANGUAGE: Language = { table: ENGLISH, decimal: '.' };

/** A phrase, name or number in English: what documents, the wire and the command line hold. */
export const english = (value: Value): string => printed(value, LANGUAGE);

/** What happened and what to do about it, in English. */
export const englishProblem = ({ message, hint }: { readonly message: Value; readonly hint: Value }): string =>
  `${english(message)} ${english(hint)}`;

/** Phrases within phrases go no deeper. */
const MAX_DEPTH = 6;

/** Whether what came from elsewhere is a phrase of this program, with values that can be printed. */
export function isPhrase(value: unknown, depth = 0): value is Phrase {
  const { key, values } = Object(value) as Partial<Phrase>;
  if (depth > MAX_DEPTH || typeof key !== 'string' || !Object.hasOwn(ENGLISH, key) || !Array.isArray(values)) return false;
  const entry: unknown = ENGLISH[key];
  return values.length >= (typeof entry === 'function' ? entry.length : 0) && values.every((each) => isValue(each, depth + 1));
}

function isValue(value: unknown, depth: number): value is Value {
  if (typeof value === 'string' || Number.isFinite(value)) return true;
  const { number, digits } = Object(value) as Partial<Figure>;
  return (Number.isFinite(number) && Number.isInteger(digits) && digits! >= 0 && digits! <= 20) || isPhrase(value, depth);
}
