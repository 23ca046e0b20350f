import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { importGraph } from './import-graph.mjs';
import { ROOT } from './run.mjs';
import { sha256Hex } from './sha256-hex.mjs';

const STAMPS = join(ROOT, 'scripts/lib/printed-stamps.json');
const MEASURED = ['models', 'test-fixtures/tables'];

/** What a page with a camera runs. */
const APP = ['src/app/main.ts', 'src/worker/vision-worker.ts', 'src/worker/watch-worker.ts'];

/** Sections of ACCURACY.md by the program that prints each, with how their titles begin. */
const SECTIONS = {
  bound: 'What is possible',
  clips: 'A second of a still table',
  crossval: 'Claimed, simulated, cross-validated and true errors',
  'hand-held': 'In the hand',
  'kept-out': 'Tables that no net has seen',
  followed: 'Followed in a hand, on a busy phone',
  live: 'Live, in a hand',
  looks: 'Looks of a phone in a hand',
  'known-beforehand': 'What is known beforehand',
  markers: 'Against a marker on every base',
  match: 'Over a match',
  'no-ships': 'Photographs without a ship',
  resolutions: 'At other resolutions',
};

/** What those measure that measure other pictures than most; some are not in the repository. */
const OTHER_PICTURES = {
  'hand-held': ['models', 'test-fixtures/hand-held'],
  'kept-out': ['models'],
  'no-ships': ['models'],
  looks: ['models'],
};

/**
 * What programs print into the repository. `entries` and all they import, and `also` (files and folders), are what it is made of. The programs set
 * the stamp when they print. Adding a document is adding a row; one that a test compares with the code, as docs/conventions.md, needs none.
 */
export const PRINTED = [
  {
    name: 'ACCURACY.md',
    command: 'npm run -s hashmark -- eval test-fixtures/tables',
    entries: ['src/cli/commands/eval.ts'],
    also: MEASURED,
  },
  ...Object.entries(SECTIONS).map(([section, title]) => ({
    name: `ACCURACY.md, ${section}`,
    title,
    command: `npm run analyse -- ${section} --write`,
    entries: [`analyses/accuracy/${section}.ts`, ...(section === 'live' ? APP : [])],
    also: OTHER_PICTURES[section] ?? MEASURED,
  })),
  { name: 'BENCHMARKS.md', command: 'npm run bench -- --write', entries: ['analyses/bench/bench.ts'], also: ['models'] },
  {
    name: 'docs/app.webp',
    command: 'npm run analyse -- photograph',
    entries: ['analyses/screens/photograph.ts', 'src/app/main.ts', 'src/worker/vision-worker.ts'],
    also: ['src/app/pages', 'src/app/styles', 'models'],
  },
  {
    name: 'docs/mutation.md',
    command: 'npm run mutate && npm run mutate -- --report',
    entries: ['scripts/mutate.mjs'],
    also: ['src/geometry', 'src/judge', 'src/table', 'src/vision/solve', 'src/game'],
  },
];

/** Each printed document that is there, and why it is stale: `{name, command, reason}`; reason is undefined where it is fresh. */
export async function printedStates(documents = PRINTED, root = ROOT) {
  const stamps = await readStamps();
  const hashes = new Map();
  const there = documents.filter(({ name, title }) => isThere(join(root, name.split(',')[0]), title));
  return Promise.all(
    there.map(async (document) => ({ ...document, reason: staleReason(stamps[document.name], await hashOf(document, root, hashes)) })),
  );
}

function isThere(path, title) {
  return existsSync(path) && (title === undefined || readFileSync(path, 'utf8').includes(`## ${title}`));
}

export function staleReason(stamp, hash) {
  if (!stamp) return 'has no stamp of what printed it';
  return stamp.hash === hash ? undefined : `was printed on ${stamp.date} from other files than those of now`;
}

/** Notes that a document is of what is there now. Throws for one that is not in the list. */
export async function stampDocument(name, date = new Date().toISOString().slice(0, 10)) {
  const document = PRINTED.find((one) => one.name === name);
  if (!document) throw new Error(`got '${name}', expected one of: ${PRINTED.map((one) => one.name).join('; ')}`);
  const stamps = await readStamps();
  stamps[name] = { date, hash: await hashOf(document, ROOT) };
  const sorted = Object.fromEntries(Object.entries(stamps).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(STAMPS, `${JSON.stringify(sorted, null, 2)}\n`);
}

async function readStamps() {
  return JSON.parse(await readFile(STAMPS, 'utf8').catch(() => '{}'));
}

/**
 * A hash over the names and contents of all that a document is made of: of code what runs, so that a comment or a type makes nothing stale. `hashes`
 * holds those of files, for documents that are made of the same ones.
 */
export async function hashOf({ entries, also = [] }, root, hashes = new Map()) {
  const files = new Set((await importGraph(root, entries)).keys());
  for (const path of also) for (const file of await filesUnder(root, path)) files.add(file);
  const hash = createHash('sha256');
  for (const file of [...files].sort()) {
    if (!hashes.has(file)) hashes.set(file, hashOfFile(join(root, file)));
    const content = await hashes.get(file);
    if (content) hash.update(`${file} ${content}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

async function hashOfFile(path) {
  const content = await readFile(path).catch(() => undefined);
  if (!content) return undefined;
  if (!/\.(ts|mjs)$/.test(path)) return sha256Hex(content);
  const { code } = await transform(content, { loader: 'ts', minifyWhitespace: true, legalComments: 'none' });
  return sha256Hex(code);
}

/** What trains nets, and what it left behind, does not enter a document. */
async function filesUnder(root, path) {
  const found = await stat(join(root, path)).catch(() => undefined);
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  const names = (await readdir(join(root, path))).filter((name) => !['train', 'runs', '__pycache__'].includes(name));
  return (await Promise.all(names.map((name) => filesUnder(root, `${path}/${name}`)))).flat();
}
