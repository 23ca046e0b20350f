import { readFile, writeFile } from 'node:fs/promises';
import { withSection } from '../cli/eval/sections.js';

/** Renews one section of ACCURACY.md. */
export async function writeSection(section: string): Promise<void> {
  const path = new URL('../../ACCURACY.md', import.meta.url);
  await writeFile(path, withSection(await readFile(path, 'utf8'), section));
}
