import { readFile } from 'node:fs/promises';

/** Reads a file; throws an Error that names it and says what was expected there. `kind` is that, such as 'a scene file'. */
export async function readBytes(path: string, kind: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EISDIR')
      throw new Error(`${path}: got a folder, expected ${kind}. Give the file that is in it.`);
    throw new Error(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code ?? error}). Give the path of ${kind}.`);
  }
}
