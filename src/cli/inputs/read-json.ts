import { parseJson } from '../../table/parse-json.js';
import { readBytes } from './read-bytes.js';

/** No document of ours is larger; a file of this size is something else. */
const MOST_BYTES = 64e6;

/**
 * Reads a file and hands its JSON to `read`. Throws an Error that names the file and says what is wrong with it and what to do; `kind` is
 * what was expected, such as 'a scene file'.
 */
export async function readJson<T>(path: string, kind: string, read: (json: unknown) => T): Promise<T> {
  const bytes = await readBytes(path, kind);
  if (bytes.length > MOST_BYTES) {
    throw new Error(`${path}: got a file of ${(bytes.length / 1e6).toFixed(0)} MB, expected ${kind} of at most ${MOST_BYTES / 1e6} MB.`);
  }
  let json: unknown;
  try {
    json = parseJson(bytes.toString('utf8'));
  } catch (error) {
    throw new Error(`${path}: got text that is not JSON (${(error as Error).message}), expected ${kind}.`);
  }
  try {
    return read(json);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}
