import { definiteCholesky, inverseFromCholesky, solveCholesky } from '../../geometry/cholesky.js';

/** One measurement: the parameters it depends on and its residuals in units of its own standard deviation. */
export interface Block {
  readonly indices: readonly number[];
  /** Writes the whitened residuals at `params` into `out`; always the same number of them. */
  readonly residuals: (params: Float64Array, out: Float64Array) => void;
  readonly count: number;
  /** Cauchy scale in standard deviations: a residual far beyond it loses its pull. Infinity: no outliers expected. */
  readonly robust: number;
}

/** Prior of a parameter. */
export interface Prior {
  readonly index: number;
  readonly value: number;
  readonly sigma: number;
}

/** The parameters of least cost, with what they are worth. */
export interface Fit {
  readonly params: Float64Array;
  /** Covariance of the parameters, n×n row-major, from the measurements' stated sigmas. */
  readonly covariance: Float64Array;
  /** Each block's final weight, 0…1: low means treated as an outlier. */
  readonly weights: Float64Array;
  /** Sum of robust squared residuals, priors included. */
  readonly cost: number;
}

/**
 * Levenberg–Marquardt with Cauchy weights on normal equations built block by block: a table has more than a hundred unknowns, each
 * measurement touches some twenty. `steps[i]` is the finite-difference step of parameter i. What most measurements share should come first
 * among the parameters: it is eliminated last, so that all others meet in it alone.
 * Throws when the normal matrix is not positive definite even when damped: a parameter has neither measurement nor prior.
 */
export function leastSquares(
  start: Float64Array,
  steps: Float64Array,
  blocks: readonly Block[],
  priors: readonly Prior[],
  rounds = 25,
): Fit {
  let params: Float64Array = start.slice();
  let lambda = 1e-3;
  let system = linearise(params, steps, blocks, priors);
  for (let round = 0; round < rounds; round++) {
    const moved = tryStep(params, system, lambda);
    const cost = moved ? totalCost(moved, blocks, priors) : Number.POSITIVE_INFINITY;
    if (moved && cost < system.cost) {
      const gain = system.cost - cost;
      params = moved;
      lambda = Math.max(lambda / 5, 1e-9);
      system = linearise(params, steps, blocks, priors);
      if (gain < 1e-5 * (1 + cost)) break;
    } else {
      lambda *= 8;
      if (lambda > 1e9) break;
    }
  }
  const factor = definiteCholesky(system.normal, params.length);
  if (!factor) throw new Error('The normal matrix is not positive definite: some unknown has neither a measurement nor a prior.');
  const covariance = inverseFromCholesky(factor, params.length).reverse();
  return { params, covariance, weights: system.weights, cost: system.cost };
}

/**
 * Steeper residuals (standard deviations for each unit of an unknown) are those of places seen nearly edge-on: ordinary ones stay a hundred
 * times below. They hold no information, and that of the others would be lost in rounding beside them.
 */
const MAX_SLOPE = 1e6;

/** The last parameter comes first in matrix and gradient; of the matrix nothing above its diagonal is filled in. */
interface System {
  readonly normal: Float64Array;
  readonly gradient: Float64Array;
  readonly weights: Float64Array;
  readonly cost: number;
}

function robustCost(squared: number, scale: number): number {
  return Number.isFinite(scale) ? scale * scale * Math.log1p(squared / (scale * scale)) : squared;
}

function mostOf(blocks: readonly Block[], size: (block: Block) => number): number {
  return blocks.reduce((most, block) => Math.max(most, size(block)), 0);
}

function totalCost(params: Float64Array, blocks: readonly Block[], priors: readonly Prior[]): number {
  const out = new Float64Array(mostOf(blocks, ({ count }) => count));
  let cost = 0;
  for (const block of blocks) {
    block.residuals(params, out);
    let squared = 0;
    for (let i = 0; i < block.count; i++) squared += out[i]! * out[i]!;
    cost += robustCost(squared, block.robust);
  }
  for (const prior of priors) cost += ((params[prior.index]! - prior.value) / prior.sigma) ** 2;
  return Number.isFinite(cost) ? cost : Number.POSITIVE_INFINITY;
}

function linearise(params: Float64Array, steps: Float64Array, blocks: readonly Block[], priors: readonly Prior[]): System {
  const n = params.length;
  const normal = new Float64Array(n * n);
  const gradient = new Float64Array(n);
  const weights = new Float64Array(blocks.length);
  const probe = params.slice();
  const most = mostOf(blocks, ({ count }) => count);
  const widest = mostOf(blocks, ({ indices }) => indices.length);
  const at = new Float64Array(most);
  const moved = new Float64Array(most);
  const jacobian = new Float64Array(most * widest);
  const rows = new Int32Array(widest);
  let cost = 0;
  blocks.forEach((block, b) => {
    const { indices, count } = block;
    const width = indices.length;
    block.residuals(params, at);
    let squared = 0;
    for (let i = 0; i < count; i++) squared += at[i]! * at[i]!;
    let weight = Number.isFinite(block.robust) ? 1 / (1 + squared / (block.robust * block.robust)) : 1;
    cost += robustCost(squared, block.robust);
    for (let j = 0; j < width; j++) {
      const index = indices[j]!;
      const step = steps[index]!;
      probe[index] = params[index]! + step;
      block.residuals(probe, moved);
      probe[index] = params[index]!;
      for (let i = 0; i < count; i++) {
        const slope = (moved[i]! - at[i]!) / step;
        jacobian[i * width + j] = slope;
        if (!(Math.abs(slope) < MAX_SLOPE)) weight = 0;
      }
    }
    weights[b] = weight;
    if (weight === 0) return;
    for (let j = 0; j < width; j++) rows[j] = n - 1 - indices[j]!;
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < width; j++) {
        const row = rows[j]!;
        const left = weight * jacobian[i * width + j]!;
        gradient[row]! += left * at[i]!;
        for (let k = j; k < width; k++) {
          const column = rows[k]!;
          normal[column <= row ? row * n + column : column * n + row]! += left * jacobian[i * width + k]!;
        }
      }
    }
  });
  for (const { index, value, sigma } of priors) {
    const r = (params[index]! - value) / sigma;
    const row = n - 1 - index;
    cost += r * r;
    gradient[row]! += r / sigma;
    normal[row * n + row]! += 1 / (sigma * sigma);
  }
  return { normal, gradient, weights, cost };
}

function tryStep(params: Float64Array, system: System, lambda: number): Float64Array | undefined {
  const n = params.length;
  const damped = system.normal.slice();
  for (let i = 0; i < n; i++) damped[i * n + i]! *= 1 + lambda;
  const factor = definiteCholesky(damped, n);
  if (!factor) return undefined;
  const delta = solveCholesky(factor, system.gradient, n);
  return params.map((value, i) => value - delta[n - 1 - i]!);
}
