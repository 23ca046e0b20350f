import { parseScene } from '../table/scene-file.js';
import type { Table } from '../table/table.js';
import { readJson } from './read-json.js';

/** Reads a scene file; throws an Error that names the file and says what is wrong with it and what to do. */
export function readScene(path: string): Promise<Table> {
  return readJson(path, 'a scene file', parseScene);
}
