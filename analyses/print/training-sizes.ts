/** Prints the game's sizes that the programs of `models/train` need, from `src/pieces`: `npm run analyse -- training-sizes`. */
import { writeFile } from 'node:fs/promises';
import { trainingSizes } from './training-sizes-file.js';

await writeFile(new URL('../../models/train/sizes.json', import.meta.url), trainingSizes());
