import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Refuses, before minutes of work, a file that cannot be written: in a folder that is not there, a folder itself, or one of the pictures that are read, which would be lost. */
export async function checkOut(path: string, pictures: readonly string[]): Promise<void> {
  const refuse = (why: string) => new Error(`${path}: cannot be written: ${why}`);
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (!folder?.isDirectory()) throw refuse(`there is no folder ${dirname(path)}. Make it, or give a file in a folder that exists.`);
  if ((await stat(path).catch(() => undefined))?.isDirectory()) throw refuse('it is a folder. Give the name of a file in it.');
  const placeOf = (file: string) => realpath(file).catch(() => undefined);
  const place = await placeOf(path);
  for (const picture of pictures) {
    if (place !== undefined && (await placeOf(picture)) === place)
      throw refuse('it is one of the pictures, which would be lost. Give another name.');
  }
}

/** Writes a file aside and renames it, so that no half of it is ever read. Throws with the path and what to do when it cannot be written. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const aside = `${path}.${process.pid}.new`;
  try {
    await writeFile(aside, content);
    await rename(aside, path);
  } catch (cause) {
    await rm(aside, { force: true }).catch(() => undefined);
    throw new Error(
      `${path}: cannot be written (${cause instanceof Error ? cause.message : String(cause)}); give a file in a folder that exists.`,
    );
  }
}
