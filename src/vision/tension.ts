import { type BaseMarks, type LensPrior, type Mark, onlySides } from './observations.js';
import { solveTable, type TableSolution } from './solve.js';

/** With fewer bases than this a border can hardly contradict them. */
const WITNESSES = 3;

/**
 * How much worse the mat's border and the sides of the bases are explained together than each by itself (robust squared residuals), against one
 * and what a base by itself leaves unexplained on the average: near 0…3 where the border is the mat's, above where it is another thing's. Bases
 * that are hard to read, on whatever table, count for less. `near`: the solution of both.
 */
export function tensionOf(near: TableSolution, border: readonly Mark[], bases: readonly BaseMarks[], lens: LensPrior): number {
  if (bases.length < WITNESSES) return 0;
  const sides = bases.map((base, i) => onlySides({ ...base, start: near.poses[i]! }));
  const together = solveTable(near, { border, bases: sides }, lens).cost;
  const borderAlone = solveTable(near, { border, bases: [] }, lens).cost;
  const basesAlone = solveTable(near, { border: [], bases: sides }, lens).cost;
  return (together - borderAlone - basesAlone) / (1 + basesAlone / bases.length);
}
