import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from './run.mjs';
import { sha256Hex } from './sha256-hex.mjs';

/** What has passed, by test file: the hash of all that it was made of. */
const KEPT = 'node_modules/.cache/hashmark-passed-tests.json';
/** What programs read by path. What trains nets, and what was built, does not belong to it. */
const DATA = ['test-fixtures', 'models', 'calibration', 'docs', 'examples'];
const SOURCES = ['src', 'analyses', 'scripts', 'test'];
const LEFT_OUT = new Set(['train', 'runs', '__pycache__']);
const ENVIRONMENT = ['package-lock.json', 'tsconfig.base.json', 'scripts/lib/test-host.mjs', 'scripts/lib/shared-nets.mjs'];
/** Folders of test/ whose programs are served, bundled or started from all sources. */
const OF_ALL_SOURCES = /^test\/(browser|e2e|long|scripts)\//;
const READS_FILES = /node:(fs|child_process)|import\.meta|require\(|process\.cwd|'sharp'/;
const READS_SOURCES =
  /node:child_process|['"`](src|analyses|scripts)[/'"`]|new URL\(['"`]([./]*(src|analyses|scripts)|[^'"`]*\.(js|ts|mjs)['"`])/;

/**
 * Which of some test files have passed before with all they are made of as it is now: what they import, and, where they or it read files by path,
 * every fixture, model and document; where they start programs or read code, all code as well. When in doubt a file has changed.
 */
export async function openUnchangedTests(files, root = ROOT) {
  const kept = join(root, KEPT);
  // Read only now: TypeScript is a package, which had to be installed first.
  const { importGraph } = await import('./import-graph.mjs');
  const graph = await importGraph(root, files);
  const [data, sources, environment] = await Promise.all([
    hashOfFolders(root, DATA),
    hashOfFolders(root, SOURCES),
    hashOfFiles(root, ENVIRONMENT),
  ]);
  const texts = new Map();
  await Promise.all([...graph.keys()].map(async (file) => texts.set(file, await readFile(join(root, file), 'utf8').catch(() => ''))));
  const rootFiles = await hashOfFiles(root, await filesAtRoot(root));

  const hashOf = (file) => {
    const closure = closureOf(graph, file);
    const all = closure.map((one) => texts.get(one));
    const hash = createHash('sha256').update(`${process.version} ${environment}`);
    for (const [at, one] of closure.entries()) hash.update(`${one} ${sha256Hex(all[at])}\n`);
    if (all.some((text) => READS_FILES.test(text))) hash.update(data + rootFiles);
    if (OF_ALL_SOURCES.test(file) || closure.some((one, at) => one.startsWith('test/') && READS_SOURCES.test(all[at])))
      hash.update(sources);
    return hash.digest('hex').slice(0, 20);
  };
  const hashes = new Map(files.map((file) => [file, hashOf(file)]));
  const passed = JSON.parse(await readFile(kept, 'utf8').catch(() => '{}'));

  return {
    isUnchanged: (file) => passed[file] !== undefined && passed[file] === hashes.get(file),
    /** Remembers the files that passed, as they were when this was opened, and forgets those that failed. */
    note(results) {
      for (const { file, failed } of results) {
        if (failed === 0) passed[file] = hashes.get(file);
        else delete passed[file];
      }
      // In one go: stages that run beside each other note theirs.
      mkdirSync(dirname(kept), { recursive: true });
      writeFileSync(kept, JSON.stringify(passed));
    },
  };
}

function closureOf(graph, entry) {
  const found = new Set([entry]);
  for (const file of found) for (const used of graph.get(file) ?? []) found.add(used);
  return [...found].sort();
}

async function filesAtRoot(root) {
  const entries = await readdir(root, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function hashOfFolders(root, folders) {
  return hashOfFiles(root, (await Promise.all(folders.map((folder) => filesUnder(root, folder)))).flat());
}

async function hashOfFiles(root, files) {
  const hash = createHash('sha256');
  for (const file of [...files].sort()) {
    const content = await readFile(join(root, file)).catch(() => '');
    hash.update(`${file} ${sha256Hex(content)}\n`);
  }
  return hash.digest('hex');
}

async function filesUnder(root, path) {
  const found = await stat(join(root, path)).catch(() => undefined);
  if (!found?.isDirectory()) return found ? [path] : [];
  const names = (await readdir(join(root, path))).filter((name) => !LEFT_OUT.has(name));
  return (await Promise.all(names.map((name) => filesUnder(root, `${path}/${name}`)))).flat();
}
