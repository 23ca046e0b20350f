import assert from 'node:assert/strict';
import test from 'node:test';
import { carriedCovariance } from '../../src/geometry/carried-covariance.js';
import { type Pose, tableFromPiece } from '../../src/geometry/pose.js';

const STEP = 1e-5;

test('the covariance of another point of a piece is that of the pose through the derivatives of where the point lies', () => {
  const pose: Pose = { x: 300, y: 500, headingRad: 0.7 };
  const local = { x: 35, y: -20 };
  const covariance = { xx: 2, xy: 0.4, xh: 0.01, yy: 3, yh: -0.02, hh: 4e-4 };
  const at = tableFromPiece(pose, local);
  const placed = (moved: Pose) => {
    const { x, y } = tableFromPiece(moved, local);
    return [x, y, moved.headingRad];
  };
  const derivatives = (['x', 'y', 'headingRad'] as const).map((key) => {
    const [ahead, behind] = [placed({ ...pose, [key]: pose[key] + STEP }), placed({ ...pose, [key]: pose[key] - STEP })];
    return ahead.map((value, row) => (value - behind[row]!) / (2 * STEP));
  });
  const { xx, xy, xh, yy, yh, hh } = covariance;
  const joint = [
    [xx, xy, xh],
    [xy, yy, yh],
    [xh, yh, hh],
  ];
  const expected = (row: number, column: number) =>
    joint.reduce(
      (sum, line, i) => sum + line.reduce((part, value, j) => part + derivatives[i]![row]! * value * derivatives[j]![column]!, 0),
      0,
    );
  const carried = carriedCovariance(covariance, { x: at.x - pose.x, y: at.y - pose.y });
  const pairs = [
    [carried.xx, expected(0, 0)],
    [carried.xy, expected(0, 1)],
    [carried.xh, expected(0, 2)],
    [carried.yy, expected(1, 1)],
    [carried.yh, expected(1, 2)],
    [carried.hh, expected(2, 2)],
  ] as const;
  for (const [got, wanted] of pairs) assert.ok(Math.abs(got - wanted) < 1e-6, `${got} is not ${wanted}`);
});
