import { readFile } from 'node:fs/promises';
import type { Setup } from '../../table/setup/setup.js';
import { parseSetup } from '../../table/setup/setup-file.js';

/** Reads a setup file; throws an Error that names the file and says what is wrong with it and what to do. */
export async function readSetup(path: string): Promise<Setup> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`${path}: cannot be read (${cause.code ?? cause}). Give the path of a setup file, as hashmark setup writes it.`);
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${path}: not a whole setup file (${why}). It may have been cut off: save it again, or set the table up anew.`);
  }
  try {
    return parseSetup(json);
  } catch (cause) {
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
