import { type Camera, cameraCentre } from '../../geometry/camera.js';
import { rootMeanSquare, upperMedian } from '../../geometry/statistics.js';
import { FOCAL_PRIOR } from '../../pieces/priors.js';
import type { KnownLens } from '../../table/known-lens.js';
import { cameraFromPlane } from '../solve/camera-from-corners.js';
import { CAMERA_PARAMS, CAMERA_STEPS, cameraFromParams, paramsFromCamera, projectWithParams } from '../solve/camera-params.js';
import { type Block, type Fit, leastSquares, type Prior } from '../solve/least-squares.js';
import { type LensUncertainty, lensUncertaintyOf } from '../solve/lens-uncertainty.js';
import type { BoardCorner } from './find-board.js';

/** One picture of the printed board. */
export type BoardView = readonly BoardCorner[];

/**
 * Distance within which two pictures count as the same view: a camera on a stand takes the same picture many times, and counting it twice
 * would make the lens no truer, only more certain of itself.
 */
const SAME_VIEW_PX = 2;

/** Whether two pictures show the board in the same place. */
export function isSameView(one: BoardView, other: BoardView, withinPx = SAME_VIEW_PX): boolean {
  const gaps = one.flatMap(({ at, mark }) => {
    const twin = other.find((corner) => corner.at.x === at.x && corner.at.y === at.y);
    return twin ? [Math.hypot(twin.mark.u - mark.u, twin.mark.v - mark.v)] : [];
  });
  return gaps.length > 0 && gaps.every((gapPx) => gapPx < withinPx);
}

/** A camera's lens from pictures of the printed board. */
export interface SolvedLens {
  readonly lens: KnownLens;
  readonly uncertainty: LensUncertainty;
  /** Root mean square distance between a corner where it is seen and where this lens puts it, px, for each picture. */
  readonly residualPx: readonly number[];
  /** Angle of the camera from straight above the board, rad, for each picture. */
  readonly slantRad: readonly number[];
}

/** Focal lengths to start from, in units of the picture's long side. */
const FOCAL_STARTS = [0.62, 0.8, 1.05, 1.4] as const;
/**
 * Sigma of corners in the first solution, whose cameras have no distortion yet and are off by pixels; after it the corners get the sigma
 * that their residuals show.
 */
const START_SIGMA_PX = 5;
const ROUNDS = 3;
const ROBUST = 2;
/** Prior of the lenses of phones and webcams, so wide that any measurement outweighs it. */
const WIDE = { logFocal: 0.6, k1: 0.4, k2: 0.4, centre: 0.03 } as const;
const PER_VIEW = 6;
const LENS_PARAMS = CAMERA_PARAMS - PER_VIEW;
const PIVOT = { x: 0, y: 0 } as const;

/**
 * Focal length, k1, k2 and principal point from one or more pictures of the board, all solved together with the board's pose in each. The
 * board's scale does not matter: a print that is too small only seems further away. Undefined when no camera can see all boards like this.
 */
export function solveLens(views: readonly BoardView[], widthPx: number, heightPx: number): SolvedLens | undefined {
  let best: Fit | undefined;
  let sigmaPx = START_SIGMA_PX;
  for (const ratio of FOCAL_STARTS) {
    const cameras = views.map((view) => cameraOf(view, widthPx, heightPx, ratio * Math.max(widthPx, heightPx)));
    if (!cameras.every((camera) => camera !== undefined)) continue;
    const fit = solveViews(startFrom(cameras), views, widthPx, heightPx, sigmaPx);
    if (!best || fit.cost < best.cost) best = fit;
  }
  if (!best) return undefined;
  for (let round = 0; round < ROUNDS; round++) {
    sigmaPx = spreadPx(best.params, views);
    best = solveViews(best.params, views, widthPx, heightPx, sigmaPx);
  }
  return read(best, views, widthPx, heightPx);
}

/** Largest residual of a corner, relative to the picture's long side: no lens of our model shows a flat sheet worse. */
const MAX_RESIDUAL = 0.0015;

/** The picture that fits a lens worst (`view`: its index, `offPx`: its residual), where that is above `maxPx`: of another camera, or of a sheet that is bent. */
export function outlierView({
  lens,
  residualPx,
}: SolvedLens): { readonly view: number; readonly offPx: number; readonly maxPx: number } | undefined {
  const maxPx = MAX_RESIDUAL * Math.max(lens.widthPx, lens.heightPx);
  const offPx = Math.max(...residualPx);
  return offPx > maxPx ? { view: residualPx.indexOf(offPx), offPx, maxPx } : undefined;
}

function cameraOf(view: BoardView, widthPx: number, heightPx: number, focalPx: number): Camera | undefined {
  const places = view.map(({ at }) => [at.x, at.y] as const);
  const pixels = view.map(({ mark }) => mark);
  return cameraFromPlane(places, pixels, widthPx, heightPx, focalPx);
}

/** The unknowns: the lens, then six for each picture (rotation, translation). */
function startFrom(cameras: readonly Camera[]): Float64Array {
  const params = new Float64Array(LENS_PARAMS + PER_VIEW * cameras.length);
  const one = new Float64Array(CAMERA_PARAMS);
  cameras.forEach((camera, i) => {
    paramsFromCamera(camera, PIVOT, one);
    params.set(one.subarray(0, LENS_PARAMS));
    params.set(one.subarray(LENS_PARAMS), LENS_PARAMS + PER_VIEW * i);
  });
  return params;
}

function solveViews(start: Float64Array, views: readonly BoardView[], widthPx: number, heightPx: number, sigmaPx: number): Fit {
  const long = Math.max(widthPx, heightPx);
  const steps = start.map((_, i) => CAMERA_STEPS[i < LENS_PARAMS ? i : LENS_PARAMS + ((i - LENS_PARAMS) % PER_VIEW)]!);
  const priors: Prior[] = [
    { index: 0, value: Math.log(FOCAL_PRIOR.ratio * long), sigma: WIDE.logFocal },
    { index: 1, value: 0, sigma: WIDE.k1 },
    { index: 2, value: 0, sigma: WIDE.k2 },
    { index: 3, value: (widthPx - 1) / 2, sigma: WIDE.centre * long },
    { index: 4, value: (heightPx - 1) / 2, sigma: WIDE.centre * long },
  ];
  const blocks = views.flatMap((view, i) => blocksOf(view, i, sigmaPx));
  return leastSquares(start, steps, blocks, priors, 60);
}

function blocksOf(view: BoardView, i: number, sigmaPx: number): Block[] {
  const indices = indicesOf(i);
  const own = new Float64Array(CAMERA_PARAMS);
  return view.map(({ at, mark }) => ({
    indices,
    count: 2,
    robust: ROBUST,
    residuals(p: Float64Array, out: Float64Array) {
      indices.forEach((index, k) => {
        own[k] = p[index]!;
      });
      projectWithParams(own, PIVOT, at.x, at.y, 0, out);
      out[0] = (out[0]! - mark.u) / Math.max(sigmaPx, mark.sigmaPx);
      out[1] = (out[1]! - mark.v) / Math.max(sigmaPx, mark.sigmaPx);
    },
  }));
}

/** Indices of a picture's camera among the unknowns. */
function indicesOf(view: number): number[] {
  return Array.from({ length: CAMERA_PARAMS }, (_, k) => (k < LENS_PARAMS ? k : k + PER_VIEW * view));
}

/** Distances of the corners from where the lens puts them, px. */
function missesPx(params: Float64Array, view: BoardView, i: number): number[] {
  const own = Float64Array.from(indicesOf(i), (index) => params[index]!);
  const seen = new Float64Array(2);
  return view.map(({ at, mark }) => {
    projectWithParams(own, PIVOT, at.x, at.y, 0, seen);
    return Math.hypot(seen[0]! - mark.u, seen[1]! - mark.v);
  });
}

/** Standard deviation of the corners along each axis from their median miss, px: outliers do not count. */
function spreadPx(params: Float64Array, views: readonly BoardView[]): number {
  const misses = views.flatMap((view, i) => missesPx(params, view, i));
  // Half of all points of a plane normal distribution lie within 1.177 standard deviations.
  return upperMedian(misses)! / 1.177;
}

function read(fit: Fit, views: readonly BoardView[], widthPx: number, heightPx: number): SolvedLens {
  const cameras = views.map((_, i) =>
    cameraFromParams(
      Float64Array.from(indicesOf(i), (index) => fit.params[index]!),
      PIVOT,
      widthPx,
      heightPx,
    ),
  );
  const { fx, fy, cx, cy, distortion } = cameras[0]!;
  const uncertainty = lensUncertaintyOf(fit, widthPx, heightPx);
  return {
    lens: { widthPx, heightPx, fx, fy, cx, cy, distortion, sigma: uncertainty.sigma },
    uncertainty,
    residualPx: views.map((view, i) => rootMeanSquare(missesPx(fit.params, view, i))),
    slantRad: cameras.map((camera) => {
      const { x, y, z } = cameraCentre(camera);
      return Math.atan2(Math.hypot(x, y), z);
    }),
  };
}
