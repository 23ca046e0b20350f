export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** The probability that a logistic regression with these weights gives for some features. */
export function logistic(weights: ArrayLike<number>, features: readonly number[]): number {
  return sigmoid(features.reduce((sum, feature, i) => sum + weights[i]! * feature, 0));
}
