import type { Point } from '../../geometry/point.js';
import type { SeenBase } from '../../table/measurement.js';

/** Remaining uncertainty about which edges are the border's, as a standard deviation of the table's scale (relative) and of its place (mm). */
export interface BorderUncertainty {
  readonly scaleSigma: number;
  readonly shiftSigmaMm: number;
}

export const CERTAIN_BORDER: BorderUncertainty = { scaleSigma: 0, shiftSigmaMm: 0 };

/** Uncertainty where bases are measured without a mat, or without a corner of it: it may be anywhere around them. */
export const UNKNOWN_BORDER: BorderUncertainty = { scaleSigma: 0, shiftSigmaMm: 300 };

/**
 * Uncertainty where nothing decides between small bases seen from near and medium ones from farther away: all distances may be two thirds
 * of what they seem, or one and a half times that, so that no distance is certain.
 */
export const UNKNOWN_SCALE: BorderUncertainty = { scaleSigma: 0.35, shiftSigmaMm: 0 };

/**
 * Uncertainty of a line found by faint contrast, which may be a print's or a shadow's beside the mat's edge: of unseen looks one such mat
 * was 17 mm off.
 */
export const FAINT_BORDER: BorderUncertainty = { scaleSigma: 0, shiftSigmaMm: 10 };

/** Two independent uncertainties together: their root sum of squares. */
export function combinedUncertainty(one: BorderUncertainty, other: BorderUncertainty): BorderUncertainty {
  return { scaleSigma: Math.hypot(one.scaleSigma, other.scaleSigma), shiftSigmaMm: Math.hypot(one.shiftSigmaMm, other.shiftSigmaMm) };
}

/** Common error of all places of a table without bases, one standard deviation, mm. */
const SHARED_SIGMA_MM = 1;
const NEIGHBOURS = 3;

/**
 * Variance of a place from the uncertainty of camera and mat, mm²: no larger than that of the best measured base nearby, whose place has
 * the same errors.
 */
export function sharedVariance(bases: readonly Pick<SeenBase, 'pose' | 'covariance'>[], { x, y }: Point): number {
  if (bases.length === 0) return SHARED_SIGMA_MM ** 2;
  const near = [...bases].sort((a, b) => Math.hypot(a.pose.x - x, a.pose.y - y) - Math.hypot(b.pose.x - x, b.pose.y - y));
  return Math.min(...near.slice(0, NEIGHBOURS).map(({ covariance: { xx, yy } }) => Math.max(xx, yy)));
}
