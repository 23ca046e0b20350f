import assert from 'node:assert/strict';
import test from 'node:test';
import { boxGapMm, nearestOfRings, nearestToBox, newNearest } from '../../src/geometry/box.js';
import { boxOutlineGap } from '../../src/geometry/box-outline.js';
import { cholesky } from '../../src/geometry/cholesky.js';
import { measureClearance, newClearance } from '../../src/geometry/clearance.js';
import { meanPoint } from '../../src/geometry/mean-point.js';
import { bivariateCdf, normalCdf, normalQuantile } from '../../src/geometry/normal.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../../src/geometry/normal-points.js';
import { outlineContains, segmentsMeet, selfCrossing } from '../../src/geometry/outline.js';
import type { Point } from '../../src/geometry/point.js';
import { pieceFromTable, tableFromPiece, wrapRad } from '../../src/geometry/pose.js';
import { clipRing, newClip, rectangleRing, ringSeparation } from '../../src/geometry/ring.js';
import { segmentMeetsRing } from '../../src/geometry/ring-point.js';
import { seeded } from '../judge/tables.js';
import { squareOf } from './slow-plane.js';

const points = (...flat: number[]): Point[] =>
  Array.from({ length: flat.length / 2 }, (_, i) => ({ x: flat[2 * i]!, y: flat[2 * i + 1]! }));

test('heading 90 faces +x: a point ahead of the piece lies to its right on the table', () => {
  const pose = { x: 100, y: 50, headingRad: Math.PI / 2 };
  const ahead = tableFromPiece(pose, { x: 0, y: 10 });
  assert.ok(Math.abs(ahead.x - 110) < 1e-12 && Math.abs(ahead.y - 50) < 1e-12);
  const back = pieceFromTable(pose, ahead);
  assert.ok(Math.abs(back.x) < 1e-12 && Math.abs(back.y - 10) < 1e-12);
  assert.ok(Math.abs(wrapRad(3 * Math.PI) - Math.PI) < 1e-12 && wrapRad(-Math.PI) === Math.PI);
});

test('orientation is exact: a point one unit in the last place off an edge is distinguished from one on it', () => {
  // On the line y = x at 12 the next double above is still seen as off the line, which plain arithmetic loses.
  const triangle = points(12, 12, 24, 24, 24, 12);
  assert.equal(outlineContains(triangle, { x: 18, y: 18 }), true);
  assert.equal(outlineContains(triangle, { x: 18, y: 18 + 2 ** -48 }), false);
  assert.equal(segmentsMeet({ x: 12, y: 12 }, { x: 24, y: 24 }, { x: 0.5, y: 0.5 }, { x: 18, y: 18 + 2 ** -48 }), false);
});

test('an outline that crosses or touches itself is found, a simple one is not accused', () => {
  assert.equal(selfCrossing(points(0, 0, 10, 0, 10, 10, 0, 10)), undefined);
  assert.deepEqual(selfCrossing(points(0, 0, 10, 10, 10, 0, 0, 10)), { edge: 0, otherEdge: 2 });
  assert.ok(selfCrossing(points(0, 0, 10, 0, 5, 0, 5, 5)));
  assert.ok(selfCrossing(points(0, 0, 10, 0, 10, 10, 5, 0, 0, 10)));
  assert.ok(selfCrossing(points(0, 0, 0, 0, 10, 10, 0, 10)));
});

test('a spike that runs back over itself is found whichever way it points; a straight corner is not one', () => {
  for (let k = 0; k < 16; k++) {
    // Whole numbers, so that three corners lie exactly on a line.
    const [dx, dy] = [Math.round(8 * Math.cos((k * Math.PI) / 8)), Math.round(8 * Math.sin((k * Math.PI) / 8))];
    const along = (steps: number) => ({ x: 100 + steps * dx, y: 70 + steps * dy });
    const beside = { x: 100 - 5 * dy, y: 70 + 5 * dx };
    assert.deepEqual(selfCrossing([along(0), along(3), along(1), beside]), { edge: 0, otherEdge: 1 }, `${k}`);
    assert.equal(selfCrossing([along(0), along(1), along(3), beside]), undefined, `${k}`);
  }
});

test('the mean of an outline counts its corners alike, however close together', () => {
  assert.deepEqual(meanPoint(points(0, 0, 30, 0, 30, 20, 0, 20)), { x: 15, y: 10 });
  assert.deepEqual(meanPoint(points(0, 0, 28, 0, 32, 0, 0, 20)), { x: 15, y: 5 });
  assert.deepEqual(meanPoint(points(-7, 3)), { x: -7, y: 3 });
});

test('the gap of two squares is their distance when apart and minus their depth when not', () => {
  assert.equal(boxGapMm(squareOf(20), squareOf(20), 0, 50, 0, 1), 10);
  assert.equal(boxGapMm(squareOf(20), squareOf(20), 0, 35, 0, 1), -5);
  assert.ok(Math.abs(boxGapMm(squareOf(20), squareOf(20), 50, 60, 0, 1) - Math.hypot(10, 20)) < 1e-12);
  const s = Math.SQRT1_2;
  assert.ok(Math.abs(boxGapMm(squareOf(20), squareOf(30), 0, 100, s, s) - (80 - 30 * Math.SQRT2)) < 1e-12);
  // A cross: no corner of one lies in the other.
  assert.ok(boxGapMm(squareOf(20), squareOf(18), 0, 0, s, s) < 0);
});

test('the shortest line to a ring is the shortest of all lines between dense rows of points', () => {
  const random = seeded(9);
  const found = newNearest();
  for (let k = 0; k < 200; k++) {
    const turn = random() * 7;
    const ring = rectangleRing(squareOf(30), 90 * Math.cos(k), 90 * Math.sin(k), Math.sin(turn), Math.cos(turn));
    if (ringSeparation([-20, -20, 20, -20, 20, 20, -20, 20], 4, ring, 4) <= 0) continue;
    nearestToBox(found, squareOf(20), ring, 4);
    const direct = Math.sqrt(found.gapSq);
    assert.ok(
      Math.abs(direct - boxGapMm(squareOf(20), squareOf(30), 90 * Math.cos(k), 90 * Math.sin(k), Math.sin(turn), Math.cos(turn))) < 1e-9,
    );
    nearestOfRings(found, [-20, -20, 20, -20, 20, 20, -20, 20], 4, ring, 4);
    assert.ok(Math.abs(direct - Math.sqrt(found.gapSq)) < 1e-9);
  }
});

test('clipping keeps what is inside, with the border, and nothing when all is outside', () => {
  const clip = newClip();
  const square = rectangleRing(squareOf(10), 0, 0, 0, 1);
  clipRing(clip, square, [1, 0, 0], 0);
  assert.equal(clip.count, 4);
  assert.deepEqual([Math.min(...clip.ring.slice(0, 8).filter((_, i) => i % 2 === 0)), clip.count], [0, 4]);
  clipRing(clip, square, [1, 0, 10], 0);
  assert.ok(clip.count >= 2 && clip.ring.slice(0, 2 * clip.count).every((value) => Math.abs(value) === 10));
  clipRing(clip, square, [1, 0, 10.01], 0);
  assert.equal(clip.count, 0);
});

test('a line is clear of an outline by their distance, and over it when any point of it is inside', () => {
  const out = newClearance();
  const ring = [10, 0, 20, 0, 20, 10, 10, 10];
  measureClearance(out, 0, -5, 30, -5, ring);
  assert.deepEqual([out.gapMm, out.simple], [5, true]);
  measureClearance(out, 0, 4, 30, 4, ring);
  assert.deepEqual([out.gapMm, out.simple], [-4, true]);
  measureClearance(out, 0, 5, 5, 5, ring);
  assert.ok(Math.abs(out.gapMm - 5) < 1e-12);
  assert.equal(segmentMeetsRing(12, 2, 18, 8, ring), true);
  assert.equal(segmentMeetsRing(0, 0, 9.99, 5, ring), false);
  measureClearance(out, 12, 2, 18, 8, ring);
  assert.ok(out.gapMm < 0 && out.discMm > 0);
});

test('signed clearance has the sign of the crossing on random lines and star-shaped outlines', () => {
  const random = seeded(4);
  const out = newClearance();
  for (let k = 0; k < 2000; k++) {
    const ring = Array.from({ length: 9 }, (_, i) => {
      const r = 10 + 25 * random();
      return [r * Math.cos((i / 9) * 6.283), r * Math.sin((i / 9) * 6.283)];
    }).flat();
    const [px, py, qx, qy] = [-60 + 120 * random(), -60 + 120 * random(), -60 + 120 * random(), -60 + 120 * random()];
    measureClearance(out, px!, py!, qx!, qy!, ring);
    let hits = false;
    for (let t = 0; t <= 1 && !hits; t += 1 / 400)
      hits = outlineContains(points(...ring), { x: px! + t * (qx! - px!), y: py! + t * (qy! - py!) });
    if (Math.abs(out.gapMm) > 0.4) assert.equal(out.gapMm < 0, hits, `line ${k}: ${out.gapMm}`);
  }
});

test('a base in an outline, an outline in a base, and a bar across it all share a surface', () => {
  assert.ok(boxOutlineGap(squareOf(10), [-50, -50, 50, -50, 50, 50, -50, 50]).gapMm < -39);
  assert.ok(boxOutlineGap(squareOf(50), [-10, -10, 10, -10, 10, 10, -10, 10]).gapMm < -39);
  assert.ok(boxOutlineGap(squareOf(20), [-90, -2, 90, -2, 90, 2, -90, 2]).gapMm < 0);
  assert.equal(boxOutlineGap(squareOf(20), [20, 0, 40, -5, 40, 5]).gapMm, -0);
  assert.equal(boxOutlineGap(squareOf(20), [25, 0, 40, -5, 40, 5]).gapMm, 5);
});

test('the normal distribution is right to its published digits, and its inverse inverts it', () => {
  for (const [z, p] of [
    [0, 0.5],
    [1, 0.841344746068543],
    [-1.959963984540054, 0.025],
    [3.090232306167813, 0.999],
    [6, 1 - 9.865876450377e-10],
  ] as const) {
    assert.ok(Math.abs(normalCdf(z) - p) < 1e-12, `${z}`);
  }
  for (const p of [1e-6, 0.001, 0.3, 0.5, 0.999, 1 - 1e-6]) assert.ok(Math.abs(normalCdf(normalQuantile(p)) - p) < 1e-12);
  assert.throws(() => normalQuantile(0), /got 0, expected a probability between 0 and 1/);
});

test('two correlated normal variables are both negative with the probability of the closed form, 1/4 + asin(r) / 2π', () => {
  for (const r of [-0.9, -0.5, 0, 0.3, 0.8, 0.95])
    assert.ok(Math.abs(bivariateCdf(0, 0, r) - 0.25 - Math.asin(r) / (2 * Math.PI)) < 1e-5, `${r}`);
  assert.ok(Math.abs(bivariateCdf(1, 50, 0.5) - normalCdf(1)) < 1e-6);
  assert.ok(Math.abs(bivariateCdf(-1, -0.3, 1) - normalCdf(-1)) < 2e-3);
});

test('the sample points have mean 0, variance 1 and no correlation', () => {
  for (let d = 0; d < POINT_DIMENSIONS; d++) {
    for (let e = 0; e <= d; e++) {
      let sum = 0;
      let product = 0;
      for (let k = 0; k < POINT_COUNT; k++) {
        sum += NORMAL_POINTS[k * POINT_DIMENSIONS + d]!;
        product += NORMAL_POINTS[k * POINT_DIMENSIONS + d]! * NORMAL_POINTS[k * POINT_DIMENSIONS + e]!;
      }
      assert.ok(Math.abs(sum / POINT_COUNT) < 0.01);
      assert.ok(Math.abs(product / POINT_COUNT - (d === e ? 1 : 0)) < 0.06, `${d} ${e}: ${product / POINT_COUNT}`);
    }
  }
});

test('a factor times its transpose is the matrix, also when some of it has no spread', () => {
  const a = [4, 2, 0, 2, 5, 0, 0, 0, 0];
  const l = cholesky(a, 3);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += l[i * 3 + k]! * l[j * 3 + k]!;
      assert.ok(Math.abs(sum - a[i * 3 + j]!) < 1e-12);
    }
  }
  assert.throws(() => cholesky([Number.NaN], 1), /got a variance of NaN/);
});
