import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXACT, type Pose, pieceFromTable, tableFromPiece } from '../../src/geometry/pose.js';
import { createRandom } from '../../src/sim/random.js';
import { withShipMoved } from '../../src/table/moved-ship.js';
import { pairCovariance, shipCovariance } from '../../src/table/pair-covariance.js';
import { ship, tableOf } from '../judge/tables.js';

const random = createRandom('a ship that moves');
/** Errors of two ships, mm and rad, that have much in common. */
const ERRORS = Array.from({ length: 400 }, () => {
  const common = random.normal(1);
  return [0.8, 1, 0.006, 0.8, 1, 0.006].map((sigma) => sigma * (common + random.normal(0.4)));
});
const covariance = (errors: readonly (readonly number[])[], a: number, b: number) =>
  errors.reduce((sum, one) => sum + one[a]! * one[b]!, 0) / errors.length;
const jointOf = (errors: readonly (readonly number[])[]) =>
  Array.from({ length: 36 }, (_, k) => covariance(errors, Math.floor(k / 6), k % 6));

const START: Pose = { x: 300, y: 200, headingRad: 0.4 };
const END: Pose = { x: 520, y: 340, headingRad: 1.1 };
const OTHER: Pose = { x: 600, y: 500, headingRad: 2 };
const TABLE = {
  ...tableOf([
    { ...ship('a', 'small', 0, 0, 0), pose: START },
    { ...ship('b', 'small', 0, 0, 0), pose: OTHER },
  ]),
  jointCovariance: jointOf(ERRORS),
};

test('what is unsure of a ship, and what it has in common with others, goes with it as its template does', () => {
  const inPiece = pieceFromTable(START, END);
  const moved = ERRORS.map(([x, y, h, ...rest]) => {
    const from = { x: START.x + x!, y: START.y + y!, headingRad: START.headingRad + h! };
    const end = tableFromPiece(from, inPiece);
    return [end.x - END.x, end.y - END.y, h!, ...rest];
  });
  const expected = jointOf(moved);
  const after = withShipMoved(TABLE, 'a', END);
  assert.deepEqual(after.ships[0]!.pose, END);
  const scales = [1.5, 1.8, 0.006, 0.8, 1, 0.006];
  for (const [k, value] of pairCovariance(after, 0, 1).entries()) {
    const scale = scales[Math.floor(k / 6)]! * scales[k % 6]!;
    assert.ok(Math.abs(value - expected[k]!) < 0.02 * scale, `entry ${k}: ${value}, expected ${expected[k]}`);
  }
  assert.ok(shipCovariance(after, 0).xx > 1.5 * shipCovariance(TABLE, 0).xx, 'the heading has a lever');
});

test('the hand adds to what was measured, and nothing to a ship that stands exactly', () => {
  const hand = { ...EXACT, xx: 1.5, yy: 1.5, hh: 0.0003 };
  const [plain, byHand] = [withShipMoved(TABLE, 'a', END), withShipMoved(TABLE, 'a', END, hand)].map((table) => shipCovariance(table, 0));
  assert.ok(Math.abs(byHand!.xx - plain!.xx - 1.5) < 1e-9 && Math.abs(byHand!.hh - plain!.hh - 0.0003) < 1e-12);
  const exact = withShipMoved(tableOf([ship('a', 'small', 1, 2, 0)]), 'a', END, hand);
  assert.deepEqual(exact.ships[0]!.covariance, EXACT);
});
