import type { Point } from './point.js';
import type { PoseCovariance } from './pose.js';

/** Covariance of another point of a rigid piece and its heading; `offset`: from the pose's place to that point, table axes, mm. */
export function carriedCovariance({ xx, xy, xh, yy, yh, hh }: PoseCovariance, offset: Point): PoseCovariance {
  // A clockwise turn takes the offset (x, y) along (y, −x).
  const { x, y } = offset;
  return {
    xx: xx + 2 * y * xh + y * y * hh,
    xy: xy - x * xh + y * yh - x * y * hh,
    xh: xh + y * hh,
    yy: yy - 2 * x * yh + x * x * hh,
    yh: yh - x * hh,
    hh,
  };
}
