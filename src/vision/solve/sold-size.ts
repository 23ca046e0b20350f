import { MAT_MM } from '../../pieces/dimensions.js';
import { SHORT_MATS } from '../../pieces/mats.js';
import type { TableSolution } from './joint-solution.js';
import { type MatPrior, soldMat } from './observations.js';

/** Two tables of the same bases that the same marks explain: what is told lies between, and each coordinate is claimed wider by `weight` times the square of their difference. */
export interface Alternatives {
  readonly one: Pick<TableSolution, 'poses'>;
  readonly other: Pick<TableSolution, 'poses'>;
  readonly weight: number;
}

/** Share of told sizes that are not those of the mat in view: mistyped, another mat's, or the name that it was sold under. Assumed, no source counts them. */
const MISTOLD = 0.02;
/** A told size that is less probably wrong than this, after all that is seen, counts as it was told. */
const DOUBTED = 0.03;

/** A probability so small changes no claim by a tenth. */
const NEGLIGIBLE = 0.005;

/**
 * The table with a mat that was sold at one of two sizes (`SHORT_MATS`): both by how likely they are, by what bases, templates and border say of the scale.
 * `usual`: solved as of 3 ft. `solveAs`: the same marks solved as of another.
 */
export async function bySoldSizes(
  usual: TableSolution,
  solveAs: (mat: MatPrior) => Promise<TableSolution>,
): Promise<{ readonly solution: TableSolution; readonly alternatives?: Alternatives }> {
  const short = await solveAs(soldMat(SHORT_MATS.sideMm));
  const odds = (SHORT_MATS.share / (1 - SHORT_MATS.share)) * Math.exp((usual.cost - short.cost) / 2);
  const probability = odds / (1 + odds);
  if (probability < NEGLIGIBLE) return { solution: usual };
  const solution = await solveAs(soldMat(MAT_MM + probability * (SHORT_MATS.sideMm - MAT_MM)));
  const weight = probability * (1 - probability);
  const apartMm = Math.max(Math.abs(short.widthMm - usual.widthMm), Math.abs(short.depthMm - usual.depthMm));
  return {
    solution: { ...solution, matSigmaMm: Math.hypot(solution.matSigmaMm, Math.sqrt(weight) * apartMm) },
    alternatives: { one: usual, other: short, weight },
  };
}

/** A table with its mat as somebody told it, and what it may be instead. */
export interface ToldTable {
  readonly solution: TableSolution;
  readonly alternatives: readonly Alternatives[];
  /** How probable it is that the mat is of another size; 0 where what was told is believed. */
  readonly doubt: number;
}

/**
 * How far a told size of the mat is to be believed, by what bases, templates and border say of the scale: against the sizes that mats are sold at. The table stays as it was told; what it may be
 * instead is claimed beside it. `told`: solved with that size. `solveAs`: the same marks solved as of another.
 */
export async function byToldSize(told: TableSolution, solveAs: (mat: MatPrior) => Promise<TableSolution>): Promise<ToldTable> {
  const others: { readonly other: TableSolution; readonly odds: number }[] = [];
  for (const { sideMm, share } of [{ sideMm: MAT_MM, share: 1 - SHORT_MATS.share }, SHORT_MATS]) {
    const other = await solveAs(soldMat(sideMm));
    others.push({ other, odds: (MISTOLD / (1 - MISTOLD)) * share * Math.exp((told.cost - other.cost) / 2) });
  }
  const odds = others.reduce((sum, one) => sum + one.odds, 0);
  const doubt = odds / (1 + odds);
  if (doubt < DOUBTED) return { solution: told, alternatives: [], doubt: 0 };
  const alternatives = others.map((one) => ({ one: told, other: one.other, weight: one.odds / (1 + odds) }));
  const variance = alternatives.reduce((sum, { other, weight }) => {
    return sum + weight * Math.max((other.widthMm - told.widthMm) ** 2, (other.depthMm - told.depthMm) ** 2);
  }, 0);
  return { solution: { ...told, matSigmaMm: Math.hypot(told.matSigmaMm, Math.sqrt(variance)) }, alternatives, doubt };
}
