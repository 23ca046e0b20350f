import { MAT_MM } from '../../pieces/dimensions.js';
import { SHORT_MATS } from '../../pieces/mats.js';
import { MAT_SIGMA_MM, PLASTIC_SIGMA } from '../../pieces/priors.js';
import { sigmoid, softmax } from '../runtime/activations.js';
import type { BorderUncertainty } from './border-uncertainty.js';
import type { TableSolution } from './joint-solution.js';
import { type MatPrior, soldMat } from './observations.js';
import { matOfEstimate, plasticOf } from './shared-parameters.js';

/** Two tables of the same bases that explain the same marks: since either may be right, the variance of each coordinate grows by `weight` times the square of their difference. */
export interface Alternatives {
  readonly one: Pick<TableSolution, 'poses'>;
  readonly other: Pick<TableSolution, 'poses'>;
  readonly weight: number;
}

/** Share of given sizes that are not those of the mat in view: mistyped, another mat's, or the name that it was sold under. Assumed, no source counts them. */
const MISTOLD = 0.02;
/** Share of marked mats whose marks are on another line, such as a frame that is printed inside the edge. Assumed, no source counts them. */
const MISMARKED = 0.05;
/** Probability of being wrong below which a given size is believed after everything that is seen. */
const DOUBTED = 0.03;

/**
 * Minimum standard deviation, as a share of the difference in size, once marks, or a size at which no mat is sold, are doubted: the other
 * size is then within two standard deviations of the claims, since a certain answer has to hold for both, however probable either is.
 */
const WITHIN_SIGMA = 0.5;

/**
 * Standard deviations from the sold size beyond which a side is unusual: one side in 400 of mats that are sold. With two standard
 * deviations every tenth right size would be compared, and be doubted wherever the border is misread.
 */
const UNUSUAL_SIGMAS = 3;

/** Probability too small to change any claim by a tenth. */
const NEGLIGIBLE = 0.005;

/**
 * The table with a mat that was sold at one of two sizes (`SHORT_MATS`): both by their probability, from the scale that bases, templates
 * and border show. `usual`: solved as a mat of 3 ft. `solveAs`: the same marks solved as a mat of another size. `gain`: difference by which
 * the short one costs less, where that is known better.
 */
export async function bySoldSizes(
  usual: TableSolution,
  solveAs: (mat: MatPrior) => Promise<TableSolution>,
  gain?: number,
): Promise<{ readonly solution: TableSolution; readonly alternatives?: Alternatives }> {
  const short = await solveAs(soldMat(SHORT_MATS.sideMm));
  const probability = sigmoid(Math.log(SHORT_MATS.share / (1 - SHORT_MATS.share)) + (gain ?? gainOf(short, usual)) / 2);
  if (probability < NEGLIGIBLE) return { solution: usual };
  const solution = await solveAs(soldMat(MAT_MM + probability * (SHORT_MATS.sideMm - MAT_MM)));
  const weight = probability * (1 - probability);
  const apartMm = Math.max(Math.abs(short.widthMm - usual.widthMm), Math.abs(short.depthMm - usual.depthMm));
  return {
    solution: { ...solution, matSigmaMm: Math.hypot(solution.matSigmaMm, Math.sqrt(weight) * apartMm) },
    alternatives: { one: usual, other: short, weight },
  };
}

/** What a table leaves open of its scale because its mat may have been sold at either size. */
export function openBySizes({
  matSigmaMm,
  widthMm,
  sharedWithPose,
}: Pick<TableSolution, 'matSigmaMm' | 'widthMm' | 'sharedWithPose'>): BorderUncertainty {
  const { ww, dd } = matOfEstimate(sharedWithPose).covariance;
  return { scaleSigma: Math.sqrt(Math.max(0, matSigmaMm ** 2 - Math.max(ww, dd))) / widthMm, shiftSigmaMm: 0 };
}

/** Degrees of freedom of the tail of the error with which plastic is read beside its size. */
const PLASTIC_TAIL = 3;

/**
 * Difference by which one table costs less than another one of the same marks. Plastic that is read far beside its size (by 3.5 % on one
 * simulated table) has another reason than the mat's size, so that it counts by a Student's t here, where the solution has a normal
 * distribution.
 */
export function gainOf(one: TableSolution, other: TableSolution): number {
  return other.cost + tailOf(other) - (one.cost + tailOf(one));
}

function tailOf({ shared }: TableSolution): number {
  const squared = (plasticOf(shared).scale / PLASTIC_SIGMA) ** 2;
  return (PLASTIC_TAIL + 1) * Math.log(1 + squared / PLASTIC_TAIL) - squared;
}

/** The sizes at which mats of 3 ft are sold, mm, each with its share. */
const soldSizes = () => [{ sideMm: MAT_MM, share: 1 - SHORT_MATS.share }, SHORT_MATS];

/** Whether no mat is sold at this size, mm: it may be home-made, or measured or typed wrong. */
export function isUnusualSize({ widthMm, depthMm }: Pick<MatPrior, 'widthMm' | 'depthMm'>): boolean {
  return soldSizes().every(
    ({ sideMm }) => Math.max(Math.abs(widthMm - sideMm), Math.abs(depthMm - sideMm)) > UNUSUAL_SIGMAS * MAT_SIGMA_MM,
  );
}

/** Comparison of a given size of the mat with the evidence. */
export interface ToldDoubt {
  /** Probability that the mat is of another size. */
  readonly probability: number;
  /** One standard deviation of a side of the mat that allows for that, mm: the given size counts for no more than this. */
  readonly sigmaMm: number;
}

/**
 * The doubt about a given size of the mat by the scale that bases, templates and border show, compared with the sizes at which mats are
 * sold; undefined where it is believed. `told`: solved with that size, with `sigmaMm` as one standard deviation. `solveAs`: the same marks
 * solved as a mat of another size. The marks must be read without the given size, since they would follow it.
 */
export function doubtOfToldSize(told: TableSolution, sigmaMm: number, solveAs: (mat: MatPrior) => TableSolution): ToldDoubt | undefined {
  const others = soldSizes().map(({ sideMm, share }) => {
    const other = solveAs(soldMat(sideMm));
    const apartMm = Math.max(Math.abs(other.widthMm - told.widthMm), Math.abs(other.depthMm - told.depthMm));
    return { apartMm, logOdds: Math.log((MISTOLD / (1 - MISTOLD)) * share) + gainOf(other, told) / 2 };
  });
  const likeliest = others.reduce((one, other) => (other.logOdds > one.logOdds ? other : one));
  // Of a size far from everything that is seen the odds themselves are more than a number can hold.
  const [, ...chances] = softmax([0, ...others.map(({ logOdds }) => logOdds)]);
  const probability = chances.reduce((sum, chance) => sum + chance, 0);
  if (probability < DOUBTED) return undefined;
  const varianceMm = others.reduce((sum, { apartMm }, i) => sum + chances[i]! * apartMm ** 2, 0);
  const reachMm = isUnusualSize(told) ? WITHIN_SIGMA * likeliest.apartMm : 0;
  return { probability, sigmaMm: Math.hypot(sigmaMm, Math.max(Math.sqrt(varianceMm), reachMm)) };
}

/** Standard deviation of a mat of unknown size, mm: it may be of any size. */
export const UNKNOWN_SIZE_SIGMA_MM = 60;

/**
 * The doubt that a person marked the mat itself, by the size that bases and templates show; undefined where it is believed. `mat`: its
 * known size; absent: it was sold as one of 3 ft. `solveAs`: the marks solved as a mat of another size; they must be read without a size,
 * since they would follow it.
 */
export function doubtOfMarkedMat(mat: MatPrior | undefined, solveAs: (mat: MatPrior) => TableSolution): ToldDoubt | undefined {
  const known = mat ?? soldMat(MAT_MM);
  const free = solveAs({ widthMm: known.widthMm, depthMm: known.depthMm, sigmaMm: UNKNOWN_SIZE_SIGMA_MM });
  const sizes = mat ? [{ prior: mat, share: 1 }] : soldSizes().map(({ sideMm, share }) => ({ prior: soldMat(sideMm), share }));
  const asMarked = sizes.map(({ prior, share }) => ({ solution: solveAs(prior), share }));
  const likelihood = asMarked.reduce((sum, { solution, share }) => sum + share * Math.exp(gainOf(solution, free) / 2), 0);
  // Share of the sizes that another line may enclose that explains the evidence.
  const explaining = free.matSigmaMm / UNKNOWN_SIZE_SIGMA_MM;
  const wrong = MISMARKED * explaining;
  const probability = wrong / (wrong + (1 - MISMARKED) * likelihood);
  if (probability < DOUBTED) return undefined;
  const apartMm = Math.max(Math.abs(free.widthMm - known.widthMm), Math.abs(free.depthMm - known.depthMm));
  return { probability, sigmaMm: Math.hypot(known.sigmaMm, Math.max(Math.sqrt(probability), WITHIN_SIGMA) * apartMm) };
}
