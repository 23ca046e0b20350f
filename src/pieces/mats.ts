import { MAT_MM } from './dimensions.js';
import { MAT_SIGMA_MM } from './priors.js';

/** A mat as it is sold, with one standard deviation of either side, mm. */
export interface SoldMat {
  readonly widthMm: number;
  readonly depthMm: number;
  readonly sigmaMm: number;
}

/**
 * Mats that are sold for the game. 3 ft is 914.4 mm (Fly Casual, VASSAL); cloth varies, and one maker's mats are said to be 6 to 12 mm small,
 * so that the name alone determines no more than is assumed of any mat.
 */
export const SOLD_MATS: readonly SoldMat[] = [{ widthMm: MAT_MM, depthMm: MAT_MM, sigmaMm: MAT_SIGMA_MM }];

/**
 * Mats sold as 3 ft that are cut short: 90 cm where feet are not the measure, and one maker's, a quarter to half an inch small (Fantasy Flight's forum, "tournament legal
 * play mats"). They vary as others do. One in four: assumed, no source counts them.
 */
export const SHORT_MATS = { sideMm: 903, share: 0.25 } as const;
