import { definiteCholesky, solveCholesky } from '../../geometry/cholesky.js';
import { CAMERA_PARAMS, CAMERA_STEPS, projectWithParams } from '../solve/camera-params.js';
import { PIVOT } from '../solve/residual-blocks.js';
import { type Layout, load, type looseOf, type PrintTrack, params, type State, seenAt, type Whitened } from './view-unknowns.js';

/** Cauchy scale, standard deviations. */
const ROBUST = 2;
const POINT_STEP_MM = 1e-2;

interface Coupling {
  readonly indices: readonly number[];
  readonly w: Float64Array;
}

/** Normal equations of the cameras, and for each point its own 2 × 2 block with its coupling to the cameras that see it. */
export interface System {
  readonly normal: Float64Array;
  readonly gradient: Float64Array;
  readonly pointNormal: Float64Array;
  readonly pointGradient: Float64Array;
  /** For each track and mark in use the camera's indices and the coupling, CAMERA_PARAMS × 2. */
  readonly coupling: readonly (readonly Coupling[])[];
  readonly cost: number;
}

/** Standard deviation with which two distant points are held in their first place: a plane that nothing else places would drift. */
const ANCHOR_SIGMA_MM = 1e-2;

/**
 * Adds to a row of a matrix, at a camera's indices, `a` times u plus `b` times v of its pairs. Its own function, since V8 makes it twice as
 * fast.
 */
function addRow(matrix: Float64Array, row: number, indices: readonly number[], pairs: Float64Array, a: number, b: number): void {
  for (let j = 0; j < CAMERA_PARAMS; j++) matrix[row + indices[j]!]! += a * pairs[2 * j]! + b * pairs[2 * j + 1]!;
}

/** Pixel of a mark, and its derivatives in standard deviations: u and v by each of the camera's parameters, and by the point's x and y. */
const markAt = new Float64Array(2);
const jacobian = new Float64Array(2 * (CAMERA_PARAMS + 2));
const OF_POINT = 2 * CAMERA_PARAMS;

/** Writes them for a point and the camera that is loaded. */
function differentiate(x: number, y: number, sigmaPx: number): void {
  projectWithParams(params, PIVOT, x, y, 0, markAt);
  const [u, v] = [markAt[0]!, markAt[1]!];
  for (let j = 0; j < CAMERA_PARAMS; j++) {
    const keep = params[j]!;
    params[j] = keep + CAMERA_STEPS[j]!;
    projectWithParams(params, PIVOT, x, y, 0, seenAt);
    params[j] = keep;
    jacobian[2 * j] = (seenAt[0]! - u) / CAMERA_STEPS[j]! / sigmaPx;
    jacobian[2 * j + 1] = (seenAt[1]! - v) / CAMERA_STEPS[j]! / sigmaPx;
  }
  for (let j = 0; j < 2; j++) {
    projectWithParams(params, PIVOT, x + (j === 0 ? POINT_STEP_MM : 0), y + (j === 1 ? POINT_STEP_MM : 0), 0, seenAt);
    jacobian[OF_POINT + 2 * j] = (seenAt[0]! - u) / POINT_STEP_MM / sigmaPx;
    jacobian[OF_POINT + 2 * j + 1] = (seenAt[1]! - v) / POINT_STEP_MM / sigmaPx;
  }
}

export function linearise(
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
  const coupling: Coupling[][] = [];
  for (const [t, { seen }] of tracks.entries()) {
    const own: Coupling[] = [];
    const [x, y] = [state.points[2 * t]!, state.points[2 * t + 1]!];
    for (const [k, mark] of seen.entries()) {
      if (!use[t]![k]) continue;
      const indices = layout.of[mark.view]!;
      load(state, indices);
      differentiate(x, y, mark.sigmaPx);
      const [ru, rv] = [(markAt[0]! - mark.u) / mark.sigmaPx, (markAt[1]! - mark.v) / mark.sigmaPx];
      const squared = ru * ru + rv * rv;
      const weight = 1 / (1 + squared / ROBUST ** 2);
      cost += ROBUST ** 2 * Math.log1p(squared / ROBUST ** 2);
      const w = new Float64Array(2 * CAMERA_PARAMS);
      const [xu, xv, yu, yv] = [jacobian[OF_POINT]!, jacobian[OF_POINT + 1]!, jacobian[OF_POINT + 2]!, jacobian[OF_POINT + 3]!];
      for (let i = 0; i < CAMERA_PARAMS; i++) {
        const [a, b] = [weight * jacobian[2 * i]!, weight * jacobian[2 * i + 1]!];
        gradient[indices[i]!]! += a * ru + b * rv;
        addRow(normal, indices[i]! * n, indices, jacobian, a, b);
        w[2 * i] = a * xu + b * xv;
        w[2 * i + 1] = a * yu + b * yv;
      }
      pointNormal[3 * t]! += weight * (xu ** 2 + xv ** 2);
      pointNormal[3 * t + 1]! += weight * (xu * yu + xv * yv);
      pointNormal[3 * t + 2]! += weight * (yu ** 2 + yv ** 2);
      pointGradient[2 * t]! += weight * (xu * ru + xv * rv);
      pointGradient[2 * t + 1]! += weight * (yu * ru + yv * rv);
      own.push({ indices, w });
    }
    coupling.push(own);
  }
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
    for (const t of anchorsOf(anchors, use)) {
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

/** Two tracks in use that are about as far apart as the middle half of these; none where none is in use. */
function anchorsOf({ points }: State, use: readonly (readonly boolean[])[]): number[] {
  const order = [...use.keys()]
    .filter((t) => use[t]!.some(Boolean))
    .sort((a, b) => points[2 * a]! + points[2 * a + 1]! - points[2 * b]! - points[2 * b + 1]!);
  const n = order.length;
  return n > 1 ? [order[n >> 2]!, order[Math.min(n - 1, (3 * n) >> 2)]!] : [];
}

/** The cameras' normal equations with the points eliminated (Schur complement), damped. */
export function reduced(system: System, n: number, lambda: number): { readonly matrix: Float64Array; readonly right: Float64Array } {
  const matrix = system.normal.slice();
  const right = system.gradient.slice();
  for (let i = 0; i < n; i++) matrix[i * n + i]! *= 1 + lambda;
  for (const [t, seen] of system.coupling.entries()) {
    const inverse = pointInverse(system, t, lambda);
    if (!inverse) continue;
    const [a, b, c] = inverse;
    const [gx, gy] = [system.pointGradient[2 * t]!, system.pointGradient[2 * t + 1]!];
    for (const { indices, w } of seen) {
      for (let i = 0; i < CAMERA_PARAMS; i++) {
        const p = w[2 * i]! * a + w[2 * i + 1]! * b;
        const q = w[2 * i]! * b + w[2 * i + 1]! * c;
        right[indices[i]!]! -= p * gx + q * gy;
        for (const other of seen) addRow(matrix, indices[i]! * n, other.indices, other.w, -p, -q);
      }
    }
  }
  return { matrix, right };
}

function pointInverse({ pointNormal }: System, t: number, lambda: number): [number, number, number] | undefined {
  const [a, b, c] = [pointNormal[3 * t]! * (1 + lambda), pointNormal[3 * t + 1]!, pointNormal[3 * t + 2]! * (1 + lambda)];
  const det = a * c - b * b;
  return det > 1e-12 * a * c ? [c / det, -b / det, a / det] : undefined;
}

export function stepped(state: State, system: System, lambda: number): State | undefined {
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
