import { type BoxOutlineGap, boxOutlineGap, partInBox } from '../../geometry/box-outline.js';
import { cholesky } from '../../geometry/cholesky.js';
import { cornerMm, type HalfSize } from '../../geometry/half-size.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../../geometry/normal-points.js';
import { isExactPose, type Pose, type PoseCovariance, tableFromPiece } from '../../geometry/pose.js';
import { type Ring, ringSeenFrom } from '../../geometry/ring.js';
import { baseHalf } from '../../pieces/bases.js';
import { shipCovariance } from '../../table/pair-covariance.js';
import type { Table } from '../../table/table.js';
import type { Blocker } from '../core/blockers.js';
import { PROBE_SIGMA, probeOf, SURE_SIGMAS } from '../core/error-propagation.js';
import type { RangeAnswer } from './range.js';
import { isFarFromLimits, settledRange, uncertainRange } from './range-uncertainty.js';

/** Error coordinates of a ship and an outline: the ship's x, y, heading, the outline's x and y. */
const COORDINATES = 5;

/** Closest range from a ship's base to an obstacle or device (RNG-05: touching, or lying on it, is range 0). */
export function objectRange(table: Table, shipIndex: number, object: Blocker): RangeAnswer {
  const ship = table.ships[shipIndex]!;
  const { pose } = ship;
  const half = baseHalf(ship);
  const local = ringSeenFrom(pose, object.ring);
  const nearest = boxOutlineGap(half, local);
  const from = tableFromPiece(pose, { x: nearest.px, y: nearest.py });
  const to = tableFromPiece(pose, { x: nearest.qx, y: nearest.qy });
  const covariance = shipCovariance(table, shipIndex);
  const { xx, yy, hh } = covariance;
  if (isExactPose(covariance) && object.sigmaMm === 0) return settledRange(nearest.gapMm, 0, from, to);
  const reachMm = SURE_SIGMAS * (Math.sqrt(xx + yy + 2 * object.sigmaMm ** 2) + cornerMm(half) * Math.sqrt(hh));
  if (isFarFromLimits(nearest.gapMm, reachMm)) {
    return settledRange(nearest.gapMm, linearSigmaMm(nearest, pose, covariance, object.sigmaMm), from, to);
  }
  const moving = movingEdges(half, covariance, pose, object.sigmaMm, local, 2 * reachMm + Math.max(0, nearest.gapMm));
  const values = [nearest.gapMm];
  const coordinates = new Float64Array(COORDINATES);
  for (let i = 0; i < 2 * COORDINATES; i++) {
    coordinates.fill(0);
    coordinates[i >> 1] = i % 2 === 0 ? PROBE_SIGMA : -PROBE_SIGMA;
    values.push(gapWhenMoved(moving, coordinates, 0));
  }
  return uncertainRange(probeOf(values), from, to, () => {
    const atPoints: number[] = [];
    for (let k = 0; k < POINT_COUNT; k++) atPoints.push(gapWhenMoved(moving, NORMAL_POINTS, k * POINT_DIMENSIONS));
    return atPoints;
  });
}

/** Standard deviation of the gap as far as it is linear: the two closest points move apart along the line between them. */
function linearSigmaMm({ gapMm, px, py, qx, qy }: BoxOutlineGap, pose: Pose, covariance: PoseCovariance, objectSigmaMm: number): number {
  const { xx, xy, xh, yy, yh, hh } = covariance;
  if (gapMm <= 0) return Math.sqrt(xx + yy + objectSigmaMm ** 2);
  const sin = Math.sin(pose.headingRad);
  const cos = Math.cos(pose.headingRad);
  const lx = (qx - px) / gapMm;
  const ly = (qy - py) / gapMm;
  const nx = cos * lx + sin * ly;
  const ny = -sin * lx + cos * ly;
  // A clockwise turn takes the point (px, py) along (py, −px).
  const nh = lx * py - ly * px;
  const variance = nx * nx * xx + ny * ny * yy + nh * nh * hh + 2 * (nx * ny * xy + nx * nh * xh + ny * nh * yh);
  return Math.sqrt(Math.max(0, variance) + objectSigmaMm ** 2);
}

/** The edges of an outline that may matter, in the frame of the ship as measured, and how ship and outline move. */
interface MovingEdges {
  readonly half: HalfSize;
  /** Four numbers for each edge. */
  readonly edges: readonly number[];
  /** Factor of the ship's covariance in its own axes, 3 × 3. */
  readonly factor: readonly number[];
  readonly objectSigmaMm: number;
}

/** Keeps the edges no farther than `withinMm` from the base. A base wholly inside an outline is far from all of its edges, and settled. */
function movingEdges(
  half: HalfSize,
  covariance: PoseCovariance,
  pose: Pose,
  objectSigmaMm: number,
  local: Ring,
  withinMm: number,
): MovingEdges {
  const { xx, xy, xh, yy, yh, hh } = covariance;
  const sin = Math.sin(pose.headingRad);
  const cos = Math.cos(pose.headingRad);
  const own = [
    cos * cos * xx - 2 * sin * cos * xy + sin * sin * yy,
    sin * cos * (xx - yy) + (cos * cos - sin * sin) * xy,
    cos * xh - sin * yh,
    sin * sin * xx + 2 * sin * cos * xy + cos * cos * yy,
    sin * xh + cos * yh,
    hh,
  ] as const;
  const factor = cholesky([own[0], own[1], own[2], own[1], own[3], own[4], own[2], own[4], own[5]], 3);
  const edges: number[] = [];
  for (let i = 0, j = local.length - 2; i < local.length; j = i, i += 2) {
    if (!partInBox({ x: half.x + withinMm, y: half.y + withinMm }, local[j]!, local[j + 1]!, local[i]!, local[i + 1]!)) continue;
    edges.push(local[j]!, local[j + 1]!, local[i]!, local[i + 1]!);
  }
  return { half, edges, factor, objectSigmaMm };
}

function gapWhenMoved({ half, edges, factor, objectSigmaMm }: MovingEdges, z: Float64Array, at: number): number {
  // The outline's own error has no direction, so its axes may be the ship's.
  const shiftX = factor[0]! * z[at]! - objectSigmaMm * z[at + 3]!;
  const shiftY = factor[3]! * z[at]! + factor[4]! * z[at + 1]! - objectSigmaMm * z[at + 4]!;
  const turn = factor[6]! * z[at]! + factor[7]! * z[at + 1]! + factor[8]! * z[at + 2]!;
  const sin = Math.sin(turn);
  const cos = Math.cos(turn);
  let least = Infinity;
  for (let e = 0; e < edges.length; e += 4) {
    const ax = edges[e]! - shiftX;
    const ay = edges[e + 1]! - shiftY;
    const bx = edges[e + 2]! - shiftX;
    const by = edges[e + 3]! - shiftY;
    const edge = [cos * ax - sin * ay, sin * ax + cos * ay, cos * bx - sin * by, sin * bx + cos * by];
    least = Math.min(least, boxOutlineGap(half, edge).gapMm);
  }
  return least;
}
