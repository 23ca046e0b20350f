import { readFile, writeFile } from 'node:fs/promises';
import { withSection } from '../../src/cli/eval/sections.js';
import { stampPrinted } from '../../src/cli/eval/stamp-printed.js';

/** Renews one section of ACCURACY.md; `name`: of the program that prints it, whose stamp is set. */
export async function writeSection(section: string, name: string): Promise<void> {
  const path = new URL('../../ACCURACY.md', import.meta.url);
  await writeFile(path, withSection(await readFile(path, 'utf8'), section));
  await stampPrinted(`ACCURACY.md, ${name}`);
}
