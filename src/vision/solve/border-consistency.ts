import type { Point } from '../../geometry/point.js';
import type { BorderUncertainty } from './border-uncertainty.js';
import { solveTable, type TableSolution } from './joint-solution.js';
import { type BaseMarks, type BorderMark, onlySides, type TablePrior } from './observations.js';
import { SIGMA_INFLATION } from './sigma-inflation.js';

/** With fewer bases than this a border can hardly contradict them, nor they each other. */
export const MIN_CONSISTENCY_BASES = 3;

export interface BorderInconsistency {
  /** No unit: near 0…3 where the border is the mat's, above where it is another thing's. */
  readonly value: number;
  /** What a base by itself leaves unexplained on the average. */
  readonly unexplained: number;
  /** Uncertainty when border and bases are given equal weight: how far distances differ between solving with the border and without it. */
  readonly uncertainty: BorderUncertainty;
}

/** From a mat's middle to a place on it, mm: so far a wrong scale carries. */
const USUAL_REACH_MM = 350;

/**
 * How much worse the mat's border and the sides of the bases are explained together than each by itself (robust squared residuals), against one
 * and what a base by itself leaves unexplained on the average: bases that are hard to read, on whatever table, count for less. `near`: the
 * solution of both. Undefined with fewer than `MIN_CONSISTENCY_BASES`.
 */
export function borderInconsistency(
  near: TableSolution,
  border: readonly BorderMark[],
  bases: readonly BaseMarks[],
  lens: TablePrior,
): BorderInconsistency | undefined {
  if (bases.length < MIN_CONSISTENCY_BASES) return undefined;
  const sides = sidesAt(near, bases);
  const together = solveTable(near, { border, bases: sides }, lens);
  const borderAlone = solveTable(near, { border, bases: [] }, lens);
  const basesAlone = solveTable(near, { border: [], bases: sides }, lens);
  const scaleSigma = distancesApart(together.poses, basesAlone.poses);
  const unexplained = basesAlone.cost / bases.length;
  return {
    value: (together.cost - borderAlone.cost - basesAlone.cost) / (1 + unexplained),
    unexplained,
    uncertainty: { scaleSigma, shiftSigmaMm: scaleSigma * USUAL_REACH_MM },
  };
}

/** What the sides of a base leave unexplained on the average when nothing but the bases is asked (robust squared residuals): some 1…9 of right sizes. */
export function meanBaseCost(near: TableSolution, bases: readonly BaseMarks[], lens: TablePrior): number {
  return solveTable(near, { border: [], bases: sidesAt(near, bases) }, lens).cost / Math.max(1, bases.length);
}

/** How what was measured fits together: the bases with the border they stand in, and with each other. */
export interface ConsistencyCheck {
  /** Absent where a person vouches for the border, where there is none, and with fewer bases than `MIN_CONSISTENCY_BASES`. */
  readonly inconsistency?: BorderInconsistency | undefined;
  /** What a base by itself leaves unexplained on the average (robust squared residuals); absent with too few bases. */
  readonly unexplained?: number | undefined;
  /** There is no border that holds the scale. */
  readonly isAlone?: boolean;
}

/** Claimed variance over the solution's own, no unit. */
export function varianceFactor({ inconsistency, unexplained, isAlone = false }: ConsistencyCheck): number {
  const { poseFactor, usualInconsistency, doublingInconsistency, usuallyUnexplained } = SIGMA_INFLATION;
  const byBorder = 1 + Math.max(0, inconsistency?.value ?? usualInconsistency) / doublingInconsistency;
  if (unexplained === undefined) return poseFactor.misfitUnknown ** 2 * byBorder;
  const usually = isAlone ? usuallyUnexplained.withoutBorder : usuallyUnexplained.withBorder;
  return (poseFactor.misfitKnown * Math.max(1, unexplained / usually)) ** 2 * byBorder;
}

function sidesAt({ poses }: TableSolution, bases: readonly BaseMarks[]): BaseMarks[] {
  return bases.map((base, i) => onlySides({ ...base, start: poses[i]! }));
}

/** Root mean square of the relative differences between the distances of the same places in two solutions. */
function distancesApart(one: readonly Point[], other: readonly Point[]): number {
  const distance = (places: readonly Point[], i: number, j: number) => Math.hypot(places[i]!.x - places[j]!.x, places[i]!.y - places[j]!.y);
  const ratios = one.flatMap((_, i) => one.slice(0, i).map((_, j) => distance(other, i, j) / distance(one, i, j) - 1));
  return Math.sqrt(ratios.reduce((sum, ratio) => sum + ratio * ratio, 0) / ratios.length);
}
