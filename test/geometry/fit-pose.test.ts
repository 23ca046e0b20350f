import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitPose } from '../../src/geometry/fit-pose.js';
import { tableFromPiece } from '../../src/geometry/pose.js';

const corners = [
  { x: -20, y: 20 },
  { x: 20, y: 20 },
  { x: 20, y: -20 },
  { x: -20, y: -20 },
  { x: 3, y: 7 },
];

test('a pose is found again from where it carries points', () => {
  for (const headingRad of [0, 0.4, -2.9, 3.1]) {
    const pose = { x: 310, y: -42, headingRad };
    const found = fitPose(
      corners,
      corners.map((corner) => tableFromPiece(pose, corner)),
    );
    assert.ok(Math.hypot(found.x - pose.x, found.y - pose.y) < 1e-9);
    assert.ok(Math.abs(found.headingRad - pose.headingRad) < 1e-9);
  }
});

test('what is far off counts by its weight', () => {
  const pose = { x: 10, y: 20, headingRad: 0.2 };
  const seen = corners.map((corner) => tableFromPiece(pose, corner));
  const withOutlier = seen.map((point, i) => (i === 0 ? { x: point.x + 30, y: point.y } : point));
  const off = (weights: number[]) =>
    Math.hypot(fitPose(corners, withOutlier, weights).x - pose.x, fitPose(corners, withOutlier, weights).y - pose.y);
  assert.ok(off([0, 1, 1, 1, 1]) < 1e-9);
  assert.ok(off([1, 1, 1, 1, 1]) > 3);
});
