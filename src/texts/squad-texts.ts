import { SQUAD } from './english/squad.js';
import { addEnglish } from './english.js';

// Code that reports problems of a squad must import `phrase` from here: its words come with it.
addEnglish(SQUAD);

export { type Phrase, phrase } from './phrase.js';
