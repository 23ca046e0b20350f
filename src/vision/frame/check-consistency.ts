import type { MeasureHints, Problem } from '../../table/measurement.js';
import { ACCEPTED_PROBABILITY, baseProbability, solvedFeatures } from '../bases/base-classifier.js';
import type { ConfirmedCandidate } from '../bases/candidate.js';
import { countBesideEachOther, type FrameContext } from '../lens/frame-context.js';
import { otherLensProblem, solvedWithoutLens } from '../lens/lens-hint.js';
import { boardProblem } from '../lens/place-board.js';
import {
  baseProblem,
  fisheyeProblem,
  inconsistencyProblem,
  lensProblem,
  misreadSizesProblem,
  placeProblem,
  scaleProblem,
  sizeProblem,
  sizesProblem,
} from '../mat/border/border-problems.js';
import { isScaleDetermined } from '../mat/by-bases/register-by-bases.js';
import { isVouchedFor, type MatLocation, type MatSource } from '../mat/find/mat-location.js';
import { borderInconsistency, type ConsistencyCheck, MANY_BASES, meanBaseCost } from '../solve/border-consistency.js';
import type { TableSolution } from '../solve/joint-solution.js';
import { sizesBelieved } from '../solve/size-rivals.js';
import type { SolvedTable } from './solve-with-sides.js';

/** Consistency of border, bases, board and lens, and the problem where they contradict each other. */
export interface CheckedTable extends ConsistencyCheck {
  readonly problem?: Problem | undefined;
}

/** Solves the border and the bases apart and together, compares, and looks for what contradicts the solution as a whole. */
export async function checkConsistency(context: FrameContext, mat: MatLocation, solved: SolvedTable): Promise<CheckedTable> {
  const check = await context.timed('solve', () => consistencyOf(context, mat, solved));
  return { ...check, problem: contradiction(context, mat, solved, check) };
}

function consistencyOf(
  { lens }: FrameContext,
  { source }: MatLocation,
  { solution, observations: { border, bases } }: SolvedTable,
): ConsistencyCheck {
  if (source === 'bases') return { baseCost: meanBaseCost(solution, bases, lens), isAlone: true };
  if (isVouchedFor(source)) return bases.length < MANY_BASES ? {} : { baseCost: meanBaseCost(solution, bases, lens) };
  // As of a mat of 3 ft where nobody knows it: a line printed within the border looks like that of a short mat.
  const inconsistency = borderInconsistency(solution, border, bases, lens);
  return { inconsistency, baseCost: inconsistency?.baseCost, areFew: bases.length < MANY_BASES };
}

/** The first of the problems with a solution, gravest first. */
function contradiction(
  context: FrameContext,
  { board, source }: MatLocation,
  { solution, candidates, observations, known }: SolvedTable,
  { inconsistency, baseCost, isAlone }: ConsistencyCheck,
): Problem | undefined {
  const { hints, lens } = context;
  return (
    (hints.lens && otherLensProblem(solvedWithoutLens(solution, observations, lens), solution, lens)) ??
    lensProblem(solution, lens, source === 'taps') ??
    fisheyeProblem(solution, source === 'taps') ??
    // Of a mat for whose place somebody vouches, and of a table that is known, bases that agree little widen what is claimed.
    (isVouchedFor(source) || lens.learned ? undefined : baseProblem(solution)) ??
    boardProblem(solution, board) ??
    (source === 'bases' || board.board || areMarksDoubted(hints, source) ? undefined : sizeProblem(solution, lens)) ??
    (inconsistency && !lens.learned ? inconsistencyProblem(inconsistency) : undefined) ??
    (isVouchedFor(source) || source === 'bases' || lens.learned ? undefined : misreadSizesProblem(sizesBelieved(observations.bases))) ??
    (known.scale || lens.learned || isScaleDetermined(accepted(solution, candidates)) ? undefined : scaleProblem()) ??
    (known.place || countBesideEachOther(context) ? undefined : placeProblem()) ??
    (isAlone && baseCost !== undefined ? sizesProblem(baseCost) : undefined)
  );
}

/** Whether what a person marked may be another thing than the mat, so that its size is not the mat's. */
function areMarksDoubted({ mat }: MeasureHints, source: MatSource): boolean {
  return source === 'taps' && mat?.doubt !== undefined;
}

function accepted(solution: TableSolution, candidates: readonly ConfirmedCandidate[]): ConfirmedCandidate[] {
  return candidates.filter((one, i) => baseProbability(one, solvedFeatures(solution, i)) >= ACCEPTED_PROBABILITY);
}
