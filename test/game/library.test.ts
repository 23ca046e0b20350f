import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import test from 'node:test';
import { statesOfMatch } from '../../src/game/log/states-of-match.js';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const run = (command: string, args: readonly string[], cwd: string) => spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 64e6 });
const node = (...args: readonly string[]) => run(process.execPath, args, '.');

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

test('the packed library plays a round from a folder outside, with nothing else installed', (t) => {
  const built = node('scripts/build-library.mjs', '--no-types');
  assert.equal(built.status, 0, built.stderr);
  const outside = mkdtempSync(join(tmpdir(), 'packed-'));
  t.after(() => rmSync(outside, { recursive: true }));
  const installed = join(outside, 'node_modules', 'hashmark');
  mkdirSync(installed, { recursive: true });
  const packed = run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', outside], '.');
  assert.equal(packed.status, 0, packed.stderr);
  const tarball = packed.stdout.trim().split('\n').at(-1)!;
  const unpacked = run('tar', ['-xzf', join(outside, tarball), '-C', installed, '--strip-components', '1'], '.');
  assert.equal(unpacked.status, 0, unpacked.stderr);
  copyFileSync(resolve('examples/play-a-round.mjs'), join(outside, 'round.mjs'));
  const { status, stdout, stderr } = run(process.execPath, ['round.mjs'], outside);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /Luke reveals 2FB[\s\S]*attacks/);
});

test('every export of the package names its source’s types, and the entries of the two are those', () => {
  assert.deepEqual(Object.keys(exports), ['./game', './judge']);
  for (const [name, { types, default: script }] of Object.entries<{ types: string; default: string }>(exports)) {
    assert.equal(script, `./build/library${name.slice(1)}.js`);
    // tsc --build writes the types of src/X/api.ts to build/types/X/api.d.ts.
    assert.ok(existsSync(types.replace('./build/types/', 'src/').replace('.d.ts', '.ts')), types);
  }
});
