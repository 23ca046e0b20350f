import { nearestOfRings, newNearest } from '../../geometry/box.js';
import { cholesky } from '../../geometry/cholesky.js';
import type { HalfSize } from '../../geometry/half-size.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../../geometry/normal-points.js';
import { clipRing, newClip, type Ring, ringSeenFrom, ringSeparation, type Sides, separationAlong } from '../../geometry/ring.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import { type ArcKind, arcRegion } from '../../pieces/arcs.js';
import { baseHalf } from '../../pieces/bases.js';
import { shipCovariance } from '../../table/pair-covariance.js';
import type { Table } from '../../table/table.js';
import type { Blocker } from '../core/blockers.js';
import { isLinear, isSettled, linearAtMost, PROBE_SIGMA, probeOf, SURE_SIGMAS, sampledAtMost } from '../core/error-propagation.js';
import { turnedTables } from '../core/facings.js';
import { type Judgement, judgement } from '../core/judgement.js';
import { RANGE_LIMITS_MM } from '../range/range.js';

/** Error coordinates of a ship and an outline: the ship's x, y, heading, the outline's x and y. */
const COORDINATES = 5;

/** Length of an arc: that of the ruler. */
export const ARC_MM = RANGE_LIMITS_MM[3]!;
/** Straight lines that replace each rounded corner of the area within range 3 of a base; they are less than 0.03 mm outside it. */
const CORNER_LINES = 64;

/**
 * Whether any part of an obstacle or device lies within the lines of an arc of a ship, by its place in `table.ships`; `upToMm`: no farther
 * from the base than this. The area under the base is in no arc. Border, margin and open fronts as for ships (`inArc`).
 */
export function objectInArc(table: Table, shipIndex: number, object: Blocker, arc: ArcKind, upToMm?: number): Judgement {
  const asTaken = objectInArcOf(table, shipIndex, object, arc, upToMm);
  if (!table.ships[shipIndex]!.isFrontOpen) return asTaken;
  const probability = turnedTables(table, shipIndex).reduce(
    (sum, one) => sum + one.probability * objectInArcOf(one.table, shipIndex, object, arc, upToMm).probability,
    0,
  );
  return judgement(asTaken.value, probability, asTaken.marginMm);
}

function objectInArcOf(table: Table, shipIndex: number, { ring, sigmaMm: s }: Blocker, arc: ArcKind, upToMm?: number): Judgement {
  const ship = table.ships[shipIndex]!;
  const { pose } = ship;
  const half = baseHalf(ship);
  const { corners } = arcRegion(ship.base, arc, undefined, half.y);
  const parts = outsideBase(upToMm === undefined ? corners : clipped(corners, within(half, upToMm)), half);
  const local = ringSeenFrom(pose, ring);
  const separation = separationOf(local, parts);
  const value = separation <= ROUNDING_MM;
  const marginMm = value ? depthMm(local, parts) : -distanceMm(local, parts);
  const { xx, xy, xh, yy, yh, hh } = shipCovariance(table, shipIndex);
  let farMm = 0;
  for (let i = 0; i < local.length; i += 2) farMm = Math.max(farMm, Math.hypot(local[i]!, local[i + 1]!));
  const shiftMm = Math.sqrt(xx + yy + 2 * s * s) + farMm * Math.sqrt(hh);
  if (shiftMm === 0 || Math.abs(separation - ROUNDING_MM) > SURE_SIGMAS * shiftMm) return judgement(value, Number(value), marginMm);
  const l = cholesky([xx, xy, xh, xy, yy, yh, xh, yh, hh], 3);
  // An outline that shifts one way is a ship that shifts the other way.
  const separationAt = ([z0 = 0, z1 = 0, z2 = 0, z3 = 0, z4 = 0]: readonly number[]) => {
    const x = pose.x + l[0]! * z0 - s * z3;
    const y = pose.y + l[3]! * z0 + l[4]! * z1 - s * z4;
    return separationOf(ringSeenFrom({ x, y, headingRad: pose.headingRad + l[6]! * z0 + l[7]! * z1 + l[8]! * z2 }, ring), parts);
  };
  const axis = (i: number, z: number) => Array.from({ length: COORDINATES }, (_, k) => (k === i ? z : 0));
  const probes = axis(0, 0).flatMap((_, i) => [separationAt(axis(i, PROBE_SIGMA)), separationAt(axis(i, -PROBE_SIGMA))]);
  const probe = probeOf([separation, ...probes]);
  if (isSettled(probe, ROUNDING_MM)) return judgement(value, Number(value), marginMm);
  if (isLinear(probe)) return judgement(value, linearAtMost(ROUNDING_MM, probe), marginMm);
  const pointAt = (k: number) => Array.from(NORMAL_POINTS.subarray(k * POINT_DIMENSIONS, k * POINT_DIMENSIONS + COORDINATES));
  const atPoints = Array.from({ length: POINT_COUNT }, (_, k) => separationAt(pointAt(k)));
  return judgement(value, sampledAtMost(ROUNDING_MM, probe, atPoints), marginMm);
}

/** The parts of an arc in front of, behind, left and right of the base: convex, and together all of it that is not under the base. */
function outsideBase(corners: Ring, { x, y }: HalfSize): readonly Ring[] {
  return [
    [0, 1, y],
    [0, -1, y],
    [1, 0, x],
    [-1, 0, x],
  ].flatMap((side) => {
    const part = clipped(corners, side);
    return part.length < 6 ? [] : [part];
  });
}

/** The area within `mm` of a base: half-planes all around it. */
function within({ x, y }: HalfSize, mm: number): Sides {
  return Array.from({ length: 4 * CORNER_LINES }, (_, i) => {
    const angle = (i * Math.PI) / (2 * CORNER_LINES);
    const [nx, ny] = [Math.cos(angle), Math.sin(angle)];
    return [-nx, -ny, -(mm + x * Math.abs(nx) + y * Math.abs(ny))];
  }).flat();
}

function clipped(ring: Ring, sides: Sides): Ring {
  const clip = newClip(ring.length / 2, sides.length / 3);
  clipRing(clip, ring, sides, 0);
  return clip.ring.slice(0, 2 * clip.count);
}

/**
 * Gap between an outline and all parts of an arc, mm; negative: minus the depth of its deepest edge. Edges are enough, since no outline
 * surrounds a whole arc; so dents count as what they are.
 */
function separationOf(outline: Ring, parts: readonly Ring[]): number {
  let least = Infinity;
  for (let i = 0, j = outline.length - 2; i < outline.length; j = i, i += 2) {
    const edge = [outline[j]!, outline[j + 1]!, outline[i]!, outline[i + 1]!];
    for (const part of parts) least = Math.min(least, ringSeparation(edge, 2, part, part.length / 2));
  }
  return least;
}

/** The shortest way of an outline out of the part in which it is deepest, across one of that part's borders, mm. */
function depthMm(outline: Ring, parts: readonly Ring[]): number {
  return Math.max(0, ...parts.map((part) => -separationAlong(part, part.length / 2, outline, outline.length / 2)));
}

/** The shortest way of an outline into an arc that it is not in, mm. */
function distanceMm(outline: Ring, parts: readonly Ring[]): number {
  const line = newNearest();
  return Math.min(
    ...parts.map((part) => {
      nearestOfRings(line, outline, outline.length / 2, part, part.length / 2);
      return Math.sqrt(line.gapSq);
    }),
  );
}
