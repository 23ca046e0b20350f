/** The median of some values; of an even number, the upper one of the two in the middle; undefined where there are none. */
export function upperMedian(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

/** The root of the mean of the squares of values, in their unit; of no values NaN. */
export function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}
