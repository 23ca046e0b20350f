/** Probabilities of which these are the logarithms, but for a common term. */
export function softmax(logits: readonly number[]): number[] {
  const top = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - top));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}
