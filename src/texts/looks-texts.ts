import { LOOKS } from './english/looks.js';
import { addEnglish } from './english.js';

// Whoever says what looking again came to, or what the camera sees, has to take `phrase` from here: with it come the words.
addEnglish(LOOKS);

export { figure, type Phrase, phrase, type Value } from './phrase.js';
