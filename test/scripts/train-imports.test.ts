import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';

const FOLDER = new URL('../../models/train/', import.meta.url);

/** The modules of models/train that a module imports, anywhere in it. */
async function importsOf(module: string, modules: ReadonlySet<string>): Promise<string[]> {
  const text = await readFile(new URL(`${module}.py`, FOLDER), 'utf8');
  const named = [...text.matchAll(/^\s*(?:from (\w+) import|import (\w+))/gm)].map(([, from, plain]) => (from ?? plain)!);
  return [...new Set(named)].filter((name) => modules.has(name));
}

test('no module that trains nets comes back to itself by its imports', async () => {
  const modules = new Set((await readdir(FOLDER)).filter((name) => name.endsWith('.py')).map((name) => name.slice(0, -3)));
  assert.ok(modules.has('samples') && modules.size > 5);
  const graph = new Map(await Promise.all([...modules].map(async (module) => [module, await importsOf(module, modules)] as const)));
  const follow = (module: string, way: readonly string[]): void => {
    assert.ok(!way.includes(module), `${[...way, module].join(' → ')}`);
    for (const next of graph.get(module)!) follow(next, [...way, module]);
  };
  for (const module of modules) follow(module, []);
});
