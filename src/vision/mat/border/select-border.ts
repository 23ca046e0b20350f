import { type Camera, carriedPoint } from '../../../geometry/camera.js';
import { meanPoint } from '../../../geometry/mean-point.js';
import { ACCEPTED_PROBABILITY, unsolvedBaseProbability } from '../../bases/base-classifier.js';
import type { Candidate } from '../../bases/candidate.js';
import { withSides } from '../../bases/measure-sides.js';
import type { Engines } from '../../runtime/engines.js';
import type { Cv, Mat } from '../../runtime/opencv.js';
import { type BorderUncertainty, CERTAIN_BORDER } from '../../solve/border-uncertainty.js';
import { solveTable, type TableSolution } from '../../solve/joint-solution.js';
import { matCorners, SIDES } from '../../solve/mat-sides.js';
import { type BaseMarks, movedBases, type TablePrior, withSidesOnly } from '../../solve/observations.js';
import { applied, applies } from '../border-rules.js';
import { unlikeSidesCost } from '../edges/band-colours.js';
import { correlationCosts } from '../edges/cross-border-correlation.js';
import { type BorderChoice, MAX_EXCESS_COST } from './choose-border.js';

/** Number of borders that are compared by the bases on the mat, and of the sharpest bases that compare them. */
const MAX_RIVALS = 8;
const COMPARED_BASES = 8;
/** Number of rivals above which they are first compared by fewer bases, quickly; those whose cost exceeds the best one’s by more drop out. */
const FEW_RIVALS = 2;
const QUICK_BASES = 4;
const QUICK_MAX_EXCESS_COST = 10;
/** Difference, each solved with the bases, below which rivals are one: found from other focal lengths, say. */
const SAME_BORDER = { scale: 0.0005, shiftMm: 0.5 };
/** Weight of the bases' marks between borders: their spreads are wide so that no pose is claimed with too much certainty. */
const BASE_WEIGHT = 2;
/** Divisor of cost differences, which are larger than chance alone would make them: the marks of a picture err together. */
const RIVAL_TEMPER = 5;

/** A border solved together with some of the bases on the mat. */
export interface SelectedBorder {
  readonly solution: TableSolution;
  readonly cost: number;
  readonly uncertainty: BorderUncertainty;
}

/**
 * Of several borders the one that fits the size of the bases best, plastic being the better scale, and its uncertainty: its distance from
 * those that fit nearly as well. The sides of the bases are measured again for each: a net's reading is biased towards the pose for which
 * its crop was cut, so that marks taken under one border would speak for it.
 */
export async function selectBorder(
  engines: Engines,
  rgba: Mat,
  choices: readonly BorderChoice[],
  seenFrom: Camera,
  candidates: readonly Candidate[],
  lens: TablePrior,
): Promise<SelectedBorder> {
  const sharpest = candidates
    .filter((one) => unsolvedBaseProbability(one) >= ACCEPTED_PROBABILITY)
    .sort((a, b) => a.reading.spread - b.reading.spread)
    .slice(0, COMPARED_BASES);
  const likely = withSideColourCosts(engines.cv, rgba, choices).slice(0, MAX_RIVALS);
  if (likely.length === 1 || !applies('rivals-by-bases'))
    return { solution: likely[0]!.solution, cost: likely[0]!.cost, uncertainty: CERTAIN_BORDER };
  let rivals: Rival[] = [];
  for (const choice of likely) {
    const rival = solvedWith(choice, seenFrom, sharpest, lens);
    if (!rivals.some((other) => isWithin(SAME_BORDER, other.fromCandidates, rival.fromCandidates))) rivals.push(rival);
  }
  const solveAll = async (bases: number, bothWays: boolean) => {
    const solved: (SelectedBorder & { readonly rival: Rival })[] = [];
    for (const rival of rivals) {
      const { choice } = rival;
      const solution = await solvedWithItsSides(engines, rgba, rival, bases, lens, bothWays);
      solved.push({
        rival,
        solution,
        cost: choice.cost + BASE_WEIGHT * (choice.prior + solution.cost - choice.cost),
        uncertainty: CERTAIN_BORDER,
      });
    }
    return solved.sort((a, b) => a.cost - b.cost);
  };
  if (rivals.length > FEW_RIVALS) {
    const quick = await solveAll(QUICK_BASES, false);
    const left = quick.filter(({ cost }) => cost < quick[0]!.cost + QUICK_MAX_EXCESS_COST);
    if (left.length === 1) return left[0]!;
    rivals = left.map(({ rival }) => rival);
  }
  const solved = await solveAll(COMPARED_BASES, true);
  return { ...solved[0]!, uncertainty: solved.length > 1 && applies('rivals-widen') ? rivalUncertainty(solved) : CERTAIN_BORDER };
}

/**
 * The choices worth comparing by the bases, likeliest first, after the cost of lines with one print on both sides and of sides unlike each
 * other.
 */
export function withSideColourCosts(cv: Cv, rgba: Mat, choices: readonly BorderChoice[]): BorderChoice[] {
  const worthComparing = (some: readonly BorderChoice[]) => some.filter(({ cost }) => cost < some[0]!.cost + MAX_EXCESS_COST);
  const compared = worthComparing(choices);
  const correlations = correlationCosts(
    cv,
    rgba,
    compared.map(({ solution }) => solution),
  );
  const judged = compared.map((choice, i) => {
    const unlike = unlikeSidesCost(rgba, choice.solution, sidesSeen(choice));
    const colourCost = applied('print-across-rival', correlations[i]!) + applied('unlike-sides', unlike);
    return { ...choice, prior: choice.prior + colourCost, cost: choice.cost + colourCost };
  });
  return worthComparing(judged.sort((a, b) => a.cost - b.cost));
}

/** The SIDES along which a choice has an edge. */
export function sidesSeen({ lines }: BorderChoice): number[] {
  return SIDES.filter((side) => lines.some(({ edges }) => edges[0]?.side === side));
}

/** A border that may be the mat's, and the table solved with it and with the readings of the bases. */
interface Rival {
  readonly choice: BorderChoice;
  readonly bases: readonly BaseMarks[];
  readonly fromCandidates: TableSolution;
}

function solvedWith(choice: BorderChoice, seenFrom: Camera, candidates: readonly Candidate[], lens: TablePrior): Rival {
  const { solution, border } = choice;
  const marks = candidates.map((one) => one.marks);
  const bases = movedBases(solution.camera, seenFrom, marks);
  return { choice, bases, fromCandidates: solveTable(solution, { border, bases }, lens) };
}

/** The table solved with a border and the sides of the first bases, measured in crops cut by its own camera. */
async function solvedWithItsSides(
  engines: Engines,
  rgba: Mat,
  { choice: { border }, bases, fromCandidates }: Rival,
  count: number,
  lens: TablePrior,
  bothWays: boolean,
): Promise<TableSolution> {
  const sided = await withSides(engines, rgba, fromCandidates, bases.slice(0, count), bothWays);
  return solveTable(fromCandidates, { border, bases: sided.map(withSidesOnly) }, lens);
}

function rivalUncertainty([best, ...rivals]: readonly SelectedBorder[]): BorderUncertainty {
  let weights = 1;
  let scale = 0;
  let shift = 0;
  for (const rival of rivals) {
    const weight = Math.exp((best!.cost - rival.cost) / RIVAL_TEMPER);
    const difference = differenceOf(best!.solution, rival.solution);
    if (!difference) continue;
    weights += weight;
    scale += weight * difference.scale ** 2;
    shift += weight * difference.shiftMm ** 2;
  }
  return { scaleSigma: Math.sqrt(scale / weights), shiftSigmaMm: Math.sqrt(shift / weights / 2) };
}

/** Difference of one mat from another: in size (relative), and of its middle, mm. */
interface MatDifference {
  readonly scale: number;
  readonly shiftMm: number;
}

/** The difference of two solutions' mats; undefined when one is out of sight. */
function differenceOf(one: TableSolution, other: TableSolution): MatDifference | undefined {
  const own = squareIn(one, one);
  const its = squareIn(one, other);
  return own && its && { scale: its.radius / own.radius - 1, shiftMm: Math.hypot(its.x - own.x, its.y - own.y) };
}

/** True when the mats of two solutions differ by no more than `limit`. */
function isWithin(limit: MatDifference, one: TableSolution, other: TableSolution): boolean {
  const difference = differenceOf(one, other);
  return difference !== undefined && Math.abs(difference.scale) <= limit.scale && difference.shiftMm <= limit.shiftMm;
}

/** Middle and mean half diagonal of one solution's mat in the table frame of another, mm. */
function squareIn(frame: TableSolution, mat: TableSolution) {
  const corners = matCorners(mat).map((corner) => carriedPoint(mat.camera, frame.camera, corner));
  if (!corners.every((corner) => corner !== undefined)) return undefined;
  const { x, y } = meanPoint(corners);
  return { x, y, radius: corners.reduce((sum, corner) => sum + Math.hypot(corner.x - x, corner.y - y), 0) / 4 };
}

/** Difference below which mats are one. */
const SAME_MAT: MatDifference = { scale: 0.005, shiftMm: 3 };

/** True when two solutions have the mat in the same place and of the same size, within the differences of reading its border again. */
export function isSameMat(one: TableSolution, other: TableSolution): boolean {
  return isWithin(SAME_MAT, one, other);
}
