/**
 * Factors by which sigmas are inflated to the true errors: the nets' own spreads are those of single keypoints, but the keypoints of one crop err together.
 * Set from the normalised error on pictures that no net was trained on (see ACCURACY.md), never from the pictures that are scored.
 */
export const SIGMA_INFLATION = {
  /** How much wider a keypoint's spread is taken than the net says, because the sixteen of a base are not independent. */
  markFactor: 2.5,
  /**
   * How much wider every pose is claimed than the solution's own covariance where border and bases agree, for registration errors that no mark
   * shows, and the border inconsistency that doubles its variance: the normalised error on simulated and path-traced tables that neither the nets nor
   * ACCURACY.md have seen. With too few bases a usual inconsistency is assumed, and that they may misfit.
   */
  poseFactor: { misfitKnown: 0.84, misfitUnknown: 0.95 },
  doublingInconsistency: 2,
  usualInconsistency: 1,
  /**
   * Where bases fit each other less than usual the scale they determine is further off: poses on a mat are claimed wider, and marks without a border are, by the mean
   * cost of a base (`meanBaseCost`) over this. Distances between ships of 89 simulated tables of unseen looks are then off by 0.94 sigma (root mean square),
   * of 38 path-traced ones by 1.42; `npm run analyse -- goodness-of-fit` prints the like, by the bases alone as well.
   */
  usualBaseCost: { withBorder: 2.35, withoutBorder: 1.5 },
  /**
   * How much too large or too small all bases may be read alike without a border, besides PLASTIC_SIGMA (relative): `px` pixels of a small base's side, `perCost` for each unit of mean base cost above the usual, and `ofOne` for
   * a single base. With these, distances on 44 simulated and path-traced pictures are off by 1.04 sigma where two or three bases are seen, by 0.83 where there are more (root mean square; docs/experiments/claims.md).
   */
  readAlike: { px: 0.2, perCost: 0.001, ofOne: 0.015 },
  /** How much wider the mat's edge in a strip is taken than the net says: neighbouring strips err together. */
  edgeFactor: 2.5,
  /** The same for the sides of a base: they share its plastic, its light and its print. */
  sideFactor: 1.4,
  /** No edge is believed better than this, px. */
  edgeFloorPx: 0.15,
  /** No keypoint is believed better than this, px. */
  markFloorPx: 0.25,
} as const;
