import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pose } from '../../../src/geometry/pose.js';
import { freeNetworkCovariance } from '../../../src/vision/solve/free-network.js';

const POSES: readonly Pose[] = [
  { x: 100, y: 200, headingRad: 0.3 },
  { x: 700, y: 300, headingRad: -2 },
  { x: 400, y: 800, headingRad: 1 },
];

/** How far the coordinates move when the frame is shifted by (sx, sy) and turned clockwise about the origin by `turn`, which is small. */
function moved(sx: number, sy: number, turn: number): number[] {
  return POSES.flatMap(({ x, y }) => [sx + turn * y, sy - turn * x, turn]);
}

function outer(...vectors: readonly (readonly number[])[]): Float64Array {
  const n = 3 * POSES.length;
  return Float64Array.from({ length: n * n }, (_, i) => vectors.reduce((sum, v) => sum + v[Math.floor(i / n)]! * v[i % n]!, 0));
}

/** Variance of the distance between two of the poses. */
function distanceVariance(joint: Float64Array, a: number, b: number): number {
  const n = 3 * POSES.length;
  const [p, q] = [POSES[a]!, POSES[b]!];
  const length = Math.hypot(p.x - q.x, p.y - q.y);
  const g = new Float64Array(n);
  g[3 * a] = (p.x - q.x) / length;
  g[3 * a + 1] = (p.y - q.y) / length;
  g[3 * b] = -g[3 * a]!;
  g[3 * b + 1] = -g[3 * a + 1]!;
  let sum = 0;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += g[i]! * joint[i * n + j]! * g[j]!;
  return sum;
}

test('what the whole frame has in common is taken out of a covariance', () => {
  const joint = freeNetworkCovariance(outer(moved(300, -40, 0), moved(0, 0, 0.5), moved(20, 90, -0.1)), POSES);
  for (const value of joint) assert.ok(Math.abs(value) < 1e-6, `left ${value}`);
});

test('distances keep their spread', () => {
  const own = POSES.map((_, i) => [0, 1, 2].flatMap((k) => (k === i ? [0.3, -0.2, 0.004] : [0, 0, 0])));
  const joint = outer(...own, moved(300, -40, 0), moved(5, 8, 0.5));
  const free = freeNetworkCovariance(joint, POSES);
  for (const [a, b] of [
    [0, 1],
    [1, 2],
    [0, 2],
  ] as const) {
    assert.ok(Math.abs(distanceVariance(free, a, b) - distanceVariance(outer(...own), a, b)) < 1e-6);
  }
});

test('a lone pose is not known exactly for being alone', () => {
  const joint = Float64Array.from([4, 0.1, 0, 0.1, 9, 0, 0, 0, 0.01]);
  assert.deepEqual(freeNetworkCovariance(joint, POSES.slice(0, 1)), joint);
});
