import type { Camera } from '../../geometry/camera.js';
import { definiteCholesky, inverseFromCholesky, schurComplement } from '../../geometry/cholesky.js';
import type { Pixel } from '../../geometry/point.js';
import { cameraFromParams } from '../solve/camera-params.js';
import { PIVOT } from '../solve/residual-blocks.js';
import type { CameraNetwork } from '../solve/solve-together.js';
import { linearise, reduced, type System, stepped } from './view-system.js';
import {
  type Layout,
  layoutOf,
  load,
  looseOf,
  offBy,
  type PrintTrack,
  type PrintView,
  params,
  priorsOf,
  type State,
  startOf,
} from './view-unknowns.js';

/** Cameras and points of the print solved together. */
export interface SolvedViews {
  readonly cameras: readonly Camera[];
  /** Covariance of each camera's CAMERA_PARAMS numbers, row-major. */
  readonly covariances: readonly Float64Array[];
  /** Root mean square of the residuals between marks and solution, px, of each view; outliers left out. */
  readonly residualPx: readonly number[];
  /** Marks on which each view's camera rests. */
  readonly marks: readonly (readonly Pixel[])[];
  /** Squared distance of each track's marks from the solution, in standard deviations, at most that of an outlier. */
  readonly offSq: readonly (readonly number[])[];
  /** For each track whether at least two pictures show it in the place of the solution. */
  readonly isUsed: readonly boolean[];
  /** Information of the print alone about the cameras of all views but a map. */
  readonly network: CameraNetwork;
}

/** Number of standard deviations beyond which a mark is not of the print. */
export const OUTLIER = 5;

/**
 * Bundle adjustment of views of one plane (z = 0): one lens for pictures of one size, whichever way up they were held, a pose for each view, and the points of
 * the print. Without a prior on any view, the points and the first camera's start determine place, turn and scale. A view that shares hardly any marks with the
 * others is left out: it has no marks, and nothing is known of its camera.
 */
export function solveViews(views: readonly PrintView[], tracks: readonly PrintTrack[]): SolvedViews {
  const layout = layoutOf(views);
  let state = startOf(views, tracks, layout);
  let use = ofConnectedViews(
    views,
    tracks,
    tracks.map((track) => track.seen.map(() => true)),
  );
  for (let pass = 0; pass < 3; pass++) {
    state = minimise(views, tracks, use, layout, state);
    const before = use;
    use = ofConnectedViews(
      views,
      tracks,
      tracks.map(({ seen }, t) => seen.map((mark) => offBy(state, layout, mark, t) < OUTLIER)),
    );
    if (use.every((some, t) => some.every((isIn, k) => isIn === before[t]![k]))) break;
  }
  return read(views, tracks, use, layout, state);
}

/**
 * Number of common marks with others below which a view's camera is open, or rounding makes it so: twice the marks that determine a picture
 * of a plane.
 */
const MIN_MARKS = 8;

/**
 * The marks in use of the views that are connected by enough of them with the known one, or otherwise with the one that has the most. None
 * where no other view is connected: of a camera alone its marks determine nothing, and rounding makes that less than nothing.
 */
function ofConnectedViews(views: readonly PrintView[], tracks: readonly PrintTrack[], use: readonly (readonly boolean[])[]): boolean[][] {
  const seenBy = tracks.map(({ seen }, t) => new Set(seen.flatMap(({ view }, k) => (use[t]![k] ? [view] : []))));
  const marks = views.map((_, v) => seenBy.filter((some) => some.has(v)).length);
  const known = views.findIndex(({ prior }) => prior);
  const connected = new Set([known < 0 ? marks.indexOf(Math.max(...marks)) : known]);
  const isNext = (v: number) =>
    !connected.has(v) && seenBy.filter((some) => some.has(v) && [...some].some((other) => connected.has(other))).length >= MIN_MARKS;
  for (let v = views.findIndex((_, i) => isNext(i)); v >= 0; v = views.findIndex((_, i) => isNext(i))) connected.add(v);
  return tracks.map(({ seen }, t) => seen.map(({ view }, k) => connected.size > 1 && use[t]![k]! && connected.has(view)));
}

function minimise(
  views: readonly PrintView[],
  tracks: readonly PrintTrack[],
  use: readonly (readonly boolean[])[],
  layout: Layout,
  start: State,
): State {
  const loose = looseOf(views, layout);
  const priors = priorsOf(views, layout);
  const anchors = priors.length > 0 ? undefined : start;
  let state = start;
  let lambda = 1e-3;
  let system = linearise(state, tracks, use, layout, loose, priors, anchors);
  for (let round = 0; round < 30; round++) {
    const moved = stepped(state, system, lambda);
    const next = moved && linearise(moved, tracks, use, layout, loose, priors, anchors);
    if (next && next.cost < system.cost) {
      const gain = system.cost - next.cost;
      [state, system, lambda] = [moved, next, Math.max(lambda / 6, 1e-9)];
      if (gain < 1e-5 * (1 + system.cost)) break;
    } else {
      lambda *= 8;
      if (lambda > 1e8) break;
    }
  }
  return state;
}

/** Number of marks of a picture that count as independent: more share the errors of the lens model and of folds in the cloth. */
const INDEPENDENT = 120;

function read(
  views: readonly PrintView[],
  tracks: readonly PrintTrack[],
  use: readonly (readonly boolean[])[],
  layout: Layout,
  state: State,
): SolvedViews {
  const n = layout.cameras;
  const squares = views.map(() => 0);
  const marks = views.map((): Pixel[] => []);
  const off = tracks.map((track, t) => track.seen.map((mark) => offBy(state, layout, mark, t)));
  let misfit = 0;
  tracks.forEach((track, t) => {
    track.seen.forEach((mark, k) => {
      if (!use[t]![k]) return;
      misfit += off[t]![k]! ** 2;
      squares[mark.view]! += (off[t]![k]! * mark.sigmaPx) ** 2;
      marks[mark.view]!.push(mark);
    });
  });
  const count = marks.reduce((sum, some) => sum + some.length, 0);
  const widening = Math.max(1, count / (INDEPENDENT * views.length)) * Math.max(1, misfit / Math.max(1, count));
  const claimed = tracks.map(({ seen }) => ({ seen: seen.map((mark) => ({ ...mark, sigmaPx: Math.sqrt(widening) * mark.sigmaPx })) }));
  const priors = priorsOf(views, layout);
  const anchors = priors.length > 0 ? undefined : state;
  const system = linearise(state, claimed, use, layout, looseOf(views, layout), priors, anchors);
  const factor = definiteCholesky(withRounding(system, n), n);
  if (!factor) throw new Error('The views of the print do not determine their cameras: got too few matches.');
  const covariance = inverseFromCholesky(factor, n);
  return {
    cameras: views.map(({ start: { widthPx, heightPx } }, v) => {
      load(state, layout.of[v]!);
      return cameraFromParams(params, PIVOT, widthPx, heightPx);
    }),
    covariances: layout.of.map((own) => Float64Array.from(own.flatMap((row) => own.map((column) => covariance[row * n + column]!)))),
    residualPx: squares.map((sum, v) => Math.sqrt(sum / Math.max(1, marks[v]!.length))),
    marks,
    offSq: off.map((some) => some.map((one) => Math.min(one, OUTLIER) ** 2)),
    isUsed: use.map((some) => some.filter(Boolean).length > 1),
    network: networkOf(views, claimed, use, layout, state, (v) => marks[v]!.length > 0),
  };
}

/**
 * Share of the marks' information about an unknown that is lost to rounding once their places are eliminated: two pictures from one place
 * say next to nothing about their lens, and would say less than nothing.
 */
const ROUNDING = 1e-14;

/** The cameras' normal equations with the points eliminated, and what rounding may have taken of them. */
function withRounding(system: System, n: number): Float64Array {
  const { matrix } = reduced(system, n, 0);
  for (let i = 0; i < n; i++) matrix[i * n + i]! += ROUNDING * system.normal[i * n + i]!;
  return matrix;
}

/**
 * The matches' information about the photos' cameras relative to each other, without prior knowledge of any alone; a map keeps its prior
 * and is marginalised. Empty for photos left out.
 */
function networkOf(
  views: readonly PrintView[],
  tracks: readonly PrintTrack[],
  use: readonly (readonly boolean[])[],
  layout: Layout,
  state: State,
  isSolved: (view: number) => boolean,
): CameraNetwork {
  const n = layout.cameras;
  const nothing = { value: state.shared, weight: new Float64Array(n) };
  const ofMaps = priorsOf(
    views.map(({ start, prior, isMap }) => (isMap && prior ? { start, prior, isMap } : { start })),
    layout,
  );
  const system = linearise(state, tracks, use, layout, nothing, ofMaps, undefined);
  const matrix = withRounding(system, n);
  const photos = layout.of.map((own, v) => (views[v]!.isMap || !isSolved(v) ? [] : own));
  const kept = [...new Set(photos.flat())];
  const left = layout.of.flatMap((own, v) => (views[v]!.isMap ? own : []));
  return {
    of: photos.map((own) => own.map((index) => kept.indexOf(index))),
    values: Float64Array.from(kept, (index) => state.shared[index]!),
    information: marginalised(matrix, n, kept, left),
  };
}

/** The information of some unknowns when others are left open; row-major. */
function marginalised(matrix: Float64Array, n: number, kept: readonly number[], left: readonly number[]): Float64Array {
  const part = (rows: readonly number[], columns: readonly number[]) =>
    rows.map((row) => columns.map((column) => matrix[row * n + column]!));
  const own = Float64Array.from(part(kept, kept).flat());
  if (left.length === 0) return own;
  const known = schurComplement(own, part(kept, left), Float64Array.from(part(left, left).flat()));
  if (!known) throw new Error('The map of the print is not known by itself: expected a prior on its camera.');
  return known;
}
