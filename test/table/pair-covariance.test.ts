import assert from 'node:assert/strict';
import test from 'node:test';
import { createRandom } from '../../src/sim/random.js';
import { crossCovariance, pairCovariance, shipCovariance } from '../../src/table/pair-covariance.js';
import { ship, tableOf } from '../judge/tables.js';

const SHIPS = [0, 1, 2].map((i) => ({
  ...ship(`s${i}`, 'small', 200 + 200 * i, 300, 0),
  covariance: { xx: 1, xy: 2, xh: 3, yy: 4, yh: 5, hh: 6 },
}));
const random = createRandom('three ships');
/** Errors of nine coordinates, drawn by lot; what they have in common is nowhere symmetric between ships. */
const ERRORS = Array.from({ length: 20 }, () => Array.from({ length: 9 }, () => random.normal(1)));
const common = (a: number, b: number) => ERRORS.reduce((sum, one) => sum + one[a]! * one[b]!, 0);
const TABLE = { ...tableOf(SHIPS), jointCovariance: Array.from({ length: 81 }, (_, k) => common(Math.floor(k / 9), k % 9)) };

test('the joint covariance of two ships is what the errors of their six coordinates have in common, whichever two they are', () => {
  for (const [i, j] of [
    [0, 1],
    [0, 2],
    [2, 1],
  ] as const) {
    const places = [3 * i, 3 * i + 1, 3 * i + 2, 3 * j, 3 * j + 1, 3 * j + 2];
    assert.deepEqual(
      pairCovariance(TABLE, i, j),
      places.flatMap((a) => places.map((b) => common(a, b))),
    );
    assert.deepEqual(
      crossCovariance(TABLE, i, j),
      places.slice(0, 3).flatMap((a) => places.slice(3).map((b) => common(a, b))),
    );
  }
  const [x, y, h] = [6, 7, 8];
  assert.deepEqual(shipCovariance(TABLE, 2), {
    ...{ xx: common(x, x), xy: common(x, y), xh: common(x, h), yy: common(y, y), yh: common(y, h), hh: common(h, h) },
  });
});

test('ships of a table without a joint covariance share nothing and keep their own', () => {
  const table = tableOf(SHIPS);
  assert.deepEqual(shipCovariance(table, 1), SHIPS[1]!.covariance);
  assert.deepEqual(pairCovariance(table, 0, 1), [
    ...[1, 2, 3, 0, 0, 0],
    ...[2, 4, 5, 0, 0, 0],
    ...[3, 5, 6, 0, 0, 0],
    ...[0, 0, 0, 1, 2, 3],
    ...[0, 0, 0, 2, 4, 5],
    ...[0, 0, 0, 3, 5, 6],
  ]);
});

test('a joint covariance of another number of ships is refused with the number that was expected', () => {
  assert.throws(() => shipCovariance({ ...TABLE, jointCovariance: [1, 2, 3] }, 0), /got 3 numbers, expected 81 for 3 ships/);
});
