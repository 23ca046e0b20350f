import { type KnownLens, knownLensFrom } from '../../table/known-lens.js';
import { readJson } from './read-json.js';

/** Reads a lens file (calibration/lenses/README.md); throws with the field that is missing or wrong. */
export function readLens(path: string): Promise<KnownLens> {
  return readJson(path, 'a lens file (calibration/lenses/README.md)', knownLensFrom);
}
