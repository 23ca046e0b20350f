const FIRST_MS = 1000;
const LONGEST_MS = 30_000;

/**
 * How long to wait before the next attempt, ms: 1 s doubling to 30 s. `failures` counts the attempts that failed in a row.
 * Up to half of it is taken off at random, so that all overlays of an event do not come back at the same moment.
 */
export function backoffMs(failures: number, random: () => number): number {
  const fullMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10));
  return fullMs * (1 - random() / 2);
}
