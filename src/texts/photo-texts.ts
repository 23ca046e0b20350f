import { PHOTOS } from './english/photos.js';
import { addEnglish } from './english.js';

// Code that reports problems of a picture's file must import `phrase` from here: its words come with it.
addEnglish(PHOTOS);

export { phrase, type Value } from './phrase.js';
