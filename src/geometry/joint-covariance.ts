import { distanceMm, type Point } from './point.js';
import { type Pose, type PoseCovariance, wrapRad } from './pose.js';

/**
 * A joint covariance of n poses is 3n × 3n, row by row, in the order x (mm), y (mm), heading (rad) of one after the other. A block is the 3 × 3 numbers, row
 * by row, of one pose with another.
 */
type Joint = ArrayLike<number>;

/** The block of poses `row` and `column`. */
export function blockAt(joint: Joint, row: number, column: number): number[] {
  const size = Math.sqrt(joint.length);
  const a = 3 * row * size + 3 * column;
  const [b, c] = [a + size, a + 2 * size];
  return [a, a + 1, a + 2, b, b + 1, b + 2, c, c + 1, c + 2].map((k) => joint[k]!);
}

/** Writes the block of poses `row` and `column`. */
export function setBlock(joint: number[], row: number, column: number, block: readonly number[]): void {
  const size = Math.sqrt(joint.length);
  for (let k = 0; k < 9; k++) joint[(3 * row + Math.floor(k / 3)) * size + 3 * column + (k % 3)] = block[k]!;
}

/** Covariance of one pose of a joint covariance. */
export function poseCovarianceAt(joint: Joint, pose: number): PoseCovariance {
  return covarianceOfBlock(blockAt(joint, pose, pose));
}

export function covarianceOfBlock(block: readonly number[]): PoseCovariance {
  const [xx, xy, xh, , yy, yh, , , hh] = block as [number, number, number, number, number, number, number, number, number];
  return { xx, xy, xh, yy, yh, hh };
}

export function blockOfCovariance({ xx, xy, xh, yy, yh, hh }: PoseCovariance): number[] {
  return [xx, xy, xh, xy, yy, yh, xh, yh, hh];
}

/** The joint covariance of poses, each of which either has a place in `joint` or shares no error with any other. */
export function jointOf(poses: readonly (number | PoseCovariance)[], joint: Joint = []): number[] {
  const made = new Array<number>(9 * poses.length ** 2).fill(0);
  poses.forEach((a, row) => {
    if (typeof a !== 'number') setBlock(made, row, row, blockOfCovariance(a));
    poses.forEach((b, column) => {
      if (typeof a === 'number' && typeof b === 'number') setBlock(made, row, column, blockAt(joint, a, b));
    });
  });
  return made;
}

/** Covariance of a difference of two coordinates, in their units squared. */
export interface PlaneCovariance {
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
}

/** Covariance of the difference of the places of two poses with a common error, whose block has `one` in its rows; `floorMm`: one standard deviation besides. */
export function differenceCovariance(
  one: PlaneCovariance,
  other: PlaneCovariance,
  common: readonly number[],
  floorMm: number,
): PlaneCovariance {
  const xx = Math.max(0, one.xx + other.xx - 2 * common[0]!) + floorMm ** 2;
  const yy = Math.max(0, one.yy + other.yy - 2 * common[4]!) + floorMm ** 2;
  return { xx, xy: one.xy + other.xy - common[1]! - common[3]!, yy };
}

/** Squared Mahalanobis distance of a difference, without unit; infinite where its covariance is not positive definite. */
export function mahalanobisSq({ x, y }: Point, { xx, xy, yy }: PlaneCovariance): number {
  const determinant = xx * yy - xy * xy;
  return determinant > 0 ? (x * x * yy - 2 * x * y * xy + y * y * xx) / determinant : Number.POSITIVE_INFINITY;
}

/** Variance of the distance between poses i and k of a joint covariance, which are at `one` and `other`, mm². */
export function lengthVariance(joint: Joint, i: number, k: number, one: Point, other: Point): number {
  const mm = distanceMm(one, other) || 1;
  const along = [(one.x - other.x) / mm, (one.y - other.y) / mm];
  const between = (p: number, q: number) => {
    const [xx, xy, , yx, yy] = blockAt(joint, p, q);
    return along[0]! * (along[0]! * xx! + along[1]! * xy!) + along[1]! * (along[0]! * yx! + along[1]! * yy!);
  };
  return between(i, i) + between(k, k) - between(i, k) - between(k, i);
}

/** Uncertainty of a whole table: of its scale (relative) and its position (mm), one standard deviation each. */
interface CommonErrors {
  readonly scaleSigma: number;
  readonly shiftSigmaMm: number;
}

/**
 * Covariance that coordinates of places share because all of them may be a little larger about `middle`, or shifted: a function of row and
 * column of their joint covariance, which adds it to `own`.
 */
export function commonErrors(
  places: readonly Point[],
  middle: Point,
  { scaleSigma, shiftSigmaMm }: CommonErrors,
): (row: number, column: number, own?: number) => number {
  const out = places.flatMap(({ x, y }) => [x - middle.x, y - middle.y, 0]);
  return (row, column, own = 0) => {
    const shift = row % 3 === column % 3 && row % 3 !== 2 ? shiftSigmaMm ** 2 : 0;
    return own + shift + scaleSigma ** 2 * out[row]! * out[column]!;
  };
}

/** Difference of each coordinate of a pose from that of another: x, y, heading. */
export function poseDifference(from: Pose, to: Pose): [number, number, number] {
  return [to.x - from.x, to.y - from.y, wrapRad(to.headingRad - from.headingRad)];
}
