import { readFile, writeFile } from 'node:fs/promises';
import { stampPrinted, withSection } from '../../src/cli/eval/printed-page.js';

/** Renews one section of ACCURACY.md; `name`: of the program that prints it, whose stamp is set. */
export async function writeSection(section: string, name: string): Promise<void> {
  const path = new URL('../../ACCURACY.md', import.meta.url);
  await writeFile(path, withSection(await readFile(path, 'utf8'), section));
  await stampPrinted(`ACCURACY.md, ${name}`);
}
