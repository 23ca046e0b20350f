import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { statesOfMatch } from '../../src/game/log/states-of-match.js';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const node = (...args: readonly string[]) => spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 64e6 });

test('another program in plain Node plays a round by the package’s exports, and its log replays', () => {
  const built = node('scripts/build-library.mjs', '--no-types');
  assert.equal(built.status, 0, built.stderr);
  const { status, stdout, stderr } = node('examples/play-a-round.mjs');
  assert.equal(status, 0, stderr);
  const lines = stdout.trimEnd().split('\n');
  assert.match(stdout, /Luke reveals 2FB[\s\S]*attacks/);
  const { state } = statesOfMatch(JSON.parse(lines.at(-1)!)).at(-1)!;
  assert.deepEqual([state.round, state.phase], [2, 'planning']);
});

test('every export of the package names its source’s types, and the entries of the two are those', () => {
  assert.deepEqual(Object.keys(exports), ['./game', './judge']);
  for (const [name, { types, default: script }] of Object.entries<{ types: string; default: string }>(exports)) {
    assert.equal(script, `./build/library${name.slice(1)}.js`);
    // tsc --build writes the types of src/X/api.ts to build/types/X/api.d.ts.
    assert.ok(existsSync(types.replace('./build/types/', 'src/').replace('.d.ts', '.ts')), types);
  }
});
