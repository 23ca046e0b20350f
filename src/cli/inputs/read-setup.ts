import { printIn } from '../../table/setup/print-schema.js';
import type { Setup } from '../../table/setup/setup.js';
import { parseSetup } from '../../table/setup/setup-file.js';
import { readJson } from './read-json.js';

/** Reads a setup file; throws an Error that names the file and says what is wrong with it and what to do. */
export function readSetup(path: string): Promise<Setup> {
  return readJson(path, 'a setup file, as hashmark setup writes it', (json) => {
    const setup = parseSetup(json);
    const print = printIn(json);
    return print ? { ...setup, print } : setup;
  });
}
