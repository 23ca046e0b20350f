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
