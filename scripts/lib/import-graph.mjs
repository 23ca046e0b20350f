import { readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';

/** Which local files each file imports at run time, paths relative to the checkout; follows what is imported. */
export async function importGraph(root, entries) {
  const graph = new Map();
  const open = [...entries];
  while (open.length > 0) {
    const file = open.pop();
    if (graph.has(file)) continue;
    const text = await readFile(join(root, file), 'utf8').catch(() => undefined);
    const imports = text === undefined || file.endsWith('.json') ? [] : importsIn(text);
    const local = imports
      .filter((name) => name.startsWith('.'))
      .map((name) => posix.join(dirname(file), name).replace(/\.js$/, '.ts'))
      .filter((path) => /\.(ts|mjs|json)$/.test(path));
    graph.set(file, local);
    open.push(...local);
  }
  return graph;
}

/** By text: one file is in many graphs, and finding its imports is most of the work. */
const found = new Map();

function importsIn(text) {
  if (!found.has(text)) {
    found.set(
      text,
      ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName),
    );
  }
  return found.get(text);
}

/** The test files that come to use each file, nearest first: a map of file to `{test, steps}[]`. */
export function testsOf(graph, tests) {
  const reached = new Map();
  for (const test of tests) {
    let ring = [test];
    const seen = new Set(ring);
    for (let steps = 0; ring.length > 0; steps++) {
      for (const file of ring) reached.set(file, [...(reached.get(file) ?? []), { test, steps }]);
      ring = ring.flatMap((file) => graph.get(file) ?? []).filter((file) => !seen.has(file) && seen.add(file));
    }
  }
  for (const list of reached.values()) list.sort((a, b) => a.steps - b.steps || (a.test < b.test ? -1 : 1));
  return reached;
}
