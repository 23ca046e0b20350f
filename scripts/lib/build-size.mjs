import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { PACKED_ENDING, packed } from './packed-files.mjs';
import { sha256Hex } from './sha256-hex.mjs';

/** Bytes, packed with brotli as `npm run build` packs them; `all` is with both engines and all nets. */
export const LIMITS = { shell: 200_000, all: 9_000_000 };
const PAGE = 'index.html';
/** What packing makes of engines and nets, bytes by their sha-256: it takes half a minute of a processor. One that is missing here is packed; test:long packs all. */
export const PACKED_SIZES = {
  // OpenCV.js 4.12.0-release.1
  '8e7b0a2f1fa7e2c319b249ccc121a69bf0cd5e415b7927abca0e961ccd5f4000': 1_887_151,
  // onnxruntime-web 1.30
  '3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2': 2_391_966,
  // base-detector
  '14769349c1795d5a77ec57c75424e76b514799e9dc28c285d8127b563e2e86a3': 582_241,
  // base-keypoints
  '9d2aadd83e7019f4af0bfac9cdbcd1ca051b70062fbbd326159238460ae898b8': 604_838,
  // base-sides
  f587f47334fc7ebdedc8d17a72e0bc3301f5ae097d29fd5e753843e41b262adf: 595_682,
  // base-size
  '0a914504d03e4bb2d504a368de2be3278cd603f13ec750b51fc88c13a806b866': 162_028,
  // frame
  '7d9cc996a1dcb470e827b1852d8f08bb0519924e9c33f1d419eb785d643d0cfa': 407_027,
  // mat-edge
  ec7f5394bc54db4a373576b52ccd67183779acd7c8bcd0a6ab942d3fae919631: 82_656,
  // mat-finder
  a469772fd4521b7aeccd97871febf146787703e46d56cbdfa2fc08ff55377f4f: 593_542,
  // obstacle-outline
  '3b30f51fb09bc1b3fc4c42011f8517888cbad5a22207d29cd60f5a98e88f9ef3': 266_740,
};

/**
 * What a built app weighs, bytes: `shell` is its page with what that asks for at once (styles, pictures, programs and all that they import
 * before they run), `all` is every file. Throws when the page is missing.
 */
export async function buildSizes(folder) {
  const sizes = new Map();
  for (const name of await filesIn(folder)) {
    const bytes = await readFile(join(folder, name));
    sizes.set(name, PACKED_SIZES[sha256Hex(bytes)] ?? (await packed(name, bytes)).length);
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
