import { type Nearest, nearestOfRings, newNearest } from '../../geometry/box.js';
import { cholesky } from '../../geometry/cholesky.js';
import type { HalfSize } from '../../geometry/half-size.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../../geometry/normal-points.js';
import { outlineContains, segmentsMeet } from '../../geometry/outline.js';
import type { Point } from '../../geometry/point.js';
import { isExactPose, type Pose, pieceFromTable, tableFromPiece } from '../../geometry/pose.js';
import type { Ring } from '../../geometry/ring.js';
import { baseHalf } from '../../pieces/bases.js';
import { shipCovariance } from '../../table/pair-covariance.js';
import { isAnySupposed } from '../../table/ship-certainty.js';
import type { Table } from '../../table/table.js';
import { type Blocker, blockersOf } from '../core/blockers.js';
import { PROBE_SIGMA, probeOf, SURE_SIGMAS } from '../core/error-propagation.js';
import { onTable, pairOf } from '../core/pair.js';
import { atSamples, errorsOf } from '../core/pair-errors.js';
import { newWorkspace } from '../core/workspace.js';
import { closest } from './closest.js';
import { objectRange } from './object-range.js';
import type { RangeAnswer } from './range.js';
import { settledRange, uncertainRange } from './range-uncertainty.js';

/**
 * Closest range between any two things of a table by their ids: ships, obstacles, devices; a thing is at range 0 of itself (RNG-05).
 * Points in the table frame, mm. Throws on an unknown id.
 */
export function rangeBetween(table: Table, fromId: string, toId: string): RangeAnswer {
  const [from, to] = bothOf(table, fromId, toId);
  if (fromId === toId) return settledRange(0, 0, { x: from.x, y: from.y }, { x: from.x, y: from.y });
  return openWhereSupposed(table, fromId, toId, closestRange(table, from, to));
}

/** No longer certain where a hand placed one of both, or one may be no ship, however far its margins are. */
function openWhereSupposed({ ships }: Table, fromId: string, toId: string, answer: RangeAnswer): RangeAnswer {
  return isAnySupposed(ships, fromId, toId) ? { ...answer, certain: false } : answer;
}

function closestRange(table: Table, from: Blocker, to: Blocker): RangeAnswer {
  if (from.shipIndex >= 0 && to.shipIndex >= 0) return closest(newWorkspace(), pairOf(table, from.shipIndex, to.shipIndex)).answer;
  if (from.shipIndex >= 0) return objectRange(table, from.shipIndex, to);
  if (to.shipIndex < 0) return outlineRange(from, to);
  const answer = objectRange(table, to.shipIndex, from);
  return { ...answer, from: answer.to, to: answer.from };
}

/**
 * Range of the point of a thing that is farthest from a ship's base: the whole of it is within the ranges from that one on. From a ship
 * only, because from a base, which has no dents, the farthest point of an outline is one of its corners. Throws as `rangeBetween`, and
 * when `fromId` is no ship or the same as `toId`.
 */
export function farthestRange(table: Table, fromId: string, toId: string): RangeAnswer {
  const [from, to] = bothOf(table, fromId, toId);
  if (from.shipIndex < 0) throw new Error(`farthestRange: got '${fromId}' to measure from, expected a ship`);
  if (fromId === toId) throw new Error(`farthestRange: got '${fromId}' twice, expected another thing to measure to`);
  const answer = to.shipIndex < 0 ? farthestOfObject(table, from.shipIndex, to) : farthestOfShip(table, from.shipIndex, to.shipIndex);
  return openWhereSupposed(table, fromId, toId, answer);
}

function bothOf(table: Table, fromId: string, toId: string): readonly [Blocker, Blocker] {
  const things = blockersOf(table);
  const find = (id: string) => {
    const found = things.find((thing) => thing.id === id);
    if (found) return found;
    throw new Error(`'${id}': not on the table, expected one of ${things.map((thing) => thing.id).join(', ')}.`);
  };
  return [find(fromId), find(toId)];
}

/** Range between two outlines, each of which may be shifted by its own error in any direction. */
function outlineRange(a: Blocker, b: Blocker): RangeAnswer {
  const first = pointsOf(a.ring);
  const second = pointsOf(b.ring);
  const sigmaMm = Math.hypot(a.sigmaMm, b.sigmaMm);
  const common = commonPointOf(first, second);
  if (common) return movedApart(-depthMm(first, second, SURE_SIGMAS * sigmaMm), sigmaMm, common, common);
  const line: Nearest = newNearest();
  nearestOfRings(line, a.ring, first.length, b.ring, second.length);
  return movedApart(Math.sqrt(line.gapSq), sigmaMm, { x: line.px, y: line.py }, { x: line.qx, y: line.qy });
}

/** The answer to a gap that is as far off as two outlines are shifted along it; negative where they overlap. */
function movedApart(gapMm: number, sigmaMm: number, from: Point, to: Point): RangeAnswer {
  if (sigmaMm === 0) return settledRange(gapMm, 0, from, to);
  const reach = PROBE_SIGMA * sigmaMm;
  return uncertainRange(probeOf([gapMm, gapMm + reach, gapMm - reach]), from, to, () => []);
}

/** Directions in which outlines are moved apart, and steps of halving. */
const APART = { directions: 32, halvings: 8 };

/** Smallest shift, mm, that separates two outlines that overlap, found up to `mostMm`, which stands for any larger one. */
function depthMm(a: readonly Point[], b: readonly Point[], mostMm: number): number {
  let least = mostMm;
  for (let i = 0; i < APART.directions; i++) {
    const turn = (2 * Math.PI * i) / APART.directions;
    const meetAt = (mm: number) =>
      commonPointOf(
        a,
        b.map(({ x, y }) => ({ x: x + mm * Math.cos(turn), y: y + mm * Math.sin(turn) })),
      ) !== undefined;
    if (least === 0 || meetAt(least)) continue;
    let meeting = 0;
    for (let k = 0; k < APART.halvings; k++) {
      const middle = (meeting + least) / 2;
      if (meetAt(middle)) meeting = middle;
      else least = middle;
    }
  }
  return least;
}

function pointsOf(ring: Ring): readonly Point[] {
  return Array.from({ length: ring.length / 2 }, (_, i) => ({ x: ring[2 * i]!, y: ring[2 * i + 1]! }));
}

/** A point that two outlines share; undefined when they are apart. */
function commonPointOf(a: readonly Point[], b: readonly Point[]): Point | undefined {
  if (outlineContains(a, b[0]!)) return b[0]!;
  if (outlineContains(b, a[0]!)) return a[0]!;
  const edgeFrom = (outline: readonly Point[], i: number) => [outline[i]!, outline[(i + 1) % outline.length]!] as const;
  const i = a.findIndex((_, k) => b.some((_, m) => segmentsMeet(...edgeFrom(a, k), ...edgeFrom(b, m))));
  return i < 0 ? undefined : a[i]!;
}

/** The corner of a ring in the frame of a base that is farthest from the base, and the point of the base nearest to it. */
function farthest(half: HalfSize, ring: Ring): { readonly gapMm: number; readonly base: Point; readonly corner: Point } {
  let best = { gapMm: -1, base: { x: 0, y: 0 }, corner: { x: 0, y: 0 } };
  for (const corner of pointsOf(ring)) {
    const base = { x: Math.max(-half.x, Math.min(half.x, corner.x)), y: Math.max(-half.y, Math.min(half.y, corner.y)) };
    const gapMm = Math.hypot(corner.x - base.x, corner.y - base.y);
    if (gapMm > best.gapMm) best = { gapMm, base, corner };
  }
  return best;
}

function farthestOfShip(table: Table, shipIndex: number, targetIndex: number): RangeAnswer {
  const pair = pairOf(table, shipIndex, targetIndex);
  const gapAt = ({ ring }: { readonly ring: Ring }) => farthest(pair.viewerHalf, ring).gapMm;
  const { gapMm, base, corner } = farthest(pair.viewerHalf, pair.view.ring);
  const from = onTable(pair.view, base);
  const to = onTable(pair.view, corner);
  if (pair.exact) return settledRange(gapMm, 0, from, to);
  return uncertainRange(probeOf([gapMm, ...errorsOf(pair).probes.map(gapAt)]), from, to, () => atSamples(pair, gapAt));
}

/** Error coordinates of a ship and an outline: the ship's x, y, heading, the outline's x and y. */
const COORDINATES = 5;

function farthestOfObject(table: Table, shipIndex: number, { ring, sigmaMm: s }: Blocker): RangeAnswer {
  const ship = table.ships[shipIndex]!;
  const { pose } = ship;
  const half = baseHalf(ship);
  const outline = pointsOf(ring);
  const seenFrom = (viewer: Pose) => outline.flatMap((point) => Object.values(pieceFromTable(viewer, point)));
  const found = farthest(half, seenFrom(pose));
  const from = tableFromPiece(pose, found.base);
  const to = tableFromPiece(pose, found.corner);
  const covariance = shipCovariance(table, shipIndex);
  const { xx, xy, xh, yy, yh, hh } = covariance;
  if (isExactPose(covariance) && s === 0) return settledRange(found.gapMm, 0, from, to);
  const l = cholesky([xx, xy, xh, xy, yy, yh, xh, yh, hh], 3);
  // An outline that shifts one way is a ship that shifts the other way.
  const gapAt = ([z0 = 0, z1 = 0, z2 = 0, z3 = 0, z4 = 0]: readonly number[]) => {
    const x = pose.x + l[0]! * z0 - s * z3;
    const y = pose.y + l[3]! * z0 + l[4]! * z1 - s * z4;
    return farthest(half, seenFrom({ x, y, headingRad: pose.headingRad + l[6]! * z0 + l[7]! * z1 + l[8]! * z2 })).gapMm;
  };
  const axis = (i: number, value: number) => Array.from({ length: COORDINATES }, (_, k) => (k === i ? value : 0));
  const probes = axis(0, 0).flatMap((_, i) => [gapAt(axis(i, PROBE_SIGMA)), gapAt(axis(i, -PROBE_SIGMA))]);
  const pointAt = (k: number) => Array.from(NORMAL_POINTS.subarray(k * POINT_DIMENSIONS, k * POINT_DIMENSIONS + COORDINATES));
  const atPoints = () => Array.from({ length: POINT_COUNT }, (_, k) => gapAt(pointAt(k)));
  return uncertainRange(probeOf([found.gapMm, ...probes]), from, to, atPoints);
}
