import { type BoxOutlineGap, boxOutlineGap, partInBox } from '../geometry/box-outline.js';
import { cholesky } from '../geometry/cholesky.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../geometry/normal-points.js';
import { type Pose, type PoseCovariance, tableFromPiece } from '../geometry/pose.js';
import { halfSideMm } from '../pieces/bases.js';
import { shipCovariance } from '../table/pair-covariance.js';
import type { Table } from '../table/table.js';
import type { Blocker } from './blockers.js';
import { isSettled, PROBE_SIGMA, type Probe, probeOf, SURE_SIGMAS } from './doubt.js';
import { RANGE_LIMITS_MM, type RangeAnswer } from './range.js';
import { doubtfulRange, exactRange } from './range-doubt.js';

/** Error coordinates of a ship and an outline: the ship's x, y, heading, the outline's x and y. */
const COORDINATES = 5;

/** Closest range from a ship's base to an obstacle or device (RNG-05: touching, or lying on it, is range 0). */
export function objectRange(table: Table, shipIndex: number, object: Blocker): RangeAnswer {
  const { base, pose } = table.ships[shipIndex]!;
  const half = halfSideMm(base);
  const nearest = boxOutlineGap(half, seenFrom(pose, object.ring));
  const from = tableFromPiece(pose, { x: nearest.px, y: nearest.py });
  const to = tableFromPiece(pose, { x: nearest.qx, y: nearest.qy });
  const covariance = shipCovariance(table, shipIndex);
  const { xx, yy, hh } = covariance;
  if (xx === 0 && yy === 0 && hh === 0 && object.sigmaMm === 0) return exactRange(nearest.gapMm, from, to);
  const boundMm = Math.sqrt(xx + yy + 2 * object.sigmaMm ** 2) + Math.SQRT2 * half * Math.sqrt(hh);
  const linear: Probe = { value: nearest.gapMm, slope: [], sigmaMm: linearSigmaMm(nearest, pose, covariance, object.sigmaMm), boundMm };
  if (RANGE_LIMITS_MM.every((limitMm) => isSettled(linear, limitMm))) return doubtfulRange(linear, from, to, () => new Float64Array());
  const gapAt = errantGap(half, pose, covariance, object, 2 * SURE_SIGMAS * boundMm + Math.max(0, nearest.gapMm));
  const values = [nearest.gapMm];
  for (let i = 0; i < 2 * COORDINATES; i++) {
    const coordinates = new Float64Array(COORDINATES);
    coordinates[i >> 1] = i % 2 === 0 ? PROBE_SIGMA : -PROBE_SIGMA;
    values.push(gapAt(coordinates, 0));
  }
  const atPoints = () => Float64Array.from({ length: POINT_COUNT }, (_, k) => gapAt(NORMAL_POINTS, k * POINT_DIMENSIONS));
  return doubtfulRange(probeOf(values), from, to, atPoints);
}

/** An outline in the frame of a piece that stands at `pose`. */
export function seenFrom({ x, y, headingRad }: Pose, ring: ArrayLike<number>): Float64Array {
  const sin = Math.sin(headingRad);
  const cos = Math.cos(headingRad);
  const local = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    const dx = ring[i]! - x;
    const dy = ring[i + 1]! - y;
    local[i] = cos * dx - sin * dy;
    local[i + 1] = sin * dx + cos * dy;
  }
  return local;
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

/** The gap as a function of the error coordinates; parts of the outline farther than `withinMm` from the base are left out. */
function errantGap(half: number, pose: Pose, covariance: PoseCovariance, object: Blocker, withinMm: number) {
  const { xx, xy, xh, yy, yh, hh } = covariance;
  const factor = cholesky([xx, xy, xh, xy, yy, yh, xh, yh, hh], 3);
  const whole = object.ring;
  const local = seenFrom(pose, whole);
  const nearEdges: number[] = [];
  for (let i = 0, j = whole.length - 2; i < whole.length; j = i, i += 2) {
    if (partInBox(half + withinMm, local[j]!, local[j + 1]!, local[i]!, local[i + 1]!)) nearEdges.push(j, i);
  }
  return (z: ArrayLike<number>, at: number): number => {
    const moved = {
      x: pose.x + factor[0]! * z[at]! - object.sigmaMm * z[at + 3]!,
      y: pose.y + factor[3]! * z[at]! + factor[4]! * z[at + 1]! - object.sigmaMm * z[at + 4]!,
      headingRad: pose.headingRad + factor[6]! * z[at]! + factor[7]! * z[at + 1]! + factor[8]! * z[at + 2]!,
    };
    // Near edges as two-cornered rings: a base that lies wholly inside an outline is far from all of its edges, and settled before.
    let least = Infinity;
    for (let e = 0; e < nearEdges.length; e += 2) {
      const [j, i] = [nearEdges[e]!, nearEdges[e + 1]!];
      const edge = seenFrom(moved, [whole[j]!, whole[j + 1]!, whole[i]!, whole[i + 1]!]);
      least = Math.min(least, boxOutlineGap(half, edge).gapMm);
    }
    return least;
  };
}
