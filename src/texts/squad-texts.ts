import { SQUAD } from './english/squad.js';
import { addEnglish } from './english.js';

// Whoever says what is wrong with a squad has to take `phrase` from here: with it come the words.
addEnglish(SQUAD);

export { type Phrase, phrase } from './phrase.js';
