import { PHOTOS } from './english/photos.js';
import { addEnglish } from './english.js';

// Whoever says what is wrong with a picture's file has to take `phrase` from here: with it come the words.
addEnglish(PHOTOS);

export { phrase, type Value } from './phrase.js';
