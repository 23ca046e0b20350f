import type { Point } from '../../geometry/point.js';
import { rootMeanSquare } from '../../geometry/statistics.js';
import { halfSideMm } from '../../pieces/bases.js';
import { PLASTIC_SIGMA } from '../../pieces/priors.js';
import type { BorderUncertainty } from './border-uncertainty.js';
import { solveTable, type TableSolution } from './joint-solution.js';
import { type BaseMarks, type BorderMark, type Observations, type TablePrior, withSidesOnly, withWiderMarks } from './observations.js';
import { SIGMA_INFLATION } from './sigma-inflation.js';

/** Side of the smallest base. */
const SMALL_MM = 2 * halfSideMm('small');
/** Number of bases below which a border can hardly contradict them, nor they each other. */
const MIN_CONSISTENCY_BASES = 2;
/** Number of bases below which their agreement does not support the claims; only their disagreement speaks against them. */
export const MANY_BASES = 3;

/** Inconsistency of a border and the bases that stand in it. */
export interface BorderInconsistency {
  /** No unit: near 0…3 where the border is the mat's, above where it is another thing's. */
  readonly value: number;
  /** As `meanBaseCost` has it. */
  readonly baseCost: number;
  /** Uncertainty when border and bases are given equal weight: difference of the distances between solving with the border and where bases would have them that are not read by it. */
  readonly uncertainty: BorderUncertainty;
}

/**
 * Ratio of a base's cost to the usual above which a border that the bases do not confirm is no longer believed: bases that hardly fit each
 * other hide that they do not fit it. Of 23 simulated tables that nobody had looked at, those with the right border cost up to 1.9 times
 * the usual, and had distances up to 0.8 % apart with it and without; on a wrong one, 10 % too small, they cost three times it, 3 % apart.
 */
const STRAINED_COST = 2.5;

/** Whether the bases fit each other so badly that they say too little against a border: the differences are then left open. */
export function areBasesStrained({ baseCost }: BorderInconsistency): boolean {
  return baseCost > STRAINED_COST * SIGMA_INFLATION.usualBaseCost.withBorder;
}

/**
 * Factor from the difference of the distances with a wrong border and by its bases alone to their error: bases are read in crops of the size that they would have in the border,
 * and follow it. In four looks at a mat whose table was mistaken for it, 4 to 7 % off, they were off by 36 to 41 % of that (docs/experiments/border.md).
 */
const NOT_FOLLOWED = 1.6;

/** From a mat's middle to a usual place on it, mm: the lever of a wrong scale. */
const USUAL_REACH_MM = 350;

/**
 * Excess of the cost (robust squared residuals) of the mat's border and the sides of the bases solved together over that of each alone,
 * divided by 1 + the mean cost of a base: bases that are hard to read, on whatever table, count for less. `near`: the solution of both.
 * Undefined with fewer than `MIN_CONSISTENCY_BASES`.
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
  const scaleSigma = NOT_FOLLOWED * distancesApart(together.poses, basesAlone.poses);
  const baseCost = basesAlone.cost / bases.length;
  return {
    value: (together.cost - borderAlone.cost - basesAlone.cost) / (1 + baseCost),
    baseCost,
    uncertainty: { scaleSigma, shiftSigmaMm: scaleSigma * USUAL_REACH_MM },
  };
}

/** Mean cost of a base (robust squared residuals of its sides, no unit) where the bases are solved without a border: some 1…9 where their sizes are right. */
export function meanBaseCost(near: TableSolution, bases: readonly BaseMarks[], lens: TablePrior): number {
  return solveTable(near, { border: [], bases: sidesAt(near, bases) }, lens).cost / Math.max(1, bases.length);
}

/** Agreement of the measurements: of the bases with the border they stand in, and with each other. */
export interface ConsistencyCheck {
  /** Absent where a person vouches for the border, where there is none, and with fewer bases than `MIN_CONSISTENCY_BASES`. */
  readonly inconsistency?: BorderInconsistency | undefined;
  /** As `meanBaseCost` has it; absent with too few bases. */
  readonly baseCost?: number | undefined;
  /** Whether there is no border that holds the scale. */
  readonly isAlone?: boolean;
  /** Whether there are fewer than `MANY_BASES`. */
  readonly areFew?: boolean;
}

/** Factor from the solution's own variance to the claimed one, no unit. */
export function varianceFactor({ inconsistency, baseCost, isAlone = false, areFew = false }: ConsistencyCheck): number {
  const { poseFactor, usualInconsistency, doublingInconsistency, usualBaseCost } = SIGMA_INFLATION;
  const byBorder = 1 + Math.max(areFew ? usualInconsistency : 0, inconsistency?.value ?? usualInconsistency) / doublingInconsistency;
  if (baseCost === undefined) return poseFactor.misfitUnknown ** 2 * byBorder;
  const misfit = areFew ? poseFactor.misfitUnknown : poseFactor.misfitKnown;
  return (misfit * (isAlone ? 1 : Math.max(1, baseCost / usualBaseCost.withBorder))) ** 2 * byBorder;
}

/**
 * Joint covariance of the poses of bases without a border, their marks widened by the misfit of the bases; prior knowledge (plastic,
 * heights, lens) is not widened. A common error in their size is likelier in a coarse picture, where they fit each other badly, and with
 * few of them. `baseCost`: as `meanBaseCost` gives it; `pixelMm`: width of the table that a pixel shows.
 */
export function covarianceOfBasesAlone(
  solution: TableSolution,
  { bases, ...others }: Observations,
  lens: TablePrior,
  { baseCost, pixelMm }: { readonly baseCost: number; readonly pixelMm: number },
): Float64Array {
  const { usualBaseCost, readAlike } = SIGMA_INFLATION;
  const factor = Math.max(1, baseCost / usualBaseCost.withoutBorder);
  const wider = bases.map((base, i) => withWiderMarks({ ...base, start: solution.poses[i]! }, factor));
  const { scale = 1, scaleSigma = PLASTIC_SIGMA, ...heights } = lens.plastic ?? {};
  const alike = Math.hypot(
    (readAlike.px * pixelMm) / SMALL_MM,
    readAlike.perCost * Math.max(0, baseCost - usualBaseCost.withoutBorder),
    readAlike.ofOne / Math.sqrt(bases.length),
  );
  const plastic = { ...heights, scale, scaleSigma: Math.hypot(scaleSigma, alike) };
  return solveTable(solution, { ...others, bases: wider }, { ...lens, plastic }).jointCovariance;
}

function sidesAt({ poses }: TableSolution, bases: readonly BaseMarks[]): BaseMarks[] {
  return bases.map((base, i) => withSidesOnly({ ...base, start: poses[i]! }));
}

/** Root mean square of the relative differences between two solutions in the distances of the same places, at least two. */
export function distancesApart(one: readonly Point[], other: readonly Point[]): number {
  const distance = (places: readonly Point[], i: number, j: number) => Math.hypot(places[i]!.x - places[j]!.x, places[i]!.y - places[j]!.y);
  const ratios = one.flatMap((_, i) => one.slice(0, i).map((_, j) => distance(other, i, j) / distance(one, i, j) - 1));
  return rootMeanSquare(ratios);
}
