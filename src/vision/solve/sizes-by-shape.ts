import type { Camera } from '../../geometry/camera.js';
import { BASE_SIZES, type BaseSize } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';
import { BASE_KEYPOINTS } from './base-keypoints.js';
import { CAMERA_PARAMS, CAMERA_STEPS, cameraFromParams, paramsFromCamera, projectWithParams } from './camera-params.js';
import { type Block, leastSquares, type Prior } from './least-squares.js';
import { type BaseMarks, type TablePrior, withFocal } from './observations.js';
import { CAMERA_INDICES, PIVOT } from './residual-blocks.js';

/** Unknowns of a square: x, y (mm), heading (rad), logarithm of its size relative to the one that was read. */
const PER_SQUARE = 4;
const SQUARE_STEPS = [1e-3, 1e-3, 1e-5, 1e-5];
/**
 * Prior standard deviations of a square around its reading, in its own terms (mm, rad, log): they hardly do more than keep the unknowns
 * determined.
 */
const SQUARE_SIGMAS = [300, 1, 1, 0.5];
const ROTATION_SIGMA_RAD = 0.5;
/** Standard deviation with which the distance to the table is held: it depends on the sizes, which are free. */
const HELD_MM = 0.01;
/** Ratios of the focal length under which the squares are fitted. */
const FOCALS = [1, 0.8, 1.25, 0.62, 1.55];
/** Standard deviation (log) of a square's size besides its own, and the limit of the misfit of one that is of no size. */
const SIZE_SIGMA = 0.06;
const MAX_MISFIT = 9;
/** Number of scales that are proposed for each focal length. */
const SCALES_EACH = 2;
/** Number of squares below which their sizes show nothing of the scale. */
const MIN_SQUARES = 3;
/** Difference (log) below which scales are one. */
const APART = 0.12;
const ROBUST = 2;

/** A camera, and the bases under it with the sizes that their shapes have there. */
export interface ProposedSizes {
  readonly camera: Camera;
  readonly bases: readonly BaseMarks[];
}

/** A square on the plane, mm and rad, with the logarithm of its side (mm) and the standard deviation of that. */
export interface Square {
  readonly x: number;
  readonly y: number;
  readonly headingRad: number;
  readonly logMm: number;
  readonly sigma: number;
}

/**
 * Sizes that the shapes of the bases allow, all together: each is fitted as a square of any size on one plane, and all of these are the
 * same multiple of existing sizes. Seen from a wrong distance or tilt some bases are read a size too large or small, and sharply.
 */
export function sizesByShape(start: Camera, bases: readonly BaseMarks[], lens: TablePrior): ProposedSizes[] {
  if (bases.length < MIN_SQUARES) return [];
  const all = FOCALS.flatMap((ratio) => {
    const { camera, squares } = fitSquares(start, bases, withFocal(lens, ratio * lens.focalPx));
    return logScalesOf(squares).map((logScale) => {
      const scale = Math.exp(logScale);
      return {
        camera: further(camera, scale),
        bases: bases.map(({ marks }, i) => {
          const { x, y, headingRad, logMm } = squares[i]!;
          const at = { x: PIVOT.x + scale * (x - PIVOT.x), y: PIVOT.y + scale * (y - PIVOT.y), headingRad };
          return { base: nearestSize(logMm + logScale), start: at, marks };
        }),
      };
    });
  });
  const sizesOf = (one: ProposedSizes) => one.bases.map(({ base }) => base).join();
  return all.filter((one, i) => all.findIndex((other) => sizesOf(other) === sizesOf(one)) === i);
}

/** Bases as squares of any size on one plane, with the camera above it; distances from the camera are those of `start`. */
export function fitSquares(start: Camera, bases: readonly BaseMarks[], lens: TablePrior): { camera: Camera; squares: Square[] } {
  const n = CAMERA_PARAMS + PER_SQUARE * bases.length;
  const params = new Float64Array(n);
  paramsFromCamera(start, PIVOT, params);
  params[0] = Math.log(lens.focalPx);
  bases.forEach(({ start: { x, y, headingRad } }, i) => {
    params.set([x, y, headingRad, 0], CAMERA_PARAMS + PER_SQUARE * i);
  });
  const cameraSigmas = [
    lens.logFocalSigma,
    lens.k1Sigma,
    lens.k2Sigma,
    ...[0, 0].map(() => lens.centreSigmaPx),
    ...[0, 0, 0].map(() => ROTATION_SIGMA_RAD),
    ...[0, 0, 0].map(() => HELD_MM),
  ];
  const expected = [Math.log(lens.focalPx), lens.k1, lens.k2, lens.cx, lens.cy];
  const priors = [
    ...cameraSigmas.map((sigma, index): Prior => ({ index, value: expected[index] ?? params[index]!, sigma })),
    ...bases.flatMap((_, i) =>
      SQUARE_SIGMAS.map((sigma, k): Prior => {
        const index = CAMERA_PARAMS + PER_SQUARE * i + k;
        return { index, value: params[index]!, sigma };
      }),
    ),
  ];
  const steps = Float64Array.from([...CAMERA_STEPS, ...bases.flatMap(() => SQUARE_STEPS)]);
  const fit = leastSquares(params, steps, bases.flatMap(squareBlocks), priors);
  const squares = bases.map(({ base }, i) => {
    const at = CAMERA_PARAMS + PER_SQUARE * i;
    const [x, y, headingRad, log] = [0, 1, 2, 3].map((k) => fit.params[at + k]!);
    const variance = fit.covariance[(at + 3) * n + at + 3]!;
    return { x: x!, y: y!, headingRad: headingRad!, logMm: log! + Math.log(2 * halfSideMm(base)), sigma: Math.sqrt(variance) };
  });
  return { camera: cameraFromParams(fit.params, PIVOT, start.widthPx, start.heightPx), squares };
}

/** The marks of one base pull a square of any size. */
function squareBlocks({ base, marks }: BaseMarks, i: number): Block[] {
  const at = CAMERA_PARAMS + PER_SQUARE * i;
  const indices = [...CAMERA_INDICES, at, at + 1, at + 2, at + 3];
  const seen = new Float64Array(2);
  return BASE_KEYPOINTS[base].flatMap((keypoint, k) => {
    const mark = marks[k];
    if (!mark) return [];
    return [
      {
        indices,
        count: 2,
        robust: ROBUST,
        residuals(p: Float64Array, out: Float64Array) {
          const size = Math.exp(p[at + 3]!);
          const sin = Math.sin(p[at + 2]!) * size;
          const cos = Math.cos(p[at + 2]!) * size;
          const { x, y, z } = keypoint;
          projectWithParams(p, PIVOT, p[at]! + cos * x + sin * y, p[at + 1]! - sin * x + cos * y, z * size, seen);
          out[0] = (seen[0]! - mark.u) / mark.sigmaPx;
          out[1] = (seen[1]! - mark.v) / mark.sigmaPx;
        },
      },
    ];
  });
}

/** The logarithms of the scales under which the squares are of existing sizes, the best first. */
function logScalesOf(squares: readonly Square[]): number[] {
  const misfit = (logScale: number) =>
    squares.reduce((sum, { logMm, sigma }) => {
      const off = logMm + logScale - Math.log(2 * halfSideMm(nearestSize(logMm + logScale)));
      return sum + Math.min(MAX_MISFIT, off ** 2 / (sigma ** 2 + SIZE_SIGMA ** 2));
    }, 0);
  const found: number[] = [];
  const all = squares.flatMap(({ logMm }) => BASE_SIZES.map((size) => Math.log(2 * halfSideMm(size)) - logMm));
  for (const logScale of all.sort((a, b) => misfit(a) - misfit(b))) {
    if (found.length < SCALES_EACH && found.every((other) => Math.abs(other - logScale) > APART)) found.push(logScale);
  }
  return found;
}

function nearestSize(logMm: number): BaseSize {
  const off = (size: BaseSize) => Math.abs(logMm - Math.log(2 * halfSideMm(size)));
  return BASE_SIZES.reduce((best, size) => (off(size) < off(best) ? size : best));
}

/** The camera at `ratio` times its distance from the pivot. */
export function further(camera: Camera, ratio: number): Camera {
  const { r, t } = camera;
  const t3 = [0, 1, 2].map((k) => ratio * t[k]! + (ratio - 1) * (r[3 * k]! * PIVOT.x + r[3 * k + 1]! * PIVOT.y));
  return { ...camera, t: t3 as unknown as Camera['t'] };
}
