import assert from 'node:assert/strict';
import test from 'node:test';
import { parseScene, sceneOf } from '../../src/table/documents/scene-file.js';
import { MAX_OBJECTS, MAX_SHIPS } from '../../src/table/documents/scene-schema.js';
import { checkedTable } from '../../src/table/documents/table-schema.js';
import { parseCorners, wrongCorners } from '../../src/table/setup/corners.js';
import { parseSetup } from '../../src/table/setup/setup-file.js';
import { english } from '../../src/texts/english.js';
import { block, ship, tableOf } from '../judge/tables.js';

test('a kept table whose joint covariance is that of other ships, or of none, is refused', () => {
  const table = tableOf([ship('a', 'small', 100, 100, 0), ship('b', 'small', 300, 300, 0)]);
  const joint = Array.from({ length: 36 }, (_, i) => (i % 7 === 0 ? 1 : 0));
  assert.deepEqual(checkedTable({ ...table, jointCovariance: joint }, 'table').jointCovariance, joint);
  assert.throws(() => checkedTable({ ...table, jointCovariance: joint.slice(0, 9) }, 'table'), /9|36/);
  assert.throws(
    () => checkedTable({ ...table, jointCovariance: joint.map((value, i) => (i === 1 ? 0.5 : value)) }, 'table'),
    /jointCovariance\[1\]: got 0\.5, expected 0, as in its mirror place/,
  );
});

test('200 ships and 200 obstacles are read, one more is refused with the limit', () => {
  const ships = (count: number) => Array.from({ length: count }, (_, i) => ship(`s${i}`, 'small', 4 * i, 100, 0));
  const rocks = (count: number) => Array.from({ length: count }, (_, i) => block(`o${i}`, 4 * i, 10, 4 * i + 2, 12));
  assert.deepEqual([MAX_SHIPS, MAX_OBJECTS], [200, 200]);
  const read = (table: ReturnType<typeof tableOf>) => parseScene(JSON.parse(JSON.stringify(sceneOf(table))));
  assert.deepEqual([read(tableOf(ships(200))).ships.length, read(tableOf([], rocks(200))).obstacles.length], [200, 200]);
  assert.throws(() => read(tableOf(ships(201))), /got 201 .*at most 200/);
  assert.throws(() => read(tableOf([], rocks(201))), /got 201 .*at most 200/);
});

test('corners may lie on the picture’s rim, which is half a pixel outside of its outer pixels’ middles, and no farther out', () => {
  const wrong = (text: string) => wrongCorners(parseCorners(text), 1920, 1080);
  assert.equal(wrong('-0.5,1079.5 1919.5,1079.5 1919.5,-0.5 -0.5,-0.5'), undefined);
  for (const out of ['-0.6,1079', '3,1079.6']) assert.match(english(wrong(`${out} 1919,1079 1919,0 0,0`)!), /corner 1 is at/);
  assert.match(english(wrong('0,1079 1919,1079 1919.6,0 0,0')!), /corner 3/);
  assert.match(english(wrong('0,1079 1919,1079 1919,0 0,-0.6')!), /corner 4/);
});

test('a setup’s lens has its standard deviations where they are given, and only there', () => {
  const lens = { fx: 1400, fy: 1400, cx: 960, cy: 540, distortion: [0, 0, 0, 0, 0] };
  const sigma = { focalPx: 3, k1: 0.01, k2: 0.02, centrePx: 2 };
  const setup = (more: object) =>
    parseSetup({
      ...{ format: 'hashmark-setup', version: 1, mat: { widthMm: 914, depthMm: 914, sigmaMm: 1, source: 'nominal' } },
      camera: { widthPx: 1920, heightPx: 1080, lens: { ...lens, ...more } },
    }).camera!.lens;
  assert.ok(!('sigma' in setup({})));
  assert.deepEqual(setup({ sigma }).sigma, sigma);
});
