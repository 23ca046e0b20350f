import { TOOLS } from './english/tools.js';
import { addEnglish } from './english.js';

// Code that uses a text of the page's tools must import `phrase` from here: its words come with it.
addEnglish(TOOLS);

export { type Figure, figure, type Phrase, phrase, type Value } from './phrase.js';
