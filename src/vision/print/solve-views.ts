import { type Camera, tableFromPixel } from '../../geometry/camera.js';
import { definiteCholesky, inverseFromCholesky, solveCholesky } from '../../geometry/cholesky.js';
import type { Pixel, Point } from '../../geometry/point.js';
import { CENTRE_SIGMA, DISTORTION_SIGMA, FOCAL_PRIOR } from '../../pieces/priors.js';
import { CAMERA_PARAMS, CAMERA_STEPS, cameraFromParams, paramsFromCamera, projectWithParams } from '../solve/camera-params.js';
import type { SharedEstimate } from '../solve/observations.js';
import { PIVOT } from '../solve/residual-blocks.js';

/** A point of the print as several pictures show it. */
export interface PrintTrack {
  readonly seen: readonly (Pixel & { readonly view: number; readonly sigmaPx: number })[];
}

/** A view of the print, with a camera to start from. */
export interface PrintView {
  readonly start: Camera;
  /** What is known of its camera before, as `cameraPartOf` gives it. */
  readonly prior?: SharedEstimate;
}

/** Cameras and points of the print solved together. */
export interface SolvedViews {
  readonly cameras: readonly Camera[];
  /** Covariance of each camera's CAMERA_PARAMS numbers, row-major. */
  readonly covariances: readonly Float64Array[];
  /** Of each track; undefined where it was given up as an outlier. */
  readonly points: readonly (Point | undefined)[];
  /** Root mean square of what is left between marks and solution, px, of each view; outliers left out. */
  readonly residualPx: readonly number[];
  /** Where the marks are that each view's camera rests on. */
  readonly marks: readonly (readonly Pixel[])[];
}

const LENS = 5;
const POSE = CAMERA_PARAMS - LENS;
/** Cauchy scale, standard deviations. */
const ROBUST = 2;
/** A mark farther off than this many standard deviations is no mark of the print. */
const OUTLIER = 5;
const POINT_STEP_MM = 1e-2;

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

/** Which of the shared unknowns each view's camera is made of: indices of its CAMERA_PARAMS numbers in the state. */
interface Layout {
  readonly of: readonly (readonly number[])[];
  readonly cameras: number;
}

interface State {
  readonly shared: Float64Array;
  /** x, y of each track's point. */
  readonly points: Float64Array;
}

function layoutOf(views: readonly PrintView[]): Layout {
  const lenses = new Map<string, number>();
  const centres = new Map<string, number>();
  let next = 0;
  const of = views.map(({ start: { widthPx, heightPx } }) => {
    // A phone that is turned keeps its lens; only where its middle is written changes.
    const lens = `${Math.max(widthPx, heightPx)},${Math.min(widthPx, heightPx)}`;
    const centre = `${widthPx},${heightPx}`;
    const take = (places: Map<string, number>, key: string, count: number) => {
      const at = places.get(key) ?? next;
      if (at === next) next += count;
      places.set(key, at);
      return at;
    };
    const [l, c] = [take(lenses, lens, 3), take(centres, centre, 2)];
    return [l, l + 1, l + 2, c, c + 1];
  });
  const withPoses = of.map((own) => {
    const pose = next;
    next += POSE;
    return [...own, ...Array.from({ length: POSE }, (_, i) => pose + i)];
  });
  return { of: withPoses, cameras: next };
}

function startOf(views: readonly PrintView[], tracks: readonly PrintTrack[], { of, cameras }: Layout): State {
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
    const middle = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
    points[2 * t] = middle(at.map(({ x }) => x));
    points[2 * t + 1] = middle(at.map(({ y }) => y));
  });
  return { shared, points };
}

const params = new Float64Array(CAMERA_PARAMS);
const seenAt = new Float64Array(2);

function load(state: State, indices: readonly number[]): void {
  for (let i = 0; i < CAMERA_PARAMS; i++) params[i] = state.shared[indices[i]!]!;
}

/** How many standard deviations a mark is from where the solution has its point. */
function offBy(state: State, { of }: Layout, { view, u, v, sigmaPx }: PrintTrack['seen'][number], t: number): number {
  load(state, of[view]!);
  projectWithParams(params, PIVOT, state.points[2 * t]!, state.points[2 * t + 1]!, 0, seenAt);
  return Math.hypot(seenAt[0]! - u, seenAt[1]! - v) / sigmaPx;
}

/** Priors on single unknowns: the lens as any camera's, the rest so loose that it only keeps the system solvable. */
function looseOf(views: readonly PrintView[], { of, cameras }: Layout): { readonly value: Float64Array; readonly weight: Float64Array } {
  const value = new Float64Array(cameras);
  const weight = new Float64Array(cameras).fill(1e-12);
  const put = (index: number, at: number, sigma: number) => {
    value[index] = at;
    weight[index] = 1 / sigma ** 2;
  };
  views.forEach(({ start: { widthPx, heightPx } }, v) => {
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

interface Whitened {
  readonly indices: readonly number[];
  readonly values: readonly number[];
  readonly information: Float64Array;
}

function priorsOf(views: readonly PrintView[], { of }: Layout): Whitened[] {
  return views.flatMap(({ prior }, v) => {
    if (!prior) return [];
    const factor = definiteCholesky(Float64Array.from(prior.covariance), CAMERA_PARAMS);
    if (!factor) throw new Error('Got a camera whose covariance is not positive definite; expected one that was solved for.');
    return [{ indices: of[v]!, values: prior.values, information: inverseFromCholesky(factor, CAMERA_PARAMS) }];
  });
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
      if (gain < 1e-6 * (1 + system.cost)) break;
    } else {
      lambda *= 8;
      if (lambda > 1e8) break;
    }
  }
  return state;
}

/** Normal equations of the cameras, and for each point its own 2 × 2 block with what couples it to the cameras that see it. */
interface System {
  readonly normal: Float64Array;
  readonly gradient: Float64Array;
  readonly pointNormal: Float64Array;
  readonly pointGradient: Float64Array;
  /** For each track and mark in use the camera's indices and the coupling, CAMERA_PARAMS × 2. */
  readonly coupling: readonly (readonly { readonly indices: readonly number[]; readonly w: Float64Array }[])[];
  readonly cost: number;
}

/** Two points far apart are held where they began: a plane that nothing else places would drift. */
const ANCHOR_SIGMA_MM = 1e-2;

function linearise(
  state: State,
  tracks: readonly PrintTrack[],
  use: readonly (readonly boolean[])[],
  layout: Layout,
  loose: ReturnType<typeof looseOf>,
  priors: readonly Whitened[],
  anchors: State | undefined,
): System {
  const n = layout.cameras;
  const normal = new Float64Array(n * n);
  const gradient = new Float64Array(n);
  const pointNormal = new Float64Array(3 * tracks.length);
  const pointGradient = new Float64Array(2 * tracks.length);
  let cost = 0;
  const jacobian = new Float64Array(2 * (CAMERA_PARAMS + 2));
  const coupling = tracks.map(({ seen }, t) => {
    const own: { indices: readonly number[]; w: Float64Array }[] = [];
    const [x, y] = [state.points[2 * t]!, state.points[2 * t + 1]!];
    seen.forEach((mark, k) => {
      if (!use[t]![k]) return;
      const indices = layout.of[mark.view]!;
      load(state, indices);
      projectWithParams(params, PIVOT, x, y, 0, seenAt);
      const [u, v] = [seenAt[0]!, seenAt[1]!];
      const [ru, rv] = [(u - mark.u) / mark.sigmaPx, (v - mark.v) / mark.sigmaPx];
      const squared = ru * ru + rv * rv;
      const weight = 1 / (1 + squared / ROBUST ** 2);
      cost += ROBUST ** 2 * Math.log1p(squared / ROBUST ** 2);
      for (let j = 0; j < CAMERA_PARAMS; j++) {
        const keep = params[j]!;
        params[j] = keep + CAMERA_STEPS[j]!;
        projectWithParams(params, PIVOT, x, y, 0, seenAt);
        params[j] = keep;
        jacobian[2 * j] = (seenAt[0]! - u) / CAMERA_STEPS[j]! / mark.sigmaPx;
        jacobian[2 * j + 1] = (seenAt[1]! - v) / CAMERA_STEPS[j]! / mark.sigmaPx;
      }
      for (let j = 0; j < 2; j++) {
        projectWithParams(params, PIVOT, x + (j === 0 ? POINT_STEP_MM : 0), y + (j === 1 ? POINT_STEP_MM : 0), 0, seenAt);
        jacobian[2 * (CAMERA_PARAMS + j)] = (seenAt[0]! - u) / POINT_STEP_MM / mark.sigmaPx;
        jacobian[2 * (CAMERA_PARAMS + j) + 1] = (seenAt[1]! - v) / POINT_STEP_MM / mark.sigmaPx;
      }
      const w = new Float64Array(2 * CAMERA_PARAMS);
      const p = 2 * CAMERA_PARAMS;
      for (let i = 0; i < CAMERA_PARAMS; i++) {
        const [a, b] = [weight * jacobian[2 * i]!, weight * jacobian[2 * i + 1]!];
        gradient[indices[i]!]! += a * ru + b * rv;
        for (let j = 0; j < CAMERA_PARAMS; j++) normal[indices[i]! * n + indices[j]!]! += a * jacobian[2 * j]! + b * jacobian[2 * j + 1]!;
        w[2 * i] = a * jacobian[p]! + b * jacobian[p + 1]!;
        w[2 * i + 1] = a * jacobian[p + 2]! + b * jacobian[p + 3]!;
      }
      pointNormal[3 * t]! += weight * (jacobian[p]! ** 2 + jacobian[p + 1]! ** 2);
      pointNormal[3 * t + 1]! += weight * (jacobian[p]! * jacobian[p + 2]! + jacobian[p + 1]! * jacobian[p + 3]!);
      pointNormal[3 * t + 2]! += weight * (jacobian[p + 2]! ** 2 + jacobian[p + 3]! ** 2);
      pointGradient[2 * t]! += weight * (jacobian[p]! * ru + jacobian[p + 1]! * rv);
      pointGradient[2 * t + 1]! += weight * (jacobian[p + 2]! * ru + jacobian[p + 3]! * rv);
      own.push({ indices, w });
    });
    return own;
  });
  for (let i = 0; i < n; i++) {
    const off = state.shared[i]! - loose.value[i]!;
    cost += loose.weight[i]! * off * off;
    gradient[i]! += loose.weight[i]! * off;
    normal[i * n + i]! += loose.weight[i]!;
  }
  for (const { indices, values, information } of priors) {
    const off = indices.map((index, i) => state.shared[index]! - values[i]!);
    for (let i = 0; i < CAMERA_PARAMS; i++) {
      for (let j = 0; j < CAMERA_PARAMS; j++) {
        const info = information[i * CAMERA_PARAMS + j]!;
        cost += off[i]! * info * off[j]!;
        gradient[indices[i]!]! += info * off[j]!;
        normal[indices[i]! * n + indices[j]!]! += info;
      }
    }
  }
  if (anchors) {
    for (const t of anchorsOf(anchors)) {
      const weight = 1 / ANCHOR_SIGMA_MM ** 2;
      const [dx, dy] = [state.points[2 * t]! - anchors.points[2 * t]!, state.points[2 * t + 1]! - anchors.points[2 * t + 1]!];
      cost += weight * (dx * dx + dy * dy);
      pointNormal[3 * t]! += weight;
      pointNormal[3 * t + 2]! += weight;
      pointGradient[2 * t]! += weight * dx;
      pointGradient[2 * t + 1]! += weight * dy;
    }
  }
  return { normal, gradient, pointNormal, pointGradient, coupling, cost };
}

/** Two tracks about as far apart as the middle half of all. */
function anchorsOf({ points }: State): [number, number] {
  const n = points.length / 2;
  const order = Array.from({ length: n }, (_, t) => t).sort(
    (a, b) => points[2 * a]! + points[2 * a + 1]! - points[2 * b]! - points[2 * b + 1]!,
  );
  return [order[n >> 2]!, order[Math.min(n - 1, (3 * n) >> 2)]!];
}

/** The cameras' normal equations with the points eliminated (Schur complement), damped. */
function reduced(system: System, n: number, lambda: number): { readonly matrix: Float64Array; readonly right: Float64Array } {
  const matrix = system.normal.slice();
  const right = system.gradient.slice();
  for (let i = 0; i < n; i++) matrix[i * n + i]! *= 1 + lambda;
  const wv = new Float64Array(2 * CAMERA_PARAMS);
  system.coupling.forEach((seen, t) => {
    const inverse = pointInverse(system, t, lambda);
    if (!inverse) return;
    const [a, b, c] = inverse;
    const [gx, gy] = [system.pointGradient[2 * t]!, system.pointGradient[2 * t + 1]!];
    for (const { indices, w } of seen) {
      for (let i = 0; i < CAMERA_PARAMS; i++) {
        wv[2 * i] = w[2 * i]! * a + w[2 * i + 1]! * b;
        wv[2 * i + 1] = w[2 * i]! * b + w[2 * i + 1]! * c;
        right[indices[i]!]! -= wv[2 * i]! * gx + wv[2 * i + 1]! * gy;
      }
      for (const other of seen) {
        for (let i = 0; i < CAMERA_PARAMS; i++) {
          const row = indices[i]! * n;
          for (let j = 0; j < CAMERA_PARAMS; j++)
            matrix[row + other.indices[j]!]! -= wv[2 * i]! * other.w[2 * j]! + wv[2 * i + 1]! * other.w[2 * j + 1]!;
        }
      }
    }
  });
  return { matrix, right };
}

function pointInverse({ pointNormal }: System, t: number, lambda: number): [number, number, number] | undefined {
  const [a, b, c] = [pointNormal[3 * t]! * (1 + lambda), pointNormal[3 * t + 1]!, pointNormal[3 * t + 2]! * (1 + lambda)];
  const det = a * c - b * b;
  return det > 1e-12 * a * c ? [c / det, -b / det, a / det] : undefined;
}

function stepped(state: State, system: System, lambda: number): State | undefined {
  const n = state.shared.length;
  const { matrix, right } = reduced(system, n, lambda);
  const factor = definiteCholesky(matrix, n);
  if (!factor) return undefined;
  const delta = solveCholesky(factor, right, n);
  const points = state.points.slice();
  system.coupling.forEach((seen, t) => {
    const inverse = pointInverse(system, t, lambda);
    if (!inverse) return;
    let [gx, gy] = [system.pointGradient[2 * t]!, system.pointGradient[2 * t + 1]!];
    for (const { indices, w } of seen) {
      for (let i = 0; i < CAMERA_PARAMS; i++) {
        gx -= w[2 * i]! * delta[indices[i]!]!;
        gy -= w[2 * i + 1]! * delta[indices[i]!]!;
      }
    }
    const [a, b, c] = inverse;
    points[2 * t]! -= a * gx + b * gy;
    points[2 * t + 1]! -= b * gx + c * gy;
  });
  return { shared: state.shared.map((value, i) => value - delta[i]!), points };
}

function read(
  views: readonly PrintView[],
  tracks: readonly PrintTrack[],
  use: readonly (readonly boolean[])[],
  layout: Layout,
  state: State,
): SolvedViews {
  const priors = priorsOf(views, layout);
  const system = linearise(state, tracks, use, layout, looseOf(views, layout), priors, priors.length > 0 ? undefined : state);
  const n = layout.cameras;
  const factor = definiteCholesky(reduced(system, n, 0).matrix, n);
  if (!factor) throw new Error('The views of the print do not determine their cameras: got too few matches.');
  const covariance = inverseFromCholesky(factor, n);
  const squares = views.map(() => 0);
  const marks = views.map((): Pixel[] => []);
  tracks.forEach((track, t) => {
    track.seen.forEach((mark, k) => {
      if (!use[t]![k]) return;
      squares[mark.view]! += (offBy(state, layout, mark, t) * mark.sigmaPx) ** 2;
      marks[mark.view]!.push(mark);
    });
  });
  return {
    cameras: views.map(({ start: { widthPx, heightPx } }, v) => {
      load(state, layout.of[v]!);
      return cameraFromParams(params, PIVOT, widthPx, heightPx);
    }),
    covariances: layout.of.map((own) => Float64Array.from(own.flatMap((row) => own.map((column) => covariance[row * n + column]!)))),
    points: tracks.map((_, t) =>
      use[t]!.filter(Boolean).length > 1 ? { x: state.points[2 * t]!, y: state.points[2 * t + 1]! } : undefined,
    ),
    residualPx: squares.map((sum, v) => Math.sqrt(sum / Math.max(1, marks[v]!.length))),
    marks,
  };
}
