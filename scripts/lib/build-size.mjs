import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { PACKED_ENDING, packed } from './packed-files.mjs';

/** Bytes, packed with brotli as `hashmark serve` sends them; `all` is with both engines and all nets. */
export const LIMITS = { shell: 200_000, all: 9_000_000 };
const PAGE = 'index.html';

/**
 * What a built app weighs, bytes: `shell` is its page with what that asks for at once (styles, pictures, programs and all that they import
 * before they run), `all` is every file. Throws when the page is missing.
 */
export async function buildSizes(folder) {
  const sizes = new Map();
  for (const name of await filesIn(folder)) {
    sizes.set(name, (await packed(name, await readFile(join(folder, name)))).length);
  }
  if (!sizes.has(PAGE)) throw new Error(`${folder} has no ${PAGE}: build the app with \`npm run build\`.`);
  const names = await shellNames(folder, PAGE, new Set());
  const sum = (some) => [...some].reduce((bytes, name) => bytes + (sizes.get(name) ?? 0), 0);
  return { shell: sum(names), all: sum(sizes.keys()), shellNames: [...names].sort() };
}

/** The parts that are too large, in words. */
export function tooLarge(sizes, limits = LIMITS) {
  return Object.entries(limits).flatMap(([part, limit]) =>
    sizes[part] > limit ? [`${part}: ${sizes[part]} bytes, expected at most ${limit}.`] : [],
  );
}

async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(PACKED_ENDING))
    .map((entry) => posix.join(...join(entry.parentPath, entry.name).slice(folder.length).split(/[\\/]/).filter(Boolean)));
}

/** A page or program, and what it asks for by itself; `import()` comes later and does not count. */
async function shellNames(folder, name, found) {
  found.add(name);
  if (!/\.(html|js|css)$/.test(name)) return found;
  const text = await readFile(join(folder, name), 'utf8');
  const asked = name.endsWith('.html') ? /(?:href|src)="\.\/([^"]+)"/g : /(?:from|import)\s*"\.\/([^"]+)"/g;
  for (const [, other] of text.matchAll(asked)) if (!found.has(other)) await shellNames(folder, other, found);
  return found;
}
