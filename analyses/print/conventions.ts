/** Prints the tables of docs/conventions.md that come from code, in place: `npm run analyse -- conventions`. */
import { readFile, writeFile } from 'node:fs/promises';
import { conventionsWith } from './conventions-tables.js';

const PAGE = new URL('../../docs/conventions.md', import.meta.url);
await writeFile(PAGE, await conventionsWith(await readFile(PAGE, 'utf8')));
