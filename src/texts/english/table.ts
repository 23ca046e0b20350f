import { CAMERA } from './camera.js';
import { FILES } from './files.js';
import { LOOKS } from './looks.js';
import { MATCH } from './match.js';
import { PHOTOS } from './photos.js';
import { RULES } from './rules.js';
import { SQUAD } from './squad.js';
import { STREAM } from './stream.js';
import { TOOLS } from './tools.js';
import { VISION } from './vision.js';
import { WORDS } from './words.js';

/** Every phrase of the program, in English. */
export const ENGLISH = { ...WORDS, ...VISION, ...CAMERA, ...FILES, ...SQUAD, ...RULES, ...MATCH, ...LOOKS, ...PHOTOS, ...STREAM, ...TOOLS };
