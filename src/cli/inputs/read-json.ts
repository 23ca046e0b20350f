import { FieldTwiceError, parseJson } from '../../table/documents/parse-json.js';
import { readText } from './read-text.js';

/**
 * Reads a file and hands its JSON to `read`. Throws an Error that names the file and says what is wrong with it and what to do; `kind` is
 * what was expected, such as 'a scene file'.
 */
export async function readJson<T>(path: string, kind: string, read: (json: unknown) => T): Promise<T> {
  const text = await readText(path, kind);
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    if (error instanceof FieldTwiceError) throw new Error(`${path}: ${error.message}`);
    throw new Error(`${path}: got text that is not JSON (${(error as Error).message}), expected ${kind}.`);
  }
  try {
    return read(json);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}
