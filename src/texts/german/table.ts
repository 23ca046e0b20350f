import type { Language } from '../phrase.js';
import { CAMERA } from './camera.js';
import { FILES } from './files.js';
import { SQUAD } from './squad.js';
import { STREAM } from './stream.js';
import { VISION } from './vision.js';

export const GERMAN: Language = { table: { ...VISION, ...CAMERA, ...FILES, ...SQUAD, ...STREAM }, decimal: ',' };
