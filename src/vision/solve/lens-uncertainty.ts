import type { LensSigma } from '../../table/known-lens.js';
import type { Problem } from '../../table/measurement.js';
import { figure, phrase } from '../../texts/phrase.js';
import type { Fit } from './least-squares.js';

/** Uncertainty of a solved lens. */
export interface LensUncertainty {
  readonly sigma: LensSigma;
  /** One standard deviation of where the lens puts a ray that it has in the picture's corner, px. */
  readonly cornerPx: number;
}

/** Uncertainty of the lens in a fit whose first unknowns are a camera's (camera-params.ts). */
export function lensUncertaintyOf(
  { params, covariance }: Pick<Fit, 'params' | 'covariance'>,
  widthPx: number,
  heightPx: number,
): LensUncertainty {
  const n = params.length;
  const sigma = (i: number) => Math.sqrt(covariance[i * n + i]!);
  const focalPx = Math.exp(params[0]!);
  const r2 = (widthPx ** 2 + heightPx ** 2) / (2 * focalPx) ** 2;
  const slopes = [1 + r2 * (params[1]! + r2 * params[2]!), r2, r2 * r2].map((slope) => focalPx * Math.sqrt(r2) * slope);
  let variance = 0;
  slopes.forEach((a, i) => {
    slopes.forEach((b, j) => {
      variance += a * b * covariance[i * n + j]!;
    });
  });
  return {
    sigma: { focalPx: focalPx * sigma(0), k1: sigma(1), k2: sigma(2), centrePx: Math.max(sigma(3), sigma(4)) },
    cornerPx: Math.sqrt(variance),
  };
}

/** A lens less sure than this helps no table: the table's own border and bases determine the focal length to about a percent. */
const MAX_FOCAL_SIGMA = 0.01;
/** Relative to the picture's long side: a centimetre at the corner of a picture that is filled by a table. */
const MAX_CORNER_SIGMA = 0.006;

/** Why a solved lens is not worth keeping; undefined when it is. */
export function uncertainLensProblem(focalPx: number, longSidePx: number, { sigma, cornerPx }: LensUncertainty): Problem | undefined {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  if (sigma.focalPx > MAX_FOCAL_SIGMA * focalPx) {
    return {
      code: 'lens-unsure',
      message: phrase('lens-unsure', percent(sigma.focalPx / focalPx), percent(MAX_FOCAL_SIGMA)),
      hint: phrase('add-pictures-sheet-seen'),
    };
  }
  if (cornerPx > MAX_CORNER_SIGMA * longSidePx) {
    return {
      code: 'lens-unsure',
      message: phrase('pictures-corners-lens-unsure', figure(cornerPx, 1), figure(MAX_CORNER_SIGMA * longSidePx, 1)),
      hint: phrase('add-pictures-sheet-near'),
    };
  }
  return undefined;
}
