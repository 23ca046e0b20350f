import type { Point } from './point.js';

/** Position and heading of a piece: centre in millimetres, heading in radians, 0 faces +y, clockwise, wrapped to (−π, π]. */
export interface Pose extends Point {
  readonly headingRad: number;
}

/** Symmetric 3×3 covariance of a pose: x and y in mm², heading in rad², mixed terms in mm·rad. */
export interface PoseCovariance {
  readonly xx: number;
  readonly xy: number;
  readonly xh: number;
  readonly yy: number;
  readonly yh: number;
  readonly hh: number;
}

/** The pose of something known exactly. */
export const EXACT: PoseCovariance = { xx: 0, xy: 0, xh: 0, yy: 0, yh: 0, hh: 0 };

/** Whether a pose has no uncertainty. */
export const isExactPose = ({ xx, yy, hh }: PoseCovariance): boolean => xx === 0 && yy === 0 && hh === 0;

/** The covariance of a pose with two independent errors. */
export function covarianceSum(a: PoseCovariance, b: PoseCovariance): PoseCovariance {
  return { xx: a.xx + b.xx, xy: a.xy + b.xy, xh: a.xh + b.xh, yy: a.yy + b.yy, yh: a.yh + b.yh, hh: a.hh + b.hh };
}

/** Wraps an angle in radians to (−π, π]. */
export function wrapRad(angleRad: number): number {
  const turned = angleRad - 2 * Math.PI * Math.floor((angleRad + Math.PI) / (2 * Math.PI));
  return turned <= -Math.PI ? turned + 2 * Math.PI : turned;
}

/** A point of the piece's own frame (x right, y forward, mm) on the table. */
export function tableFromPiece(pose: Pose, local: Point): Point {
  const sin = Math.sin(pose.headingRad);
  const cos = Math.cos(pose.headingRad);
  return { x: pose.x + cos * local.x + sin * local.y, y: pose.y - sin * local.x + cos * local.y };
}

/** A table point in the piece's own frame (x right, y forward, mm). */
export function pieceFromTable(pose: Pose, point: Point): Point {
  const sin = Math.sin(pose.headingRad);
  const cos = Math.cos(pose.headingRad);
  const dx = point.x - pose.x;
  const dy = point.y - pose.y;
  return { x: cos * dx - sin * dy, y: sin * dx + cos * dy };
}

/** A pose turned clockwise on the spot. */
export function turnedOnSpot(pose: Pose, byRad: number): Pose {
  return { ...pose, headingRad: wrapRad(pose.headingRad + byRad) };
}

/**
 * A pose turned by quarters on the spot so that it faces as nearly as possible along `headingRad`: a square looks the same from all four
 * sides.
 */
export function turnedByQuarters(pose: Pose, headingRad: number): Pose {
  const quarters = Math.round(wrapRad(headingRad - pose.headingRad) / (Math.PI / 2));
  return turnedOnSpot(pose, (quarters * Math.PI) / 2);
}

/** Turn from one heading to another beside whole quarters, rad, −π/4…π/4: a square looks the same from all four sides. */
export function turnBesideQuarters(from: Pose, to: Pose): number {
  return wrapRad(to.headingRad - turnedByQuarters(from, to.headingRad).headingRad);
}

/** Whether headings differ by a quarter turn or two, to within `withinRad`: a square that faces another way. */
export function isTurnedByQuarters(oneRad: number, otherRad: number, withinRad: number): boolean {
  const turnedRad = wrapRad(oneRad - otherRad);
  const quarters = Math.round(turnedRad / (Math.PI / 2));
  return quarters !== 0 && Math.abs(turnedRad - (quarters * Math.PI) / 2) < withinRad;
}
