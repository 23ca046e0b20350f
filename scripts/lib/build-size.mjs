import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { PACKED_ENDING, packed } from './packed-files.mjs';
import { sha256Hex } from './sha256-hex.mjs';

/** Bytes, packed with brotli as `npm run build` packs them; `all` is with both engines and all nets. */
export const LIMITS = { shell: 200_000, all: 9_000_000 };
const PAGE = 'index.html';
/** What packing makes of engines, bytes by their sha-256: it takes twenty seconds of a processor. An engine that is missing here is packed; test:long packs all. */
export const PACKED_ENGINES = {
  // OpenCV.js 4.12.0-release.1
  '8e7b0a2f1fa7e2c319b249ccc121a69bf0cd5e415b7927abca0e961ccd5f4000': 1_887_151,
  // onnxruntime-web 1.30
  '3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2': 2_391_966,
};

/**
 * What a built app weighs, bytes: `shell` is its page with what that asks for at once (styles, pictures, programs and all that they import
 * before they run), `all` is every file. Throws when the page is missing.
 */
export async function buildSizes(folder) {
  const sizes = new Map();
  for (const name of await filesIn(folder)) {
    const bytes = await readFile(join(folder, name));
    sizes.set(name, PACKED_ENGINES[sha256Hex(bytes)] ?? (await packed(name, bytes)).length);
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
