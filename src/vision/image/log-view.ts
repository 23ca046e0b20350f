import type { Camera } from '../../geometry/camera.js';
import type { Cv, Mat } from '../runtime/opencv.js';
import { type PlaneWindow, viewFromAbove } from './view-from-above.js';

export const COLOURS = 3;
/** Step between logarithms at which its weight saturates, in medians: a stronger one, of a white card, counts not much more. */
export const SATURATION_STEP = 1.5;
/** Added to a colour before its logarithm is taken, of 255: below it a camera shows noise. */
const DARK = 3;
/** The logarithm of each colour, 0 to 255. */
export const LOG_OF = Float32Array.from({ length: 256 }, (_, colour) => Math.log(colour + DARK));

/**
 * Logarithms of the colours of a piece of the table's plane as seen from straight above, and 1 where the frame shows it, 0 elsewhere: four
 * numbers a pixel. A mat as dark as its table differs from it by a share of its light, not by much of it.
 */
export function logColours(cv: Cv, rgba: Mat, camera: Camera, window: PlaneWindow): Float32Array {
  const { rgba: colours, seen } = viewFromAbove(cv, rgba, camera, window);
  const out = new Float32Array((COLOURS + 1) * seen.length);
  for (let at = 0; at < out.length; at++) {
    out[at] = at % (COLOURS + 1) === COLOURS ? seen[at >> 2]! : LOG_OF[colours[at]!]!;
  }
  return out;
}

/** The median of absolute values; 1 when there are none. */
export function medianOf(steps: Iterable<number>): number {
  const sorted = Float64Array.from(steps, Math.abs).sort();
  return sorted[sorted.length >> 1] ?? 1;
}

/** Math.tanh in half its time. */
export function tanh(x: number): number {
  return 1 - 2 / (Math.exp(2 * x) + 1);
}
