/** The middle one of some values, of an even number the upper one of the two in the middle; undefined where there are none. */
export function upperMedian(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
