import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readTruth, type Truth } from '../../src/cli/eval/truth-file.js';

/** One picture of a folder, with what is on it. */
export interface PictureWithTruth {
  readonly truthPath: string;
  readonly imagePath: string;
  readonly truth: Truth;
}

/** The pictures of a folder that have a truth file beside them, by name. Throws with the field that is missing or wrong in one. */
export async function* picturesWithTruth(folder: string): AsyncGenerator<PictureWithTruth> {
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()) {
    const truthPath = join(folder, name);
    const truth = await readTruth(truthPath);
    yield { truthPath, imagePath: join(folder, truth.image), truth };
  }
}
