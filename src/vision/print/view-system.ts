import { definiteCholesky, solveCholesky } from '../../geometry/cholesky.js';
import { CAMERA_PARAMS, CAMERA_STEPS, projectWithParams } from '../solve/camera-params.js';
import { PIVOT } from '../solve/residual-blocks.js';
import { type Layout, load, type looseOf, type PrintTrack, params, type State, seenAt, type Whitened } from './view-unknowns.js';

/** Cauchy scale, standard deviations. */
const ROBUST = 2;
const POINT_STEP_MM = 1e-2;

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
export function reduced(system: System, n: number, lambda: number): { readonly matrix: Float64Array; readonly right: Float64Array } {
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
