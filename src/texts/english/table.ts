import { CAMERA } from './camera.js';
import { FILES } from './files.js';
import { SQUAD } from './squad.js';
import { STREAM } from './stream.js';
import { VISION } from './vision.js';

/** Every phrase of the program, in English. */
export const ENGLISH = { ...VISION, ...CAMERA, ...FILES, ...SQUAD, ...STREAM };
