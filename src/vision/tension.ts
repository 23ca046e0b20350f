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
  const sides = sidesAt(near, bases);
  const together = solveTable(near, { border, bases: sides }, lens).cost;
  const borderAlone = solveTable(near, { border, bases: [] }, lens).cost;
  const ofABase = unexplainedOf(near, bases, lens);
  return (together - borderAlone - ofABase * bases.length) / (1 + ofABase);
}

/** What the sides of a base leave unexplained on the average when nothing but the bases is asked (robust squared residuals): some 1…5 of right sizes. */
export function unexplainedOf(near: TableSolution, bases: readonly BaseMarks[], lens: LensPrior): number {
  return solveTable(near, { border: [], bases: sidesAt(near, bases) }, lens).cost / bases.length;
}

function sidesAt({ poses }: TableSolution, bases: readonly BaseMarks[]): BaseMarks[] {
  return bases.map((base, i) => onlySides({ ...base, start: poses[i]! }));
}
