import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import Ajv2020 from 'ajv/dist/2020.js';
import { sceneOf } from '../../src/table/documents/scene-file.js';
import { block, ship, tableOf } from '../judge/tables.js';
import { hashmark } from './hashmark.js';

const folder = mkdtempSync(join(tmpdir(), 'hashmark-range-'));
after(() => rmSync(folder, { recursive: true }));
const scene = join(folder, 'scene.json');
const ships = [ship('a', 'small', 450, 300, 0), ship('b', 'small', 450, 490, 180), ship('c', 'small', 700, 300, 0)];
writeFileSync(scene, JSON.stringify(sceneOf(tableOf(ships, [block('rock', 560, 290, 580, 310)]))));

const range = (...args: readonly string[]) => hashmark('range', scene, ...args);

test('[RNG-07] [RNG-08] range --json says at which range a ship is, within which, beyond which, and the attack range in an arc', async () => {
  const { status, stdout } = await range('--from', 'a', '--to', 'b', '--arc', 'front', '--json');
  assert.equal(status, 0);
  const found = JSON.parse(stdout);
  const check = new Ajv2020({ allowUnionTypes: true }).compile(JSON.parse(readFileSync('docs/formats/range.schema.json', 'utf8')));
  assert.ok(check(JSON.parse(stdout)), JSON.stringify(check.errors));
  // 150 mm from base to base: at range 2, beyond ranges 0 and 1.
  const values = (of: object) => Object.values(of).map(({ value }) => value);
  assert.deepEqual(values(found.at), [false, false, true, false]);
  assert.deepEqual(values(found.beyond), [true, true, false, false]);
  // Its far edge is 190 mm away.
  assert.deepEqual(Object.keys(found.within), ['1', '2', '3']);
  assert.deepEqual(values(found.within), [false, true, true]);
  assert.deepEqual([found.inArc.value, found.attack.range, Math.round(found.closest.mm)], [true, 2, 150]);
});

test('range measures to an obstacle, and names what it cannot do', async () => {
  assert.match((await range('--from', 'a', '--to', 'rock')).stdout, /90\.00 mm\n(.*\n)* {2}at range 1: yes/);
  // Its far corners are 110.45 mm away.
  assert.match((await range('--from', 'a', '--to', 'rock')).stdout, / {2}within range 1: no\n {2}within range 2: yes\n/);
  assert.doesNotMatch((await range('--from', 'rock', '--to', 'a')).stdout, /within/);
  assert.match((await range('--from', 'a', '--to', 'c', '--arc', 'front')).stdout, /in the front arc: no\n/);
  assert.equal((await range('--from', 'a', '--to', 'none')).status, 1);
  assert.match((await range('--from', 'rock', '--to', 'a', '--arc', 'front')).stderr, /expected a ship and another thing/);
  assert.match((await range('--from', 'a', '--to', 'a', '--arc', 'front')).stderr, /expected a ship and another thing/);
  const wrong = await range('--from', 'a', '--to', 'b', '--arc', 'side');
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /got --arc side, expected one of/);
});

test('range says in which arc a rock lies, and whether up to range 3, where an arc ends', async () => {
  const { stdout } = await range('--from', 'a', '--to', 'rock', '--arc', 'right', '--json');
  const found = JSON.parse(stdout);
  const check = new Ajv2020({ allowUnionTypes: true }).compile(JSON.parse(readFileSync('docs/formats/range.schema.json', 'utf8')));
  assert.ok(check(JSON.parse(stdout)), JSON.stringify(check.errors));
  assert.deepEqual([found.inArc.value, found.inArcUpTo3.value, 'attack' in found], [true, true, false]);
  // Straight to the right of it, 90 mm off.
  assert.match((await range('--from', 'a', '--to', 'rock', '--arc', 'right')).stdout, /in the right arc: yes\n.*up to range 3: yes\n$/);
  assert.match((await range('--from', 'a', '--to', 'rock', '--arc', 'front')).stdout, /in the front arc: no\n.*up to range 3: no\n$/);
});

test('a ship that stands wholly beside the mat has no range, and is named when others are measured', async () => {
  const fled = join(folder, 'fled.json');
  writeFileSync(fled, JSON.stringify(sceneOf(tableOf([...ships, ship('z', 'small', 450, -60, 0)]))));
  const measured = (to: string) => hashmark('range', fled, '--from', 'a', '--to', to);
  const gone = await measured('z');
  assert.deepEqual([gone.status, gone.stdout], [1, '']);
  assert.match(gone.stderr, /'z': stands wholly beside the mat/);
  const { status, stderr } = await measured('b');
  assert.equal(status, 0);
  assert.match(stderr, /'z' stands wholly beside the mat and is left out/);
});
