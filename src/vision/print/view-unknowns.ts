import { type Camera, tableFromPixel } from '../../geometry/camera.js';
import { definiteCholesky, inverseFromCholesky } from '../../geometry/cholesky.js';
import type { Pixel } from '../../geometry/point.js';
import { upperMedian } from '../../geometry/statistics.js';
import { CENTRE_SIGMA, DISTORTION_SIGMA, FOCAL_PRIOR } from '../../pieces/priors.js';
import { CAMERA_PARAMS, paramsFromCamera, projectWithParams } from '../solve/camera-params.js';
import type { SharedEstimate } from '../solve/observations.js';
import { PIVOT } from '../solve/residual-blocks.js';

/** A point of the print in several pictures. */
export interface PrintTrack {
  readonly seen: readonly (Pixel & { readonly view: number; readonly sigmaPx: number })[];
}

/** A view of the print, with a camera to start from. */
export interface PrintView {
  readonly start: Camera;
  /** Prior of its camera, as `cameraPartOf` gives it. */
  readonly prior?: SharedEstimate;
  /** Whether its lens may be another than that of the other pictures of its size. */
  readonly hasOwnLens?: boolean;
  /** Whether its focal length is its own, its lens being that of the others: by digital zoom, or focused at another distance. */
  readonly isZoomed?: boolean;
  /** Whether it is the stored map of a print, drawn from above, and not a photo: it shares its lens with no other view. */
  readonly isMap?: true;
}

const LENS = 5;
const POSE = CAMERA_PARAMS - LENS;

/** Shared unknowns of each view's camera: indices of its CAMERA_PARAMS numbers in the state. */
export interface Layout {
  readonly of: readonly (readonly number[])[];
  readonly cameras: number;
}

/** All unknowns of views of the print. */
export interface State {
  readonly shared: Float64Array;
  /** x, y of each track's point. */
  readonly points: Float64Array;
}

export function layoutOf(views: readonly PrintView[]): Layout {
  const focals = new Map<string, number>();
  const distortions = new Map<string, number>();
  const centres = new Map<string, number>();
  let next = 0;
  const of = views.map(({ start: { widthPx, heightPx }, isMap, hasOwnLens, isZoomed }, v) => {
    // A phone that is turned keeps its lens; only the coordinates of its middle change.
    const kind = isMap || hasOwnLens ? `${v}: ` : '';
    const lens = `${kind}${Math.max(widthPx, heightPx)},${Math.min(widthPx, heightPx)}`;
    const centre = `${kind}${widthPx},${heightPx}`;
    const take = (places: Map<string, number>, key: string, count: number) => {
      const at = places.get(key) ?? next;
      if (at === next) next += count;
      places.set(key, at);
      return at;
    };
    const f = take(focals, isZoomed ? `${v}: ${lens}` : lens, 1);
    const [k, c] = [take(distortions, lens, 2), take(centres, centre, 2)];
    return [f, k, k + 1, c, c + 1];
  });
  const withPoses = of.map((own) => {
    const pose = next;
    next += POSE;
    return [...own, ...Array.from({ length: POSE }, (_, i) => pose + i)];
  });
  return { of: withPoses, cameras: next };
}

export function startOf(views: readonly PrintView[], tracks: readonly PrintTrack[], { of, cameras }: Layout): State {
  const shared = new Float64Array(cameras);
  const own = new Float64Array(CAMERA_PARAMS);
  views.forEach(({ start }, v) => {
    paramsFromCamera(start, PIVOT, own);
    of[v]!.forEach((index, i) => {
      shared[index] = own[i]!;
    });
  });
  const points = new Float64Array(2 * tracks.length);
  tracks.forEach(({ seen }, t) => {
    const at = seen.flatMap(({ view, u, v }) => tableFromPixel(views[view]!.start, { u, v }) ?? []);
    const middle = (values: number[]) => upperMedian(values) ?? 0;
    points[2 * t] = middle(at.map(({ x }) => x));
    points[2 * t + 1] = middle(at.map(({ y }) => y));
  });
  return { shared, points };
}

export const params = new Float64Array(CAMERA_PARAMS);
export const seenAt = new Float64Array(2);

export function load(state: State, indices: readonly number[]): void {
  for (let i = 0; i < CAMERA_PARAMS; i++) params[i] = state.shared[indices[i]!]!;
}

/** Distance of a mark from the solution's point, in standard deviations. */
export function offBy(state: State, { of }: Layout, { view, u, v, sigmaPx }: PrintTrack['seen'][number], t: number): number {
  load(state, of[view]!);
  projectWithParams(params, PIVOT, state.points[2 * t]!, state.points[2 * t + 1]!, 0, seenAt);
  return Math.hypot(seenAt[0]! - u, seenAt[1]! - v) / sigmaPx;
}

/** Priors of single unknowns: the lens as any camera's, the rest so loose that it only keeps the system solvable. */
export function looseOf(
  views: readonly PrintView[],
  { of, cameras }: Layout,
): { readonly value: Float64Array; readonly weight: Float64Array } {
  const value = new Float64Array(cameras);
  const weight = new Float64Array(cameras).fill(1e-12);
  const put = (index: number, at: number, sigma: number) => {
    value[index] = at;
    weight[index] = 1 / sigma ** 2;
  };
  views.forEach(({ start: { widthPx, heightPx }, isMap }, v) => {
    if (isMap) return;
    const long = Math.max(widthPx, heightPx);
    const [f, k1, k2, cx, cy] = of[v]!;
    put(f!, Math.log(FOCAL_PRIOR.ratio * long), FOCAL_PRIOR.logSigma);
    put(k1!, 0, DISTORTION_SIGMA.k1);
    put(k2!, 0, DISTORTION_SIGMA.k2);
    put(cx!, (widthPx - 1) / 2, CENTRE_SIGMA * long);
    put(cy!, (heightPx - 1) / 2, CENTRE_SIGMA * long);
  });
  return { value, weight };
}

/** Prior of a view's camera, as information. */
export interface Whitened {
  readonly indices: readonly number[];
  readonly values: readonly number[];
  readonly information: Float64Array;
}

export function priorsOf(views: readonly PrintView[], { of }: Layout): Whitened[] {
  return views.flatMap(({ prior }, v) => {
    if (!prior) return [];
    const factor = definiteCholesky(Float64Array.from(prior.covariance), CAMERA_PARAMS);
    if (!factor) throw new Error('Got a camera whose covariance is not positive definite; expected one that was solved for.');
    return [{ indices: of[v]!, values: prior.values, information: inverseFromCholesky(factor, CAMERA_PARAMS) }];
  });
}
