import { MATCH } from './english/match.js';
import { RULES } from './english/rules.js';
import { addEnglish } from './english.js';

// Whoever says a text of the rules has to take `phrase` from here: with it come the words.
addEnglish({ ...RULES, ...MATCH });

export { type FixedKey, figure, type Phrase, phrase, type Value } from './phrase.js';
