import assert from 'node:assert/strict';
import test from 'node:test';
import type { Point } from '../../src/geometry/point.js';
import { type Pose, tableFromPiece } from '../../src/geometry/pose.js';
import { isUnderTemplate } from '../../src/judge/maneuver/under-template.js';
import { type Template, template } from '../../src/pieces/templates.js';
import { cross, edgesOf, isInside, outlineByLot } from '../geometry/slow-plane.js';
import { seeded } from './tables.js';

/** The card of a template up to `toMm` of its centre line, drawn point by point from its rule: an arc turned about its centre. */
function cardOf({ turnRad, radiusMm, widthMm }: Template, toMm: number, bend: 1 | -1, start: Pose): Point[] {
  const steps = 400;
  const side = (out: number) =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const along = (toMm * i) / steps;
      if (turnRad === 0) return { x: (out * widthMm) / 2, y: along };
      const angle = along / radiusMm;
      const radius = radiusMm - (out * widthMm) / 2;
      return { x: bend * (radiusMm - radius * Math.cos(angle)), y: radius * Math.sin(angle) };
    });
  return [...side(-1), ...side(1).toReversed()].map((point) => tableFromPiece(start, point));
}

test('an outline lies under a template exactly where it shares a surface with the template’s card, drawn finely', () => {
  const start: Pose = { x: 200, y: 150, headingRad: 0.7 };
  let under = 0;
  let checked = 0;
  for (const [kind, speed] of [
    ['straight', 2],
    ['bank', 1],
    ['bank', 3],
    ['turn', 1],
    ['turn', 2],
  ] as const) {
    for (const bend of [1, -1] as const) {
      const one = template(kind, speed);
      for (let seed = 1; seed <= 30; seed++) {
        const random = seeded(100 * speed + seed);
        const toMm = one.lengthMm * (seed % 3 === 0 ? 1 : 0.2 + 0.8 * random());
        const card = cardOf(one, toMm, bend, start);
        // About the middle of the card, so that some lie under it and some beside.
        const middle = card[100 + Math.floor(600 * random())]!;
        const outline = outlineByLot(seed, { x: middle.x + 40 * random() - 20, y: middle.y + 40 * random() - 20 }, 4 + 20 * random());
        const isShared =
          isInside(outline[0]!, card) ||
          isInside(card[0]!, outline) ||
          edgesOf(outline).some(([a, b]) => edgesOf(card).some(([c, d]) => cross(a, b, c, d)));
        const found = isUnderTemplate({ start, template: one, bend, sideMm: 40 }, toMm, outline);
        assert.equal(found, isShared, `${kind} ${speed}, bend ${bend}, seed ${seed}`);
        under += found ? 1 : 0;
        checked++;
      }
    }
  }
  assert.ok(under > 0.3 * checked && under < 0.9 * checked, `${under} of ${checked}`);
});

test('a long thin thing that runs through a curve far from its own corners lies under it, one within the bend does not', () => {
  const start: Pose = { x: 0, y: 0, headingRad: 0 };
  const turn = template('turn', 2);
  const path = { start, template: turn, bend: 1, sideMm: 40 } as const;
  // The bar's ends lie outside and inside of the ring, 10 to 72.5 mm from its centre at (62.5, 0) to the right.
  const bar = (fromMm: number, toMm: number, angle: number) => {
    const at = (r: number, aside: number) => ({
      x: turn.radiusMm - r * Math.cos(angle) + aside * Math.sin(angle),
      y: r * Math.sin(angle) + aside * Math.cos(angle),
    });
    return [at(fromMm, -0.5), at(toMm, -0.5), at(toMm, 0.5), at(fromMm, 0.5)];
  };
  for (const angle of [0.2, 0.8, 1.4]) {
    assert.equal(isUnderTemplate(path, turn.lengthMm, bar(10, 120, angle)), true);
    assert.equal(isUnderTemplate(path, turn.lengthMm, bar(10, 52, angle)), false);
    assert.equal(isUnderTemplate(path, turn.lengthMm, bar(73, 120, angle)), false);
  }
  assert.equal(isUnderTemplate(path, 0, bar(10, 120, 0)), false);
});

test('a slab across a curve lies under it just where the middle of its near edge, not a corner, comes within the card', () => {
  const start: Pose = { x: 0, y: 0, headingRad: 0 };
  for (const [kind, speed] of [
    ['turn', 2],
    ['turn', 3],
    ['bank', 2],
  ] as const) {
    const one = template(kind, speed);
    const path = { start, template: one, bend: 1, sideMm: 40 } as const;
    const outerMm = one.radiusMm + one.widthMm / 2;
    for (const share of [0.25, 0.5, 0.75]) {
      const angle = share * one.turnRad;
      // A slab outside of the bend, its near edge a tangent `atMm` from the bend's centre, touched aside of its own middle.
      const slab = (atMm: number, from: number, to: number) =>
        [
          [atMm, from],
          [atMm, to],
          [atMm + 30, to],
          [atMm + 30, from],
        ].map(([r, aside]) => ({
          x: one.radiusMm - r! * Math.cos(angle) + aside! * Math.sin(angle),
          y: r! * Math.sin(angle) + aside! * Math.cos(angle),
        }));
      for (const [from, to] of [
        [-60, 8],
        [-8, 60],
        [-5, 6],
      ] as const) {
        assert.equal(
          isUnderTemplate(path, one.lengthMm, slab(outerMm - 0.3, from, to)),
          true,
          `${kind} ${speed} at ${share}: ${from} to ${to}`,
        );
        assert.equal(
          isUnderTemplate(path, one.lengthMm, slab(outerMm + 0.01, from, to)),
          false,
          `${kind} ${speed} at ${share}: ${from} to ${to}`,
        );
      }
    }
  }
});
