import { rename, rm, writeFile } from 'node:fs/promises';

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
