import { type Camera, scaledPx } from '../../geometry/camera.js';
import { definiteCholesky, inverseFromCholesky } from '../../geometry/cholesky.js';
import { MAT_MM, TILE_TOP_MM } from '../../pieces/dimensions.js';
import { EDGE_OFFSET_SIGMA_MM, MAT_SIGMA_MM, PLASTIC_SIGMA, TILE_TOP_SIGMA_MM, TILE_TRIM_SIGMA_MM } from '../../pieces/priors.js';
import type { KnownLens } from '../../table/known-lens.js';
import { CAMERA_PARAMS, CAMERA_STEPS, cameraFromParams, paramsFromCamera } from './camera-params.js';
import type { Block, Fit } from './least-squares.js';
import type { MatPrior, SharedEstimate, TablePrior } from './observations.js';
import { BOARD, EDGE_OFFSET, MAT_DEPTH, MAT_WIDTH, matInformation, PIVOT, PLASTIC, TILE_TOP, TILE_TRIM } from './residual-blocks.js';

/** Indices among the unknowns of what stays the same at a table: the lens, then mat, heights, plastic, edges. */
export const SHARED_INDICES: readonly number[] = [
  ...Array.from({ length: 5 }, (_, i) => i),
  ...Array.from({ length: BOARD - MAT_WIDTH }, (_, i) => MAT_WIDTH + i),
];
/** The same and where the camera stands: rotation vector, translation. */
const INDICES_WITH_POSE: readonly number[] = [...SHARED_INDICES, 5, 6, 7, 8, 9, 10];
const N = SHARED_INDICES.length;
const WIDTH = SHARED_INDICES.indexOf(MAT_WIDTH);
const DEPTH = SHARED_INDICES.indexOf(MAT_DEPTH);
const PLASTIC_AT = SHARED_INDICES.indexOf(PLASTIC);

/** The part of a fit that stays the same from picture to picture, all others marginalised. */
export function sharedEstimateOf(fit: Pick<Fit, 'params' | 'covariance'>): SharedEstimate {
  return partOf(fit, SHARED_INDICES);
}

/** The same with where the camera stands, which stays the same too until it is touched. */
export function estimateWithPoseOf(fit: Pick<Fit, 'params' | 'covariance'>): SharedEstimate {
  return partOf(fit, INDICES_WITH_POSE);
}

/** Lens and pose of the camera alone (CAMERA_PARAMS numbers, in their order) of an estimate with the pose, with their covariance, row-major. */
export function cameraPartOf({ values, covariance }: SharedEstimate): SharedEstimate {
  const places = Array.from({ length: CAMERA_PARAMS }, (_, i) => INDICES_WITH_POSE.indexOf(i));
  return {
    values: places.map((place) => values[place]!),
    covariance: places.flatMap((row) => places.map((column) => covariance[row * values.length + column]!)),
  };
}

/**
 * The same table seen by another camera, given as `cameraPartOf` gives it: what stays the same at the table is kept, with no correlation to that camera. No
 * combination of its unknowns counts as known more exactly than finite differences can follow.
 */
export function withCameraPart({ values, covariance }: SharedEstimate, camera: SharedEstimate): SharedEstimate {
  const place = INDICES_WITH_POSE.map((index) => (index < CAMERA_PARAMS ? index : -1));
  const before = values.length;
  return {
    values: INDICES_WITH_POSE.map((_, i) => (place[i]! >= 0 ? camera.values[place[i]!]! : values[i]!)),
    covariance: INDICES_WITH_POSE.flatMap((_, row) =>
      INDICES_WITH_POSE.map((__, column) => {
        const [a, b] = [place[row]!, place[column]!];
        if (a >= 0 && b >= 0) return camera.covariance[a * CAMERA_PARAMS + b]! + (a === b ? heldVariance(a) : 0);
        return a < 0 && b < 0 ? covariance[row * before + column]! : 0;
      }),
    ),
  };
}

function partOf({ params, covariance }: Pick<Fit, 'params' | 'covariance'>, indices: readonly number[]): SharedEstimate {
  const n = params.length;
  return {
    values: indices.map((index) => params[index]!),
    covariance: indices.flatMap((row) => indices.map((column) => covariance[row * n + column]!)),
  };
}

/** Earlier pictures' estimate as a measurement of the unknowns: whitened by its covariance. Throws when that is not positive definite. */
export function sharedBlock({ values, covariance }: SharedEstimate): Block {
  const n = values.length;
  const factor = factorOf(covariance, n);
  const indices = INDICES_WITH_POSE.slice(0, n);
  return {
    indices,
    count: n,
    robust: Number.POSITIVE_INFINITY,
    residuals(p, out) {
      // Forward substitution: out = L⁻¹ (p − values).
      for (let i = 0; i < n; i++) {
        let sum = p[indices[i]!]! - values[i]!;
        for (let k = 0; k < i; k++) sum -= factor[i * n + k]! * out[k]!;
        out[i] = sum / factor[i * n + i]!;
      }
    },
  };
}

function factorOf(covariance: readonly number[], n: number): Float64Array {
  const factor = definiteCholesky(Float64Array.from(covariance), n);
  if (!factor)
    throw new Error(
      `What was learned of a table has a covariance of ${covariance.length} numbers that is not positive definite; expected ${n}×${n}.`,
    );
  return factor;
}

function inverseOf(matrix: readonly number[], n: number): Float64Array {
  return inverseFromCholesky(factorOf(matrix, n), n);
}

/** A camera that counts as known exactly, with heights, plastic and edges of any table: what is fitted in its picture alone. */
export function estimateOfCamera(camera: Camera): SharedEstimate {
  const params = new Float64Array(BOARD);
  paramsFromCamera(camera, PIVOT, params);
  params.fill(MAT_MM, MAT_WIDTH, MAT_DEPTH + 1);
  params.fill(TILE_TOP_MM, TILE_TOP, TILE_TRIM);
  const loose = (index: number) => {
    if (index < CAMERA_PARAMS) return Math.sqrt(heldVariance(index));
    if (index > PLASTIC) return EDGE_OFFSET_SIGMA_MM;
    if (index < TILE_TOP) return MAT_SIGMA_MM;
    return index < TILE_TRIM ? TILE_TOP_SIGMA_MM : index < PLASTIC ? TILE_TRIM_SIGMA_MM : PLASTIC_SIGMA;
  };
  return {
    values: INDICES_WITH_POSE.map((index) => params[index]!),
    covariance: INDICES_WITH_POSE.flatMap((index, row) => INDICES_WITH_POSE.map((_, column) => (row === column ? loose(index) ** 2 : 0))),
  };
}

/** Standard deviation of what is held, in steps of finite differences: nothing that a mark notices. */
const HELD_STEPS = 10;

function heldVariance(cameraParam: number): number {
  return (HELD_STEPS * CAMERA_STEPS[cameraParam]!) ** 2;
}

/** A trace of the mat's prior stays, so that rounding leaves no direction without any information. */
const TAKEN_OUT = 0.9999;

/** The same estimate without the prior on the mat that it was made with: each picture brings its own, which may be a better one. */
export function withoutMat({ values, covariance }: SharedEstimate, mat: MatPrior): SharedEstimate {
  const n = values.length;
  const information = [...inverseOf(covariance, n)];
  const vector = values.map((_, i) => values.reduce((sum, value, k) => sum + information[i * n + k]! * value, 0));
  const matPrior = matInformation(mat);
  [WIDTH, DEPTH].forEach((row, i) => {
    [WIDTH, DEPTH].forEach((column, k) => {
      information[row * n + column]! -= TAKEN_OUT * matPrior.matrix[2 * i + k]!;
    });
    vector[row]! -= TAKEN_OUT * matPrior.vector[i]!;
  });
  const left = [...inverseOf(information, n)];
  return { values: values.map((_, i) => vector.reduce((sum, value, k) => sum + left[i * n + k]! * value, 0)), covariance: left };
}

/**
 * Standard deviations by which what stays the same differs from picture to picture all the same: focus, a lens that two terms do not quite
 * follow, light that makes plastic look larger. The centre is relative to the picture's width.
 */
export const PROCESS_NOISE = {
  ...{ logFocal: 0.001, k1: 0.003, k2: 0.003, centre: 0.0007, matMm: 0.1 },
  ...{ tileTopMm: 0.15, tileTrimMm: 0.1, plastic: 0.002, edgeOffsetMm: 0.1 },
  // Of a camera that nobody touches: a tripod sags, a picture is stabilised to a tenth of a pixel.
  ...{ poseRad: 0.0001, poseMm: 0.1 },
} as const;

/** The estimate as it is known before the next picture: its covariance with PROCESS_NOISE added, as in a Kalman filter's prediction. */
export function withProcessNoise({ values, covariance }: SharedEstimate, widthPx: number): SharedEstimate {
  const { logFocal, k1, k2, centre, matMm, tileTopMm, tileTrimMm, plastic, edgeOffsetMm, poseRad, poseMm } = PROCESS_NOISE;
  const centrePx = centre * widthPx;
  const each = [logFocal, k1, k2, centrePx, centrePx, matMm, matMm, tileTopMm, tileTopMm, tileTopMm, tileTrimMm, tileTrimMm, plastic];
  const edges = Array.from({ length: N - each.length }, () => edgeOffsetMm);
  const sigmas = [...each, ...edges, poseRad, poseRad, poseRad, poseMm, poseMm, poseMm];
  const n = values.length;
  return { values, covariance: covariance.map((value, at) => (at % (n + 1) === 0 ? value + sigmas[at / (n + 1)]! ** 2 : value)) };
}

/** The same estimate with another lens, known separately to these standard deviations, in place of its own. */
export function withLens({ values, covariance }: SharedEstimate, lens: TablePrior): SharedEstimate {
  const own = [Math.log(lens.focalPx), lens.k1, lens.k2, lens.cx, lens.cy];
  const sigmas = [lens.logFocalSigma, lens.k1Sigma, lens.k2Sigma, lens.centreSigmaPx, lens.centreSigmaPx];
  return {
    values: values.map((value, i) => own[i] ?? value),
    covariance: covariance.map((value, at) => {
      const [row, column] = [Math.floor(at / N), at % N];
      if (row >= own.length && column >= own.length) return value;
      return row === column ? sigmas[row]! ** 2 : 0;
    }),
  };
}

/** Lens of an estimate, at a picture's size. */
export function lensOf({ values, covariance }: SharedEstimate, widthPx: number, heightPx: number): KnownLens {
  const [logFocal, k1, k2, cx, cy] = values as [number, number, number, number, number];
  const focalPx = Math.exp(logFocal);
  const sigma = (i: number) => Math.sqrt(covariance[i * (N + 1)]!);
  return {
    ...{ widthPx, heightPx, fx: focalPx, fy: focalPx, cx, cy },
    distortion: [k1, k2, 0, 0, 0],
    sigma: { focalPx: focalPx * sigma(0), k1: sigma(1), k2: sigma(2), centrePx: Math.max(sigma(3), sigma(4)) },
  };
}

/** A mat's size, mm, with the covariance of its width and depth, mm². */
export interface MatEstimate {
  readonly widthMm: number;
  readonly depthMm: number;
  readonly covariance: { readonly ww: number; readonly wd: number; readonly dd: number };
}

/** Mat of an estimate, with the pose or without. */
export function matOfEstimate({ values, covariance }: SharedEstimate): MatEstimate {
  const at = (row: number, column: number) => covariance[row * values.length + column]!;
  return {
    widthMm: values[WIDTH]!,
    depthMm: values[DEPTH]!,
    covariance: { ww: at(WIDTH, WIDTH), wd: at(WIDTH, DEPTH), dd: at(DEPTH, DEPTH) },
  };
}

/** Excess with which plastic is read too large, relative. */
export function plasticOf({ values, covariance }: SharedEstimate): { readonly scale: number; readonly scaleSigma: number } {
  return { scale: values[PLASTIC_AT]!, scaleSigma: Math.sqrt(covariance[PLASTIC_AT * (N + 1)]!) };
}

/** The estimate for pictures of the same camera that are `factor` times as wide. */
export function resized({ values, covariance }: SharedEstimate, factor: number): SharedEstimate {
  const scale = (i: number) => (i === 3 || i === 4 ? factor : 1);
  return {
    values: values.map((value, i) => (i === 0 ? value + Math.log(factor) : scale(i) === 1 ? value : scaledPx(value, factor))),
    covariance: covariance.map((value, at) => value * scale(Math.floor(at / values.length)) * scale(at % values.length)),
  };
}

/** The camera and the mat of an estimate with the pose, at a picture's size, and how far outside of each of the mat's sides its edge is seen, mm. */
export function cameraOfEstimate({ values }: SharedEstimate, widthPx: number, heightPx: number) {
  const params = new Float64Array(BOARD);
  INDICES_WITH_POSE.forEach((index, i) => {
    params[index] = values[i]!;
  });
  return {
    camera: cameraFromParams(params, PIVOT, widthPx, heightPx),
    ...{ widthMm: params[MAT_WIDTH]!, depthMm: params[MAT_DEPTH]! },
    edgeOffsetsMm: [...params.subarray(EDGE_OFFSET, BOARD)],
  };
}
