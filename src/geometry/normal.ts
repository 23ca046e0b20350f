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
