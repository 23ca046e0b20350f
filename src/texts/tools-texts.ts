import { TOOLS } from './english/tools.js';
import { addEnglish } from './english.js';

// Whoever says a text of the page's tools has to take `phrase` from here: with it come the words.
addEnglish(TOOLS);

export { type Figure, figure, type Phrase, phrase, type Value } from './phrase.js';
