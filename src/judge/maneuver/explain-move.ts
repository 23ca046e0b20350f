import { carriedCovariance } from '../../geometry/carried-covariance.js';
import { covarianceSum, EXACT, type Pose, type PoseCovariance, pieceFromTable, wrapRad } from '../../geometry/pose.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import type { Maneuver } from '../../pieces/maneuver.js';
import type { Table } from '../../table/table.js';
import type { Align, Execution, MoveOptions } from './execute.js';
import { type ManeuverEnd, maneuverEnds } from './maneuver-ends.js';
import { backedOverSigmaMm, isClose, overlapMargins } from './move-margins.js';

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
  /** One standard deviation of the expected end from the places of the ships that it was backed over, mm. */
  readonly endSigmaMm: number;
}

/**
 * Ranks the maneuvers of a dial by how well they explain a ship's move from its place in `before` to `after`, the best first. Other ships
 * in the way are taken from the table, so a bumped ship is explained too; where it is too close to call whether they are in the way, the end
 * that explains it better. If nothing is plausible, it was another maneuver, or the ship was misplaced.
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
  const explained = (end: ManeuverEnd): Explanation => {
    const offset = offsetFrom(end.execution.end, after.pose);
    const endSigmaMm = backedOverSigmaMm(before, end.execution.backedOver);
    const spread = spreadOf(ship, end.execution.end, after.covariance ?? EXACT, endSigmaMm);
    const chiSq = chiSquared(end.execution.end, after.pose, covarianceSum(spread, HAND_COVARIANCE));
    return { ...end, offset, chiSq, plausible: chiSq <= UNLIKELY_CHI_SQ, endSigmaMm };
  };
  const ends = maneuverEnds(before, shipId, dial, options);
  const best = new Map<string, Explanation>();
  for (const end of [...ends, ...ends.flatMap((one) => otherEnds(before, shipId, one, options))]) {
    const key = `${end.code} ${end.align ?? ''}`;
    const [one, other] = [explained(end), best.get(key)];
    if (!other || one.chiSq < other.chiSq) best.set(key, one);
  }
  return [...best.values()].sort((a, b) => a.chiSq - b.chiSq);
}

/** The end of a maneuver if the ships that its own end comes too close to, to call it, were in the way, and if they were not. */
function otherEnds(table: Table, shipId: string, { code, align, execution }: ManeuverEnd, options: Omit<MoveOptions, 'align'>) {
  const index = table.ships.findIndex(({ id }) => id === shipId);
  const close = overlapMargins(table, index, execution.intended).filter(isClose);
  if (close.length === 0) return [];
  const openMm = Math.max(...close.map(({ marginMm }) => Math.abs(marginMm))) + ROUNDING_MM;
  return [openMm, -openMm].flatMap((touchMm) =>
    maneuverEnds(table, shipId, [code], { ...options, touchMm }).filter((one) => one.align === align),
  );
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

/**
 * Spread of a difference from the camera alone: its error before the move, carried along to the end, its error after it, and that of the
 * ships in the way.
 */
function spreadOf(start: Start, expected: Pose, after: PoseCovariance, endSigmaMm: number): PoseCovariance {
  const carried = carriedCovariance(start.covariance, { x: expected.x - start.pose.x, y: expected.y - start.pose.y });
  return covarianceSum(covarianceSum(carried, after), { ...EXACT, xx: endSigmaMm ** 2, yy: endSigmaMm ** 2 });
}

interface Start {
  readonly pose: Pose;
  readonly covariance: PoseCovariance;
}

/** One standard deviation of an offset from the camera alone: of its place in the worst direction, mm, and of its turn, degrees. */
export function offsetSigma(
  start: Start,
  { execution, endSigmaMm }: Explanation,
  after: { readonly covariance: PoseCovariance },
): { readonly mm: number; readonly deg: number } {
  const { xx, yy, xy, hh } = spreadOf(start, execution.end, after.covariance, endSigmaMm);
  const mean = (xx + yy) / 2;
  return { mm: Math.sqrt(mean + Math.hypot((xx - yy) / 2, xy)), deg: (Math.sqrt(hh) * 180) / Math.PI };
}

/** Difference of two poses in units of its spread. */
function chiSquared(expected: Pose, now: Pose, { xx, xy, xh, yy, yh, hh }: PoseCovariance): number {
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
