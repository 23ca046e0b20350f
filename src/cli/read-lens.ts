import { readFile } from 'node:fs/promises';
import { type KnownLens, knownLensFrom } from '../table/known-lens.js';

/** Reads a lens file (calibration/lenses/README.md); throws with the field that is missing or wrong. */
export async function readLens(path: string): Promise<KnownLens> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`${path}: no such lens file; expected a JSON file as calibration/lenses/README.md describes.`);
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path}: not a lens file: ${cause instanceof Error ? cause.message : String(cause)}.`);
  }
  try {
    return knownLensFrom(json);
  } catch (cause) {
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
