import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Folder in which this user's certificate and tokens are kept between runs: the system's place for caches, or `HASHMARK_CACHE`. */
export function cacheFolder(): string {
  const { env, platform } = process;
  if (env.HASHMARK_CACHE) return env.HASHMARK_CACHE;
  if (platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'hashmark');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'hashmark');
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'hashmark');
}

/** The text of a kept file; undefined when it is not there or cannot be read. */
export async function readKept(folder: string, name: string): Promise<string | undefined> {
  return readFile(join(folder, name), 'utf8').catch(() => undefined);
}

/** Keeps a secret for this user only; written aside and renamed, so that no half of it is ever read. */
export async function keep(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const aside = join(folder, `${name}.${process.pid}.new`);
  await writeFile(aside, text, { mode: 0o600 });
  await rename(aside, join(folder, name));
}
