import { carriedCovariance } from '../../geometry/carried-covariance.js';
import { covarianceSum, EXACT, type Pose, type PoseCovariance, pieceFromTable, wrapRad } from '../../geometry/pose.js';
import type { Maneuver } from '../../pieces/maneuver.js';
import type { Table } from '../../table/table.js';
import type { Align, Execution, MoveOptions } from './execute.js';
import { maneuverEnds } from './maneuver-ends.js';

/**
 * Standard deviations of a carefully made move by hand. Templates of different makers end up to 1.9 mm apart and a base has play
 * between its guides, so no placement is asserted to better than 2.5 mm (two of these). No source measured it.
 */
export const HAND_SIGMA = { mm: 1.25, rad: Math.PI / 180 } as const;
/** The same as a covariance, with x, y and heading independent. */
export const HAND_COVARIANCE: PoseCovariance = { ...EXACT, xx: HAND_SIGMA.mm ** 2, yy: HAND_SIGMA.mm ** 2, hh: HAND_SIGMA.rad ** 2 };

/** Chi-squared of three coordinates that hands and camera alone reach in 1 of 1000 moves. */
const UNLIKELY_CHI_SQ = 16.27;

/** Offset of a ship from where it should be, seen by its pilot at the expected place. */
export interface Offset {
  readonly rightMm: number;
  readonly forwardMm: number;
  readonly distanceMm: number;
  /** Clockwise is positive. */
  readonly turnDeg: number;
}

/** One explanation of a move. */
export interface Explanation {
  readonly code: string;
  readonly maneuver: Maneuver;
  readonly align?: Align;
  readonly execution: Execution;
  readonly offset: Offset;
  /** Squared difference in units of the errors of hands and camera, three coordinates together. */
  readonly chiSq: number;
  /** Whether the difference is within the errors of hands and camera. */
  readonly plausible: boolean;
}

/**
 * Ranks the maneuvers of a dial by how well they explain a ship's move from its place in `before` to `after`, the best first. Other ships
 * in the way are taken from the table, so a bumped ship is explained too. If nothing is plausible, it was another maneuver, or the ship was
 * misplaced.
 */
export function explainMove(
  before: Table,
  shipId: string,
  after: { readonly pose: Pose; readonly covariance?: PoseCovariance },
  dial: readonly string[],
  options: Omit<MoveOptions, 'align'> = {},
): readonly Explanation[] {
  const ship = before.ships.find(({ id }) => id === shipId);
  if (!ship) throw new Error(`Ship '${shipId}': not on the table, expected one of ${before.ships.map(({ id }) => id).join(', ')}.`);
  const explanations = maneuverEnds(before, shipId, dial, options).map((end): Explanation => {
    const offset = offsetFrom(end.execution.end, after.pose);
    const chiSq = chiSquared(ship.pose, ship.covariance, end.execution.end, after.pose, after.covariance ?? EXACT);
    return { ...end, offset, chiSq, plausible: chiSq <= UNLIKELY_CHI_SQ };
  });
  return explanations.sort((a, b) => a.chiSq - b.chiSq);
}

/** Offset of `now` from `expected`. */
export function offsetFrom(expected: Pose, now: Pose): Offset {
  const { x, y } = pieceFromTable(expected, now);
  return {
    rightMm: x,
    forwardMm: y,
    distanceMm: Math.hypot(x, y),
    turnDeg: (wrapRad(now.headingRad - expected.headingRad) * 180) / Math.PI,
  };
}

/** The camera's spread of a difference: its error before the move, carried along to the end, and its error after it. */
function cameraSpread(start: Pose, before: PoseCovariance, expected: Pose, after: PoseCovariance): PoseCovariance {
  return covarianceSum(carriedCovariance(before, { x: expected.x - start.x, y: expected.y - start.y }), after);
}

/** One standard deviation of an offset from the camera alone: of its place in the worst direction, mm, and of its turn, degrees. */
export function offsetSigma(
  start: { readonly pose: Pose; readonly covariance: PoseCovariance },
  expected: Pose,
  after: { readonly covariance: PoseCovariance },
): { readonly mm: number; readonly deg: number } {
  const { xx, yy, xy, hh } = cameraSpread(start.pose, start.covariance, expected, after.covariance);
  const mean = (xx + yy) / 2;
  return { mm: Math.sqrt(mean + Math.hypot((xx - yy) / 2, xy)), deg: (Math.sqrt(hh) * 180) / Math.PI };
}

/** Difference in units of its spread: the camera's before (carried along to the end), the camera's after, and the hand's. */
function chiSquared(start: Pose, before: PoseCovariance, expected: Pose, now: Pose, after: PoseCovariance): number {
  const { xx, xy, xh, yy, yh, hh } = covarianceSum(cameraSpread(start, before, expected, after), HAND_COVARIANCE);
  const dx = now.x - expected.x;
  const dy = now.y - expected.y;
  const dh = wrapRad(now.headingRad - expected.headingRad);
  // dᵀ C⁻¹ d by the adjugate of the symmetric 3 × 3 matrix.
  const axx = yy * hh - yh * yh;
  const axy = xh * yh - xy * hh;
  const axh = xy * yh - xh * yy;
  const ayy = xx * hh - xh * xh;
  const ayh = xy * xh - xx * yh;
  const ahh = xx * yy - xy * xy;
  const det = xx * axx + xy * axy + xh * axh;
  return (dx * dx * axx + dy * dy * ayy + dh * dh * ahh + 2 * (dx * dy * axy + dx * dh * axh + dy * dh * ayh)) / det;
}

/** The way to put a bumped ship back. */
export interface PutBack {
  /** Slide the ship this way, in its present frame. */
  readonly rightMm: number;
  readonly forwardMm: number;
  readonly distanceMm: number;
  /** Then turn it on the spot by this much, clockwise positive. */
  readonly turnDeg: number;
  /** Whether it is already there, as nearly as the camera can measure. */
  readonly isBack: boolean;
}

/** The way from where a ship stands back to where it stood, given the covariances of both poses. */
export function putBack(
  stood: { readonly pose: Pose; readonly covariance?: PoseCovariance },
  stands: { readonly pose: Pose; readonly covariance?: PoseCovariance },
): PutBack {
  const a = stood.covariance ?? EXACT;
  const b = stands.covariance ?? EXACT;
  const { rightMm, forwardMm, distanceMm, turnDeg } = offsetFrom(stands.pose, stood.pose);
  const placeSigma = Math.sqrt(a.xx + a.yy + b.xx + b.yy);
  const turnSigmaDeg = (Math.sqrt(a.hh + b.hh) * 180) / Math.PI;
  // Within two sigma, and never demanding more precision than a hand has.
  const isBack = distanceMm <= Math.max(0.25, 2 * placeSigma) && Math.abs(turnDeg) <= Math.max(0.25, 2 * turnSigmaDeg);
  return { rightMm, forwardMm, distanceMm, turnDeg, isBack };
}
