/** Probability that a standard normal variable is below `z`; absolute error below 1e-12. */
export function normalCdf(z: number): number {
  if (z < -38) return 0;
  if (z > 38) return 1;
  const tail = upperTail(Math.abs(z));
  return z < 0 ? tail : 1 - tail;
}

const INV_SQRT_2PI = 1 / Math.sqrt(2 * Math.PI);

/** P(Z > z) for z ≥ 0: Taylor series of the distribution near the middle, Laplace's continued fraction in the tail. */
function upperTail(z: number): number {
  const density = INV_SQRT_2PI * Math.exp((-z * z) / 2);
  if (z > 4) {
    let fraction = z;
    for (let k = 40; k > 0; k--) fraction = z + k / fraction;
    return density / fraction;
  }
  let term = z;
  let sum = z;
  for (let k = 1; term > 1e-17 * sum; k++) {
    term *= (z * z) / (2 * k + 1);
    sum += term;
  }
  return 0.5 - density * sum;
}

/** The z below which a standard normal variable lies with probability `p`, 0 < p < 1; the inverse of `normalCdf` to 1e-9. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new Error(`normalQuantile: got ${p}, expected a probability between 0 and 1, both excluded`);
  // Start from the logistic approximation, then Newton steps, which converge quadratically.
  let z = Math.log(p / (1 - p)) / 1.702;
  for (let i = 0; i < 50; i++) {
    const density = INV_SQRT_2PI * Math.exp((-z * z) / 2);
    const step = (normalCdf(z) - p) / Math.max(density, 1e-300);
    z -= Math.max(-1, Math.min(1, step));
    if (Math.abs(step) < 1e-12) break;
  }
  return z;
}

/** Gauss–Legendre nodes and weights on (0, 1), ten of them by symmetry. */
const NODES = [0.013046735741414, 0.067468316655508, 0.160295215850488, 0.283302302935376, 0.425562830509184];
const WEIGHTS = [0.033335672154344, 0.07472567457529, 0.109543181257991, 0.134633359654998, 0.147762112357376];

/**
 * Probability that two standard normal variables with the given correlation are below `a` and below `b`. Integrates the density over the
 * correlation (Drezner and Wesolowsky 1990); error below 1e-5 for correlations up to 0.95, 1e-3 beyond.
 */
export function bivariateCdf(a: number, b: number, correlation: number): number {
  const angle = Math.asin(Math.max(-1, Math.min(1, correlation)));
  let sum = 0;
  for (let i = 0; i < NODES.length; i++) {
    for (const node of [NODES[i]!, 1 - NODES[i]!]) {
      const sin = Math.sin(angle * node);
      const cosSq = Math.max(1e-12, 1 - sin * sin);
      sum += WEIGHTS[i]! * Math.exp(-(a * a + b * b - 2 * a * b * sin) / (2 * cosSq));
    }
  }
  return normalCdf(a) * normalCdf(b) + (angle * sum) / (2 * Math.PI);
}
