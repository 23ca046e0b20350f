import { MATCH } from './english/match.js';
import { RULES } from './english/rules.js';
import { addEnglish } from './english.js';

// Code that uses a text of the rules must import `phrase` from here: its words come with it.
addEnglish({ ...RULES, ...MATCH });

export { type FixedKey, figure, type Phrase, phrase, type Value } from './phrase.js';
