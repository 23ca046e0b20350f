import { type Camera, pixelFromTable } from '../../../src/geometry/camera.js';
import { MAT_MM } from '../../../src/pieces/dimensions.js';
import { FOCAL_PRIOR } from '../../../src/pieces/priors.js';
import type { Random } from '../../../src/sim/random.js';
import { cameraFromPlane } from '../../../src/vision/solve/camera-from-corners.js';
import {
  CAMERA_PARAMS,
  CAMERA_STEPS,
  cameraFromParams,
  paramsFromCamera,
  projectWithParams,
} from '../../../src/vision/solve/camera-params.js';
import { type Block, leastSquares } from '../../../src/vision/solve/least-squares.js';

/** How exactly somebody who makes an effort finds a corner of the mat, px. */
const CORNER_SIGMA_PX = 0.3;
const PIVOT = { x: MAT_MM / 2, y: MAT_MM / 2 };
const FOCAL = 0;
const K1 = 1;
const SHIFTED = 5;

/**
 * The camera as it is had without any of our means: pose, focal length and k1 from the mat's four corners, assumed to be those of a mat of
 * standard size. Undefined when a corner is not in view.
 */
export function cameraFromMat(
  truth: Camera,
  mat: { readonly widthMm: number; readonly depthMm: number },
  random: Random,
): Camera | undefined {
  const seen = [
    [0, 0],
    [mat.widthMm, 0],
    [mat.widthMm, mat.depthMm],
    [0, mat.depthMm],
  ].flatMap(([x, y]) => {
    const pixel = pixelFromTable(truth, { x: x!, y: y!, z: 0 });
    return pixel ? [{ u: pixel.u + random.normal(CORNER_SIGMA_PX), v: pixel.v + random.normal(CORNER_SIGMA_PX) }] : [];
  });
  if (seen.length < 4) return undefined;
  const places = [
    [0, 0],
    [MAT_MM, 0],
    [MAT_MM, MAT_MM],
    [0, MAT_MM],
  ] as const;
  const { widthPx, heightPx } = truth;
  const start = cameraFromPlane(places, seen, widthPx, heightPx, FOCAL_PRIOR.ratio * widthPx);
  if (!start) return undefined;
  const params = new Float64Array(CAMERA_PARAMS);
  paramsFromCamera(start, PIVOT, params);
  const blocks = seen.map(({ u, v }, i): Block => {
    const [x, y] = places[i]!;
    return {
      indices: Array.from({ length: CAMERA_PARAMS }, (_, index) => index),
      count: 2,
      robust: Number.POSITIVE_INFINITY,
      residuals(p, out) {
        projectWithParams(p, PIVOT, x, y, 0, out);
        out[0] = (out[0]! - u) / CORNER_SIGMA_PX;
        out[1] = (out[1]! - v) / CORNER_SIGMA_PX;
      },
    };
  });
  const priors = Array.from(params, (value, index) => ({ index, value, sigma: spreadOf(index) }));
  const fit = leastSquares(params, Float64Array.from(CAMERA_STEPS), blocks, priors, 200);
  return cameraFromParams(fit.params, PIVOT, widthPx, heightPx);
}

/** Focal length, k1 and the pose are for the corners to say, within what lenses are; the rest stays at nothing. */
function spreadOf(index: number): number {
  if (index === FOCAL) return FOCAL_PRIOR.logSigma;
  if (index === K1) return 0.1;
  if (index < SHIFTED) return 1e-6;
  return index < 8 ? 3 : 3000;
}
