export function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** The probability that a logistic regression with these weights gives for some features. */
export function logistic(weights: ArrayLike<number>, features: readonly number[]): number {
  return sigmoid(features.reduce((sum, feature, i) => sum + weights[i]! * feature, 0));
}

/** Probabilities of which these are the logarithms, but for a common term. */
export function softmax(logits: readonly number[]): number[] {
  const top = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - top));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}
