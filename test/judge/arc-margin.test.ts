import assert from 'node:assert/strict';
import test from 'node:test';
import type { Point } from '../../src/geometry/point.js';
import { type Pose, pieceFromTable } from '../../src/geometry/pose.js';
import { inArc } from '../../src/judge/arc/in-arc.js';
import { pairOf } from '../../src/judge/core/pair.js';
import { ARC_NAMES } from '../../src/pieces/arc-names.js';
import { arcRegion } from '../../src/pieces/arcs.js';
import { corners, perimeter, pointInArc } from './slow-oracle.js';
import { DEG, randomTable } from './tables.js';

/** Half opening angle of each base's front arc, and half the base, as `slow-oracle` has them from their sources. */
const FRONT_HALF_RAD = { small: 40.62 * DEG, medium: 41.4 * DEG, large: 41.76 * DEG } as const;
const HALF_MM = { small: 20, medium: 30, large: 40 } as const;

/** Distance of a point from an arc of a base at the origin, from its bearing and distance; 0 inside. */
function distanceFromArc({ x, y }: Point, base: keyof typeof HALF_MM, arc: string): number {
  if (arc === 'fullFront') return Math.max(0, -y);
  if (arc === 'fullRear') return Math.max(0, y);
  if (arc === 'bullseye') return Math.hypot(Math.max(0, Math.abs(x) - 7.5), Math.max(0, HALF_MM[base] - y));
  const middle = { front: 0, right: Math.PI / 2, rear: Math.PI, left: -Math.PI / 2 }[arc]!;
  const half = arc === 'front' || arc === 'rear' ? FRONT_HALF_RAD[base] : Math.PI / 2 - FRONT_HALF_RAD[base];
  const turned = Math.atan2(x, y) - middle;
  const aside = Math.abs(Math.atan2(Math.sin(turned), Math.cos(turned))) - half;
  if (aside <= 0) return 0;
  const apart = Math.hypot(x, y);
  return aside < Math.PI / 2 ? apart * Math.sin(aside) : apart;
}

const STEP_MM = 0.5;

test('a base outside an arc is as far from it as the nearest point of a dense row along its edges', () => {
  let outside = 0;
  for (let seed = 1; seed <= 12; seed++) {
    const table = randomTable({ seed, ships: 6, obstacles: 0 });
    for (const [i, viewer] of table.ships.entries()) {
      for (const [j, target] of table.ships.entries()) {
        if (i === j) continue;
        const rows = perimeter(corners(target), STEP_MM).map((point) => pieceFromTable(viewer.pose as Pose, point));
        for (const arc of ARC_NAMES) {
          const { value, marginMm } = inArc(pairOf(table, i, j), arcRegion(viewer.base, arc));
          const minMm = Math.min(...rows.map((point) => distanceFromArc(point, viewer.base as keyof typeof HALF_MM, arc)));
          if (value) {
            // The row leaves out at most half a step.
            assert.ok(minMm < STEP_MM / 2, `seed ${seed}, ${viewer.id} ${arc} ${target.id}: ${minMm} mm off and said to be in`);
            continue;
          }
          outside++;
          assert.ok(
            Math.abs(-marginMm - minMm) < STEP_MM / 2,
            `seed ${seed}, ${viewer.id} ${arc} ${target.id}: ${-marginMm}, found ${minMm}`,
          );
          assert.ok(!corners(target).some((corner) => pointInArc(viewer, arc, corner)));
        }
      }
    }
  }
  assert.ok(outside > 1000, `${outside}`);
});
