import assert from 'node:assert/strict';
import test from 'node:test';
import type { Point } from '../../src/geometry/point.js';
import { EXACT } from '../../src/geometry/pose.js';
import { frontArcShapes } from '../../src/scene/draw/front-arc.js';
import type { Ship } from '../../src/table/table.js';

const ship = (base: Ship['base'], x: number, y: number, headingDeg: number, arcs: Ship['arcs'] = ['front', 'bullseye']): Ship => ({
  id: 'a',
  base,
  pose: { x, y, headingRad: (headingDeg * Math.PI) / 180 },
  covariance: EXACT,
  arcs,
});

/** Distance from a point to a segment, by trying many points of it. */
function sampledDistanceMm(point: Point, from: Point, to: Point): number {
  const samples = Array.from({ length: 20001 }, (_, k) => k / 20000);
  return Math.min(...samples.map((s) => Math.hypot(point.x - from.x - s * (to.x - from.x), point.y - from.y - s * (to.y - from.y))));
}

test('every point of range band n is n × 100 mm from the front edge between the points where the arc lines leave it', () => {
  // TTS ArcCheck.lua and VASSAL: the lines leave the front edge at ±17.15 (small), ±26.45 (medium), ±35.71 (large).
  for (const [base, exit, half] of [
    ['small', 17.15, 20],
    ['medium', 26.45, 30],
    ['large', 35.71, 40],
  ] as const) {
    const bands = frontArcShapes(ship(base, 0, 0, 0)).filter(({ role }) => role === 'arc-band');
    assert.deepEqual(
      bands.map(({ variant }) => variant),
      ['1', '2', '3'],
    );
    for (const { points, variant } of bands) {
      for (const point of points) {
        const gap = sampledDistanceMm(point, { x: -exit, y: half }, { x: exit, y: half });
        assert.ok(Math.abs(gap - 100 * Number(variant)) < 0.02, `${base} band ${variant}: ${gap}`);
      }
    }
  }
});

test('the arc lines of a ship that faces +x lie on lines through its centre', () => {
  const edges = frontArcShapes(ship('small', 500, 300, 90)).filter(({ role }) => role === 'arc-edge');
  assert.equal(edges.length, 2);
  for (const { points } of edges) {
    const [near, far] = points.map(({ x, y }) => Math.atan2(y - 300, x - 500));
    assert.ok(Math.abs(near! - far!) < 1e-12);
    // Half of 81.24° to either side of +x.
    assert.ok(Math.abs(Math.abs(near!) - (40.62 * Math.PI) / 180) < 1e-12);
  }
});

test('the bullseye is a strip 15 mm wide from the front edge to range 3', () => {
  const lines = frontArcShapes(ship('small', 0, 0, 0)).filter(({ role }) => role === 'bullseye');
  assert.deepEqual(
    lines.map(({ points }) => points),
    [
      [
        { x: -7.5, y: 20 },
        { x: -7.5, y: 320 },
      ],
      [
        { x: 7.5, y: 20 },
        { x: 7.5, y: 320 },
      ],
    ],
  );
});

test('a ship without front arc and bullseye shows neither', () => {
  assert.deepEqual(frontArcShapes(ship('small', 0, 0, 0, ['rear'])), []);
});
