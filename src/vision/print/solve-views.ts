import type { Camera } from '../../geometry/camera.js';
import { definiteCholesky, inverseFromCholesky } from '../../geometry/cholesky.js';
import type { Pixel } from '../../geometry/point.js';
import { cameraFromParams } from '../solve/camera-params.js';
import { PIVOT } from '../solve/residual-blocks.js';
import type { CameraNetwork } from '../solve/solve-together.js';
import { linearise, reduced, stepped } from './view-system.js';
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
  /** Root mean square of what is left between marks and solution, px, of each view; outliers left out. */
  readonly residualPx: readonly number[];
  /** Where the marks are that each view's camera rests on. */
  readonly marks: readonly (readonly Pixel[])[];
  /** For each track whether two pictures at least show it where the solution has it. */
  readonly isUsed: readonly boolean[];
  /** What the print alone says of the cameras, of all views but a map. */
  readonly network: CameraNetwork;
}

/** A mark farther off than this many standard deviations is no mark of the print. */
const OUTLIER = 5;

/**
 * Bundle adjustment of views of one plane (z = 0): one lens for pictures of one size, whichever way up they were held, a pose for each view, and the points of
 * the print. Without a prior on any view, the points and the first camera's start determine place, turn and scale. Throws when a view has hardly any marks.
 */
export function solveViews(views: readonly PrintView[], tracks: readonly PrintTrack[]): SolvedViews {
  const layout = layoutOf(views);
  let state = startOf(views, tracks, layout);
  const use = tracks.map((track) => track.seen.map(() => true));
  for (let pass = 0; pass < 3; pass++) {
    state = minimise(views, tracks, use, layout, state);
    let changed = 0;
    tracks.forEach((track, t) => {
      track.seen.forEach((mark, k) => {
        const isIn = offBy(state, layout, mark, t) < OUTLIER;
        if (isIn !== use[t]![k]) changed++;
        use[t]![k] = isIn;
      });
    });
    if (changed === 0) break;
  }
  return read(views, tracks, use, layout, state);
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

/** This many marks of a picture count as independent: with more, they share the errors of the lens model and of folds in the cloth. */
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
  let misfit = 0;
  tracks.forEach((track, t) => {
    track.seen.forEach((mark, k) => {
      if (!use[t]![k]) return;
      const off = offBy(state, layout, mark, t);
      misfit += off ** 2;
      squares[mark.view]! += (off * mark.sigmaPx) ** 2;
      marks[mark.view]!.push(mark);
    });
  });
  const count = marks.reduce((sum, some) => sum + some.length, 0);
  const widening = Math.max(1, count / (INDEPENDENT * views.length)) * Math.max(1, misfit / Math.max(1, count));
  const claimed = tracks.map(({ seen }) => ({ seen: seen.map((mark) => ({ ...mark, sigmaPx: Math.sqrt(widening) * mark.sigmaPx })) }));
  const priors = priorsOf(views, layout);
  const anchors = priors.length > 0 ? undefined : state;
  const system = linearise(state, claimed, use, layout, looseOf(views, layout), priors, anchors);
  // A view that is left with a mark or two is hardly determined, and rounding may make the matrix indefinite.
  const factorOf = (lambda: number) => definiteCholesky(reduced(system, n, lambda).matrix, n);
  const factor = factorOf(0) ?? factorOf(1e-6);
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
    isUsed: use.map((some) => some.filter(Boolean).length > 1),
    network: networkOf(views, claimed, use, layout, state),
  };
}

/** What the matches say of the photos' cameras beside each other, without what is known of any photo by itself; a map keeps its prior and is marginalised. */
function networkOf(
  views: readonly PrintView[],
  tracks: readonly PrintTrack[],
  use: readonly (readonly boolean[])[],
  layout: Layout,
  state: State,
): CameraNetwork {
  const n = layout.cameras;
  const nothing = { value: state.shared, weight: new Float64Array(n) };
  const ofMaps = priorsOf(
    views.map(({ start, prior, isMap }) => (isMap && prior ? { start, prior, isMap } : { start })),
    layout,
  );
  const { matrix } = reduced(linearise(state, tracks, use, layout, nothing, ofMaps, undefined), n, 0);
  const kept = [...new Set(layout.of.flatMap((own, v) => (views[v]!.isMap ? [] : own)))];
  const left = Array.from({ length: n }, (_, i) => i).filter((i) => !kept.includes(i));
  return {
    of: layout.of.map((own, v) => (views[v]!.isMap ? [] : own.map((index) => kept.indexOf(index)))),
    values: Float64Array.from(kept, (index) => state.shared[index]!),
    information: marginalised(matrix, n, kept, left),
  };
}

/** The information of some unknowns when others are left open; row-major. */
function marginalised(matrix: Float64Array, n: number, kept: readonly number[], left: readonly number[]): Float64Array {
  const part = (rows: readonly number[], columns: readonly number[]) =>
    rows.map((row) => columns.map((column) => matrix[row * n + column]!));
  const own = part(kept, kept);
  if (left.length === 0) return Float64Array.from(own.flat());
  const factor = definiteCholesky(Float64Array.from(part(left, left).flat()), left.length);
  if (!factor) throw new Error('The map of the print is not known by itself: expected a prior on its camera.');
  const inverse = inverseFromCholesky(factor, left.length);
  const across = part(kept, left);
  const m = left.length;
  return Float64Array.from(
    own.flatMap((row, i) =>
      row.map((value, k) => {
        let sum = value;
        for (let a = 0; a < m; a++) for (let b = 0; b < m; b++) sum -= across[i]![a]! * inverse[a * m + b]! * across[k]![b]!;
        return sum;
      }),
    ),
  );
}
