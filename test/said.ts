import { phrase } from '../src/texts/phrase.js';

/** A text that is no key of any table, as a phrase: the same in every language. */
export const said = (text: string) => phrase('as-it-is', text);
