import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Block, leastSquares } from '../../../src/vision/solve/least-squares.js';

const block = (residual: (a: number, b: number) => number): Block => ({
  indices: [0, 1],
  count: 1,
  robust: Number.POSITIVE_INFINITY,
  residuals(p, out) {
    out[0] = residual(p[0]!, p[1]!);
  },
});
const priors = [0, 1].map((index) => ({ index, value: 0, sigma: 10 }));
const fit = (...blocks: Block[]) => leastSquares(new Float64Array(2), Float64Array.of(1e-5, 1e-5), blocks, priors);
const differenceVariance = ({ covariance: [aa, ab, , bb] }: { readonly covariance: Float64Array }) => aa! - 2 * ab! + bb!;

test('a mark seen nearly edge-on does not drown the information of the others', () => {
  const difference = block((a, b) => a - b - 3);
  const edgeOn = block((a, b) => 1e9 * (a + b));
  const { params, covariance, weights } = fit(difference, edgeOn);
  // One measurement of a − b with sigma 1 beside priors that give it a variance of 200.
  assert.ok(Math.abs(differenceVariance({ covariance }) - 1 / (1 + 1 / 200)) < 1e-6);
  assert.ok(Math.abs(params[0]! - params[1]! - 3 / (1 + 1 / 200)) < 0.01);
  assert.deepEqual([...weights], [1, 0]);
});

test('a steep but ordinary mark counts in full', () => {
  const { params, covariance } = fit(block((a, b) => 1e5 * (a - b - 0.2)));
  assert.ok(Math.abs(differenceVariance({ covariance }) - 1e-10) < 1e-12);
  assert.ok(Math.abs(params[0]! - params[1]! - 0.2) < 1e-6);
});

test('an unknown with neither a measurement nor a prior is an error', () => {
  assert.throws(
    () => leastSquares(new Float64Array(2), Float64Array.of(1e-5, 1e-5), [], priors.slice(0, 1)),
    /neither a measurement nor a prior/,
  );
});

test('a curved valley is followed to its end, although many steps on the way lead uphill and are taken back', () => {
  // Rosenbrock's function: 10 (b − a²) and 1 − a, from (−1.2, 1); its only minimum is at (1, 1).
  const blocks = [block((a, b) => 10 * (b - a * a)), block((a) => 1 - a)];
  const loose = [0, 1].map((index) => ({ index, value: 1, sigma: 1e6 }));
  const { params, cost } = leastSquares(Float64Array.of(-1.2, 1), Float64Array.of(1e-6, 1e-6), blocks, loose);
  assert.ok(Math.abs(params[0]! - 1) < 1e-2 && Math.abs(params[1]! - 1) < 2e-2, `${params}`);
  assert.ok(cost < 1e-4, `${cost}`);
});
