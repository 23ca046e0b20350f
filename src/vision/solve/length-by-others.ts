import type { Camera } from '../../geometry/camera.js';
import { CAMERA_PARAMS, CAMERA_STEPS } from './camera-params.js';
import type { Fit } from './least-squares.js';
import type { LengthMark } from './observations.js';
import { lengthBlocks, lengthSeenBy } from './residual-blocks.js';

/** A known length as everything but itself has it, mm, with one standard deviation of that alone; undefined where nothing else says. */
export type LengthByOthers = { readonly readMm: number; readonly sigmaMm: number } | undefined;

/** A length that makes up more than this share of what is known of itself proves nothing. */
const MAX_OWN_SHARE = 0.95;

/**
 * The known lengths of a fit as it would have them without each: what a measurement pulled the solution towards itself is taken back by its leverage, which is
 * exact as far as the fit is linear. So a ruler proves what is measured, though the scale goes by it as well.
 */
export function lengthsByOthers(
  { params, covariance, weights }: Fit,
  lengths: readonly LengthMark[],
  camera: Camera,
): readonly LengthByOthers[] {
  const n = params.length;
  const blocks = lengthBlocks(lengths, camera);
  // Lengths are observed last.
  const first = weights.length - lengths.length;
  return lengths.map((mark, k) => {
    const residual = (p: Float64Array) => {
      const out = new Float64Array(1);
      blocks[k]!.residuals(p, out);
      return out[0]!;
    };
    if (lengthSeenBy(camera, mark) === undefined) return undefined;
    const at = residual(params);
    const slopes = Array.from({ length: CAMERA_PARAMS }, (_, i) => {
      const probe = params.slice();
      probe[i]! += CAMERA_STEPS[i]!;
      return (residual(probe) - at) / CAMERA_STEPS[i]!;
    });
    let variance = 0;
    slopes.forEach((a, i) => {
      slopes.forEach((b, j) => {
        variance += a * b * covariance[i * n + j]!;
      });
    });
    const ownShare = weights[first + k]! * variance;
    if (ownShare > MAX_OWN_SHARE) return undefined;
    const others = 1 - ownShare;
    return { readMm: mark.lengthMm + (mark.sigmaMm * at) / others, sigmaMm: mark.sigmaMm * Math.sqrt(variance / others) };
  });
}
