/**
 * Factors by which sigmas are inflated to the true errors: the nets' own spreads are those of single keypoints, but the keypoints of one crop err together.
 * Set from the normalised error on pictures that no net was trained on (see ACCURACY.md), never from the pictures that are scored.
 */
export const SIGMA_INFLATION = {
  /** Factor by which a keypoint's spread is widened, because the sixteen of a base are not independent. */
  markFactor: 2.5,
  /**
   * Factor by which the claims of poses are wider than the solution's own covariance where border and bases agree, for registration errors
   * that no mark shows, and the border inconsistency that doubles its variance: the normalised error on simulated and path-traced tables
   * that neither the nets nor ACCURACY.md have seen. With too few bases a usual inconsistency is assumed, and a possible misfit.
   */
  poseFactor: { misfitKnown: 0.84, misfitUnknown: 0.95 },
  doublingInconsistency: 2,
  usualInconsistency: 1,
  /**
   * Usual mean cost of a base (`meanBaseCost`): where bases fit each other less well, the scale they determine is further off, and poses on
   * a mat, or marks without a border, are widened by the ratio of their cost to this. Distances between ships of 89 simulated tables of
   * unseen looks are then off by 0.94 sigma (root mean square), of 38 path-traced ones by 1.42; `npm run analyse -- goodness-of-fit` prints
   * similar numbers, by the bases alone as well.
   */
  usualBaseCost: { withBorder: 2.35, withoutBorder: 1.5 },
  /**
   * Common relative error of the size at which all bases are read without a border, besides PLASTIC_SIGMA: `px` pixels of a small base's
   * side, `perCost` for each unit of mean base cost above the usual, and `ofOne` for a single base. With these, distances on 44 simulated
   * and path-traced pictures are off by 1.04 sigma where two or three bases are seen, by 0.83 where there are more (root mean square;
   * docs/experiments/claims.md).
   */
  readAlike: { px: 0.2, perCost: 0.001, ofOne: 0.015 },
  /** Factor by which the spread of the mat's edge in a strip is widened: neighbouring strips err together. */
  edgeFactor: 2.5,
  /** The same for the sides of a base: they share its plastic, its light and its print. */
  sideFactor: 1.4,
  /** Smallest sigma of an edge, px. */
  edgeFloorPx: 0.15,
  /** Smallest sigma of a keypoint, px. */
  markFloorPx: 0.25,
} as const;
