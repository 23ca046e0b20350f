import assert from 'node:assert/strict';
import test from 'node:test';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../../src/geometry/normal-points.js';
import type { Pose, PoseCovariance } from '../../src/geometry/pose.js';
import { PROBE_SIGMA } from '../../src/judge/core/error-propagation.js';
import { pairOf, type View } from '../../src/judge/core/pair.js';
import { atSamples, errorsOf } from '../../src/judge/core/pair-errors.js';
import type { Table } from '../../src/table/table.js';
import { corners } from './slow-oracle.js';
import { seeded, ship, tableOf } from './tables.js';

/** A random covariance of `n` coordinates, positive definite; places in mm, every third one a heading. */
function covarianceByLot(seed: number, n: number): number[][] {
  const random = seeded(seed);
  const scale = (i: number) => (i % 3 === 2 ? 0.02 : 1.5);
  const a = Array.from({ length: n }, (_, i) => Array.from({ length: n + 2 }, () => scale(i) * (2 * random() - 1)));
  return a.map((row) => a.map((other) => row.reduce((sum, value, k) => sum + value * other[k]!, 0)));
}

function poseCovariance(c: number[][]): PoseCovariance {
  return { xx: c[0]![0]!, xy: c[0]![1]!, xh: c[0]![2]!, yy: c[1]![1]!, yh: c[1]![2]!, hh: c[2]![2]! };
}

/** Three ships; the covariance of all their poses is given as a whole, or each ship's by itself. */
function tableByLot(seed: number, isJoint: boolean): { readonly table: Table; readonly all: number[][] } {
  const random = seeded(seed);
  const joint = covarianceByLot(1000 + seed, 9);
  const all = joint.map((row, i) => row.map((value, j) => (isJoint || Math.floor(i / 3) === Math.floor(j / 3) ? value : 0)));
  const ships = (['small', 'large', 'medium'] as const).map((base, i) => {
    const own = poseCovariance(all.slice(3 * i, 3 * i + 3).map((row) => row.slice(3 * i, 3 * i + 3)));
    return ship('abc'[i]!, base, 200 + 500 * random(), 200 + 500 * random(), 360 * random(), { covariance: own });
  });
  return { table: { ...tableOf(ships), ...(isJoint && { jointCovariance: all.flat() }) }, all };
}

/** The part of a vector to the right of a heading and the part along it. */
function alongHeading(dx: number, dy: number, headingRad: number): readonly [number, number] {
  const [sin, cos] = [Math.sin(headingRad), Math.cos(headingRad)];
  return [dx * cos - dy * sin, dx * sin + dy * cos];
}

/** The six coordinates of a pair that stands at `a` and `b` where it was measured at `a0`, as pair-errors.ts words them. */
function coordinatesOf(a0: Pose, a: Pose, b: Pose): number[] {
  const apart = alongHeading(b.x - a.x, b.y - a.y, a0.headingRad);
  const own = alongHeading(a.x - a0.x, a.y - a0.y, a0.headingRad);
  return [b.headingRad - a.headingRad, ...apart, a.headingRad, ...own];
}

const withError = ({ x, y, headingRad }: Pose, e: readonly number[]): Pose => ({
  x: x + e[0]!,
  y: y + e[1]!,
  headingRad: headingRad + e[2]!,
});

/** The covariance of the six coordinates from that of the two poses, by the difference that each error of a pose makes. */
function expectedCovariance({ ships }: Table, all: number[][], viewer: number, target: number): number[][] {
  const [a, b] = [ships[viewer]!.pose, ships[target]!.pose];
  const places = [0, 1, 2].flatMap((k) => [3 * viewer + k]).concat([0, 1, 2].map((k) => 3 * target + k));
  const step = 1e-3;
  const slopes = places.map((_, k) => {
    const at = (side: number) => {
      const e = Array.from({ length: 6 }, (__, i) => (i === k ? side * step : 0));
      return coordinatesOf(a, withError(a, e.slice(0, 3)), withError(b, e.slice(3)));
    };
    const [up, down] = [at(1), at(-1)];
    return up.map((value, i) => (value - down[i]!) / (2 * step));
  });
  const between = (i: number, j: number) =>
    places.reduce((sum, p, k) => sum + places.reduce((part, q, m) => part + slopes[k]![i]! * all[p]![q]! * slopes[m]![j]!, 0), 0);
  return [0, 1, 2, 3, 4, 5].map((i) => [0, 1, 2, 3, 4, 5].map((j) => between(i, j)));
}

/** Lower triangular L with L Lᵀ = C, row by row. */
function lowerFactor(c: number[][]): number[][] {
  const l = c.map((row) => row.map(() => 0));
  for (let i = 0; i < c.length; i++) {
    for (let j = 0; j <= i; j++) {
      let rest = c[i]![j]!;
      for (let k = 0; k < j; k++) rest -= l[i]![k]! * l[j]![k]!;
      if (i === j) l[i]![i] = Math.sqrt(Math.max(0, rest));
      else l[i]![j] = l[j]![j]! > 1e-9 ? rest / l[j]![j]! : 0;
    }
  }
  return l;
}

/** Where viewer and target stand when the six coordinates are off by `e`. */
function movedPair(a: Pose, b: Pose, e: readonly number[]): readonly [Pose, Pose] {
  const [sin, cos] = [Math.sin(a.headingRad), Math.cos(a.headingRad)];
  const onTable = (right: number, ahead: number) => ({ x: cos * right + sin * ahead, y: -sin * right + cos * ahead });
  const own = onTable(e[4]!, e[5]!);
  const apart = onTable(e[1]!, e[2]!);
  const viewer = { x: a.x + own.x, y: a.y + own.y, headingRad: a.headingRad + e[3]! };
  const target = { x: viewer.x + b.x - a.x + apart.x, y: viewer.y + b.y - a.y + apart.y, headingRad: b.headingRad + e[3]! + e[0]! };
  return [viewer, target];
}

function assertView(found: View, table: Table, places: readonly [number, number], e: readonly number[], what: string): void {
  const [viewer, target] = [table.ships[places[0]]!, table.ships[places[1]]!];
  const [a, b] = movedPair(viewer.pose, target.pose, e);
  for (const corner of corners({ base: target.base, pose: b })) {
    const [x, y] = alongHeading(corner.x - a.x, corner.y - a.y, a.headingRad);
    const nearestMm = Math.min(...[0, 2, 4, 6].map((i) => Math.hypot(found.ring[i]! - x, found.ring[i + 1]! - y)));
    assert.ok(nearestMm < 1e-6, `${what}: no corner at (${x}, ${y})`);
  }
  const turn = b.headingRad - a.headingRad;
  const centre = alongHeading(b.x - a.x, b.y - a.y, a.headingRad);
  const expected = [...centre, Math.sin(turn), Math.cos(turn), a.x, a.y, Math.sin(a.headingRad), Math.cos(a.headingRad)];
  const { x, y, sin, cos, viewerX, viewerY, viewerSin, viewerCos } = found;
  [x, y, sin, cos, viewerX, viewerY, viewerSin, viewerCos].forEach((value, i) => {
    assert.ok(Math.abs(value - expected[i]!) < 1e-7, `${what}: number ${i} of the view is ${value}, expected ${expected[i]}`);
  });
}

const PAIRS = [
  [0, 1],
  [1, 0],
  [2, 0],
  [1, 2],
] as const;

for (const isJoint of [false, true]) {
  const which = isJoint ? 'ships that share errors' : 'independent ships';
  test(`the covariance of a pair’s coordinates is that of its poses carried by finite differences: ${which}`, () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { table, all } = tableByLot(seed, isJoint);
      for (const [viewer, target] of PAIRS) {
        const expected = expectedCovariance(table, all, viewer, target).flat();
        const { covariance } = errorsOf(pairOf(table, viewer, target));
        const scale = (k: number) => Math.sqrt(expected[7 * Math.floor(k / 6)]! * expected[7 * (k % 6)]!);
        covariance.forEach((value, k) => {
          assert.ok(
            Math.abs(value - expected[k]!) < 1e-6 * scale(k),
            `seed ${seed}, ${viewer} ${target}, place ${k}: ${value}, expected ${expected[k]}`,
          );
        });
      }
    }
  });

  test(`at every sample point the pair is seen as it stands when its poses are moved by that point’s errors: ${which}`, () => {
    for (let seed = 1; seed <= 3; seed++) {
      const { table, all } = tableByLot(20 + seed, isJoint);
      for (const places of PAIRS) {
        const [viewer, target] = places;
        const factor = lowerFactor(expectedCovariance(table, all, viewer, target));
        const errorsAt = (z: (k: number) => number) => factor.map((row) => row.reduce((sum, value, k) => sum + value * z(k), 0));
        let asked = 0;
        atSamples(pairOf(table, viewer, target), (view, point) => {
          asked++;
          const e = errorsAt((k) => NORMAL_POINTS[point * POINT_DIMENSIONS + k]!);
          if (point % 7 === 0) assertView(view, table, places, e, `seed ${seed}, ${places}, point ${point}`);
          return 0;
        });
        assert.equal(asked, POINT_COUNT);
        errorsOf(pairOf(table, viewer, target)).probes.forEach((view, i) => {
          const e = errorsAt((k) => (k === i >> 1 ? (i % 2 === 0 ? PROBE_SIGMA : -PROBE_SIGMA) : 0));
          assertView(view, table, places, e, `seed ${seed}, ${places}, probe ${i}`);
        });
      }
    }
  });
}
