import assert from 'node:assert/strict';
import test from 'node:test';
import { boxOutlineGap } from '../../src/geometry/box-outline.js';
import { cholesky } from '../../src/geometry/cholesky.js';
import { inDegrees, inRadians } from '../../src/geometry/degrees.js';
import { wrapRad } from '../../src/geometry/pose.js';
import { clipRing, newClip } from '../../src/geometry/ring.js';
import { seeded } from '../judge/tables.js';
import { boxOutline, isInside, squareOf } from './slow-plane.js';

test('an angle is wrapped to the one from −π, not itself, to π that points the same way', () => {
  const random = seeded(4);
  for (let k = 0; k < 2000; k++) {
    const angle = 60 * random() - 30;
    const found = wrapRad(angle);
    assert.ok(found > -Math.PI && found <= Math.PI, `${angle}: ${found}`);
    const turns = (angle - found) / (2 * Math.PI);
    assert.ok(Math.abs(turns - Math.round(turns)) < 1e-12, `${angle}: ${found}`);
  }
  for (const angle of [Math.PI, -Math.PI, 3 * Math.PI]) assert.ok(Math.abs(wrapRad(angle) - Math.PI) < 1e-12, `${angle}`);
  assert.equal(wrapRad(0), 0);
});

/** Area of a ring by adding up triangles from its first corner. */
function areaOf(ring: readonly number[], count: number): number {
  let area = 0;
  for (let i = 1; i + 1 < count; i++) {
    const [ax, ay] = [ring[2 * i]! - ring[0]!, ring[2 * i + 1]! - ring[1]!];
    const [bx, by] = [ring[2 * i + 2]! - ring[0]!, ring[2 * i + 3]! - ring[1]!];
    area += (ax * by - ay * bx) / 2;
  }
  return area;
}

test('a square clipped by half-planes has the area that they leave of it, however many there are', () => {
  const square = [-10, -10, 10, -10, 10, 10, -10, 10];
  const s = Math.SQRT1_2;
  const cases = [
    [[1, 0, -3], 13 * 20],
    [[1, 0, -3, -1, 0, -3], 6 * 20],
    [[1, 0, -3, -1, 0, -3, 0, 1, -5], 6 * 15],
    [[1, 0, -3, -1, 0, -3, 0, 1, -5, 0, -1, -5], 6 * 10],
    // Off a corner goes a triangle whose legs are 20 − 8 √2 long.
    [[-s, -s, -8], 400 - (20 - 8 * Math.SQRT2) ** 2 / 2],
    [[-s, -s, -8, s, s, -8], 400 - (20 - 8 * Math.SQRT2) ** 2],
    [[-s, -s, -8, s, s, -8, s, -s, -8, -s, s, -8], 400 - 2 * (20 - 8 * Math.SQRT2) ** 2],
    [[1, 0, 12], 0],
    [[1, 0, 2, -1, 0, 2], 0],
  ] as const;
  const clip = newClip();
  for (const [sides, area] of cases) {
    clipRing(clip, square, sides, 0);
    assert.ok(Math.abs(areaOf(clip.ring, clip.count) - area) < 1e-9, `${sides}: ${areaOf(clip.ring, clip.count)}, expected ${area}`);
  }
  // Slack moves every border outwards.
  clipRing(clip, square, [1, 0, -3, -1, 0, -3, 0, 1, -5], 1);
  assert.ok(Math.abs(areaOf(clip.ring, clip.count) - 8 * 16) < 1e-9);
});

test('the factor of a covariance does not depend on its unit: variances of 1e-20 are as good as those of 1', () => {
  const matrix = [4, 2, 1, 2, 5, 2, 1, 2, 6];
  const expected = [2, 0, 0, 1, 2, 0, 0.5, 0.75, Math.sqrt(6 - 0.25 - 0.5625)];
  for (const scale of [1, 1e-20, 1e12]) {
    cholesky(
      matrix.map((value) => scale * value),
      3,
    ).forEach((value, i) => {
      assert.ok(Math.abs(value / Math.sqrt(scale) - expected[i]!) < 1e-9, `${scale}: place ${i} is ${value}`);
    });
  }
});

/** The doubles next to a number, to five steps either side. */
function neighbours(value: number): number[] {
  const bits = new BigInt64Array(new Float64Array([value]).buffer);
  return [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5].map((steps) => new Float64Array(new BigInt64Array([bits[0]! + BigInt(steps)]).buffer)[0]!);
}

test('half a turn is 180°, where nobody speaks of products; the variance of a quarter turn is 8100 square degrees', () => {
  assert.deepEqual([inDegrees(Math.PI), inRadians(180)], [180, Math.PI]);
  assert.deepEqual([inDegrees(12.5, 0), inRadians(12.5, 0)], [12.5, 12.5]);
  assert.ok(Math.abs(inDegrees((Math.PI / 2) ** 2, 2) - 8100) < 1e-9, 'a product of two angles');
});

test('wherever there is a number of degrees that reads back as exactly these radians, it is the one that is written', () => {
  const random = seeded(6);
  let exact = 0;
  for (let k = 0; k < 4000; k++) {
    const radians = (random() - 0.5) * 10 ** (3 - Math.floor(6 * random()));
    for (const power of [1, 2] as const) {
      const isPossible = neighbours(inDegrees(radians, power)).some((one) => inRadians(one, power) === radians);
      if (!isPossible) continue;
      exact++;
      assert.equal(inRadians(inDegrees(radians, power), power), radians, `${radians}, power ${power}`);
    }
  }
  assert.ok(exact > 6000, `${exact}`);
});

test('a box and an outline that overlap by a fraction of a millimetre do so by that much, at a point that both hold', () => {
  const half = 20;
  for (const depth of [0.05, 0.3, 0.9, 4]) {
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ] as const) {
      // A block 10 wide that reaches `depth` into the side (dx, dy) of the box.
      const [cx, cy] = [(half + 15 - depth) * dx, (half + 15 - depth) * dy];
      const [w, h] = dx === 0 ? [5, 15] : [15, 5];
      const ring = [cx - w, cy - h, cx + w, cy - h, cx + w, cy + h, cx - w, cy + h];
      const { gapMm, px, py, qx, qy } = boxOutlineGap(squareOf(half), ring);
      assert.ok(Math.abs(gapMm + depth) < 1e-9, `${depth} at (${dx}, ${dy}): ${gapMm}`);
      for (const [x, y] of [
        [px, py],
        [qx, qy],
      ] as const) {
        // Within both to rounding: a hair’s breadth wider they hold it for certain.
        assert.ok(isInside({ x, y }, boxOutline(half + 1e-6)), `(${x}, ${y}) is in the box`);
        assert.ok(Math.abs(x - cx) <= w + 1e-6 && Math.abs(y - cy) <= h + 1e-6, `(${x}, ${y}) is in the block`);
      }
    }
  }
});
