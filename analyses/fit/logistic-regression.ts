import { definiteCholesky, solveCholesky } from '../../src/geometry/cholesky.js';
import { logistic } from '../../src/vision/runtime/activations.js';

/** What is seen of something, and whether it is what is asked for. */
export interface Example {
  readonly picture: number;
  /** The first is the constant, 1. */
  readonly features: readonly number[];
  readonly isTrue: boolean;
}

const ROUNDS = 30;
const CONSTANT_RIDGE = 1e-6;

/**
 * The weights of a logistic regression, by Newton's method. `ridge`: cost of a weight's square, so little that it only keeps the weights finite where a line parts the examples. Throws where
 * there are no examples.
 */
export function logisticRegression(examples: readonly Pick<Example, 'features' | 'isTrue'>[], ridge: number): Float64Array {
  if (examples.length === 0) throw new Error('Got no examples to fit, expected pictures with some.');
  const n = examples[0]!.features.length;
  const weights = new Float64Array(n);
  for (let round = 0; round < ROUNDS; round++) {
    const normal = new Float64Array(n * n);
    const gradient = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      normal[i * n + i] = i === 0 ? CONSTANT_RIDGE : ridge;
      gradient[i] = -normal[i * n + i]! * weights[i]!;
    }
    for (const { features, isTrue } of examples) {
      const p = logistic(weights, features);
      for (let i = 0; i < n; i++) {
        gradient[i]! += features[i]! * (Number(isTrue) - p);
        for (let j = 0; j < n; j++) normal[i * n + j]! += p * (1 - p) * features[i]! * features[j]!;
      }
    }
    const factor = definiteCholesky(normal, n);
    if (!factor) break;
    solveCholesky(factor, gradient, n).forEach((step, i) => {
      weights[i]! += step;
    });
  }
  return weights;
}

/** The probability of each example by what the other pictures teach. */
export function crossValidated(examples: readonly Example[], ridge: number): number[] {
  const predicted = examples.map(() => 0);
  for (const picture of new Set(examples.map((one) => one.picture))) {
    const weights = logisticRegression(
      examples.filter((one) => one.picture !== picture),
      ridge,
    );
    examples.forEach((one, i) => {
      if (one.picture === picture) predicted[i] = logistic(weights, one.features);
    });
  }
  return predicted;
}
