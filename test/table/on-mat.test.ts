import assert from 'node:assert/strict';
import test from 'node:test';
import { onMat } from '../../src/table/on-mat.js';
import { MAT_MM, ship, tableOf } from '../judge/tables.js';

const joint = (ships: number) => Array.from({ length: 9 * ships ** 2 }, (_, k) => k);

test('ships that stand wholly beside the mat are left out, with their rows and columns of the joint covariance', () => {
  const ships = [
    ship('a', 'small', 100, 100, 0),
    ship('out', 'small', -30, 100, 0),
    ship('b', 'large', 500, 500, 20),
    ship('far', 'medium', 500, MAT_MM + 31, 0),
  ];
  const { table, offMat } = onMat({ ...tableOf(ships), jointCovariance: joint(4) });
  assert.deepEqual(offMat, ['out', 'far']);
  assert.deepEqual(
    table.ships.map(({ id }) => id),
    ['a', 'b'],
  );
  // Rows 0…2 are the first ship's, 6…8 the third one's, of twelve numbers each.
  const rows = [0, 1, 2, 6, 7, 8];
  assert.deepEqual(
    table.jointCovariance,
    rows.flatMap((row) => rows.map((column) => 12 * row + column)),
  );
});

test('a base that reaches onto the mat by a hair, turned or not, stays; without any off it the table is the very same', () => {
  const straight = tableOf([ship('a', 'small', -19.9, 100, 0), ship('b', 'small', 300, 300, 0)]);
  assert.equal(onMat(straight).table, straight);
  // Its corner reaches 28.3 mm when it is rotated by 45°.
  assert.deepEqual(onMat(tableOf([ship('a', 'small', -28.2, 300, 45)])).offMat, []);
  assert.deepEqual(onMat(tableOf([ship('a', 'small', -28.4, 300, 45)])).offMat, ['a']);
  assert.equal(onMat(tableOf([ship('a', 'small', -20.1, 100, 0)])).table.jointCovariance, undefined);
});
