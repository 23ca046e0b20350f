import { LOOKS } from './english/looks.js';
import { addEnglish } from './english.js';

// Code that reports remeasuring, or the camera's view, must import `phrase` from here: its words come with it.
addEnglish(LOOKS);

export { figure, type Phrase, phrase, type Value } from './phrase.js';
