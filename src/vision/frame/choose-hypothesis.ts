import { contradictedByBasesProblem } from '../mat/border/border-problems.js';
import { isSameMat } from '../mat/border/select-border.js';
import { isVouchedFor, type LocatedMat, type Refused, refused } from '../mat/find/located-mat.js';
import type { MeasuredTable } from './measured-table.js';

/** With fewer bases than this to distinguish rival borders, a border that has rivals is probably another thing's. */
const MIN_BASES_AMONG_RIVALS = 3;
/** With fewer bases elsewhere a mat on which none was found stays empty. */
const MIN_BASES_OF_EMPTY = 2;
/** A border has rivals when other edges leave its scale open by more than this (relative standard deviation). */
const RIVALLED_SCALE_SIGMA = 0.003;

/**
 * Measures the table on one hypothesis where the mat is after the other, and chooses one. The first is chosen at once unless it looks misplaced or has no base; then
 * the best of the others that shows more than the first, the search ending at one without rivals; where none does, the first stays, unless it has few
 * bases and the others contradict it.
 */
export async function chooseHypothesis<Mat extends LocatedMat>(
  hypotheses: AsyncIterable<Mat | Refused>,
  measure: (mat: Mat) => Promise<MeasuredTable>,
): Promise<MeasuredTable> {
  let first: MeasuredTable | undefined;
  let best: MeasuredTable | undefined;
  let isContradicted = false;
  for await (const hypothesis of hypotheses) {
    if (first && hypothesis.ok && isWorthless(hypothesis, first)) continue;
    const table = hypothesis.ok ? await measure(hypothesis) : { result: hypothesis };
    if (!first) {
      first = table;
      if (!(isMisplaced(first) || isEmpty(first)) || (hypothesis.ok && isVouchedFor(hypothesis.source))) return first;
      continue;
    }
    // As many bases measured by themselves say nothing of where a border is.
    if (!isBetter(table, first)) isContradicted ||= !(hypothesis.ok && hypothesis.source === 'bases');
    else if (!best || isClearer(table, best)) best = table;
    if (best && !hasRivals(best)) return best;
  }
  if (best) return best;
  if (!first) throw new Error('Got no hypothesis where the mat is; expected one at least, or why there is none.');
  return first.result.ok && isMisplaced(first) && isContradicted && !first.stages?.isInconsistent
    ? { result: refused(contradictedByBasesProblem()) }
    : first;
}

/** True for a hypothesis that cannot show more than an inconsistent first one: the same mat when it had no rivals, and no mat at all. */
function isWorthless({ source, coarse }: LocatedMat, first: MeasuredTable): boolean {
  if (!first.stages?.isInconsistent) return false;
  return source === 'bases' || (!hasRivals(first) && isSameMat(first.stages.solution, coarse));
}

/** True when the mat should be searched for elsewhere. */
function isMisplaced(table: MeasuredTable): boolean {
  const { result, stages } = table;
  if (!result.ok) return result.problem.code === 'mat-border-unsure' || result.problem.code === 'mat-not-found';
  return stages !== undefined && (stages.isInconsistent || (baseCount(table) < MIN_BASES_AMONG_RIVALS && hasRivals(table)));
}

/** True when a mat is found and no base on it: the mat may be another thing, or empty. */
function isEmpty(table: MeasuredTable): boolean {
  return table.result.ok && baseCount(table) === 0;
}

/** True when another mat explains more: more bases, or about as many consistently. Contrast alone does not outweigh edges that were seen, nor a single base a mat without any. */
function isBetter(other: MeasuredTable, first: MeasuredTable): boolean {
  if (!other.result.ok) return false;
  if (isEmpty(first) && !isMisplaced(first)) return baseCount(other) >= MIN_BASES_OF_EMPTY;
  if (!first.stages?.isInconsistent) return baseCount(other) > baseCount(first);
  return isByConsistentEdges(other) && baseCount(other) >= baseCount(first) - 1;
}

/** True when another mat, found by its edges, shows as many bases with less uncertainty which edges are its border. */
function isClearer(other: MeasuredTable, best: MeasuredTable): boolean {
  return isByConsistentEdges(other) && baseCount(other) >= baseCount(best) && scaleSigma(other) < scaleSigma(best);
}

function isByConsistentEdges({ result, stages }: MeasuredTable): boolean {
  return result.ok && !result.measurement.caution && !stages?.isInconsistent && !stages?.byContrast;
}

function hasRivals(table: MeasuredTable): boolean {
  return scaleSigma(table) > RIVALLED_SCALE_SIGMA;
}

function scaleSigma({ stages }: MeasuredTable): number {
  return stages?.uncertainty.scaleSigma ?? 0;
}

function baseCount({ result }: MeasuredTable): number {
  return result.ok ? result.measurement.bases.length : 0;
}
