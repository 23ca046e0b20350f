import { readFile } from 'node:fs/promises';
import { parseScene } from '../table/scene-file.js';
import type { Table } from '../table/table.js';

/** Reads a scene file; throws an Error that names the file and says what is wrong with it and what to do. */
export async function readScene(path: string): Promise<Table> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code ?? error}). Give the path of a scene file.`);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`${path}: got text that is not JSON (${(error as Error).message}), expected a scene file.`);
  }
  try {
    return parseScene(json);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}
