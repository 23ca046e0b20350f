import { contradictedByBasesProblem } from '../mat/border/border-problems.js';
import { isSameMat } from '../mat/border/select-border.js';
import { isVouchedFor, type MatLocation, type Refused, refused } from '../mat/find/mat-location.js';
import type { MeasuredTable } from './measured-table.js';
import { isUnsurePlace } from './table-measurement.js';

/** Number of bases below which a border that has rivals is probably another thing's: they cannot distinguish it from rivals. */
const MIN_BASES_AMONG_RIVALS = 3;
/** Number of bases elsewhere below which a mat on which none was found stays empty. */
const MIN_BASES_OF_EMPTY = 2;
/**
 * Number of bases below which those found on a later plane may be other things; alone, whatever they stand on, two of known sizes are not.
 */
const MIN_BASES_ON_PLANE = { onMat: 3, alone: 2 };
/** Number of bases on a later plane that cannot be other things, whatever their sizes. */
const MANY_BASES = 8;
/** Relative standard deviation of the scale above which a border has rivals: other edges leave its scale open. */
const RIVALLED_SCALE_SIGMA = 0.003;

/**
 * Measures the table on one hypothesis for the mat's place after another, and chooses one. The first is chosen at once unless it looks
 * misplaced or has no base; then the best of the others that shows more than the first, the search ending at one without rivals and without
 * bases in uncertain places; where none shows more, the first stays, unless it has few bases and the others contradict it. Once a plane of
 * bases alone was measured the search goes on only for what would be refused or of open scale, and less counts (`countsOnLaterPlane`).
 */
export async function chooseHypothesis<Mat extends MatLocation>(
  hypotheses: AsyncIterable<Mat | Refused>,
  measure: (mat: Mat) => Promise<MeasuredTable>,
): Promise<MeasuredTable> {
  let first: MeasuredTable | undefined;
  let best: MeasuredTable | undefined;
  let isContradicted = false;
  let isPlaneMeasured = false;
  for await (const hypothesis of hypotheses) {
    const isAlone = hypothesis.ok && hypothesis.source === 'bases';
    if (first && hypothesis.ok && isWorthless(hypothesis, first)) {
      if (isAlone) return best ?? first;
      continue;
    }
    const table = hypothesis.ok ? await measure(hypothesis) : { result: hypothesis };
    if (!first) {
      first = table;
      if (!(isMisplaced(first) || isEmpty(first)) || (hypothesis.ok && isVouchedFor(hypothesis.source))) return first;
      continue;
    }
    if (isPlaneMeasured && !countsOnLaterPlane(table, isAlone, best)) continue;
    // The same number of bases measured alone does not show where a border is.
    if (!isBetter(table, first)) isContradicted ||= !isAlone && !isPlaneMeasured;
    else if (!best || isClearer(table, best)) best = table;
    isPlaneMeasured ||= isAlone;
    if (best && isSettled(best)) return best;
    if (isPlaneMeasured && !best && chosen(first, isContradicted).result.ok) return first;
  }
  if (!first) throw new Error('Got no hypothesis where the mat is; expected one at least, or why there is none.');
  return best ?? chosen(first, isContradicted);
}

/**
 * Whether a later plane shows bases of a known scale, at least three (two if they are measured alone) or as many as before: with enough
 * planes proposed, one is found in the end on which anything looks like bases. Where nothing else is measured many count even if their
 * scale is open.
 */
function countsOnLaterPlane(table: MeasuredTable, isAlone: boolean, best: MeasuredTable | undefined): boolean {
  if (isScaleOpen(table)) return best === undefined && baseCount(table) >= MANY_BASES;
  const least = isAlone ? MIN_BASES_ON_PLANE.alone : MIN_BASES_ON_PLANE.onMat;
  return baseCount(table) >= Math.min(least, best ? baseCount(best) : least);
}

/** The result of the first hypothesis where no other shows more. */
function chosen(first: MeasuredTable, isContradicted: boolean): MeasuredTable {
  return first.result.ok && hasFewAmongRivals(first) && isContradicted && !first.stages?.isInconsistent
    ? { result: refused(contradictedByBasesProblem()) }
    : first;
}

/** True for a hypothesis that cannot show more than a first one that its bases contradict: the same mat when it had no rivals, and no mat at all. */
function isWorthless({ source, coarse }: MatLocation, first: MeasuredTable): boolean {
  if (!first.stages?.isSuspected) return false;
  return source === 'bases' || (!hasRivals(first) && isSameMat(first.stages.solution, coarse));
}

/** True when the mat should be searched for elsewhere. */
function isMisplaced(table: MeasuredTable): boolean {
  const { result, stages } = table;
  if (!result.ok) return result.problem.code === 'mat-border-unsure' || result.problem.code === 'mat-not-found';
  return stages !== undefined && (stages.isSuspected || hasFewAmongRivals(table));
}

function hasFewAmongRivals(table: MeasuredTable): boolean {
  return baseCount(table) < MIN_BASES_AMONG_RIVALS && hasRivals(table);
}

/** True when a mat is found and no base on it: the mat may be another thing, or empty. */
function isEmpty(table: MeasuredTable): boolean {
  return table.result.ok && baseCount(table) === 0;
}

/**
 * True when another mat explains more: more bases, or about as many consistently. Contrast alone does not outweigh edges that were seen,
 * and a single base does not outweigh a mat without any.
 */
function isBetter(other: MeasuredTable, first: MeasuredTable): boolean {
  if (!other.result.ok) return false;
  if (isEmpty(first) && !isMisplaced(first)) return baseCount(other) >= MIN_BASES_OF_EMPTY;
  const least = first.stages?.isInconsistent ? baseCount(first) - 1 : baseCount(first) + 1;
  return baseCount(other) >= least && (!first.stages?.isSuspected || isByConsistentEdges(other));
}

/**
 * True when another mat, found by its edges, shows as many bases with less uncertainty about which edges are its border, or more where the
 * best leaves some in uncertain places; and when it has a known scale and the best does not.
 */
function isClearer(other: MeasuredTable, best: MeasuredTable): boolean {
  if (isScaleOpen(best) && !isScaleOpen(other) && isEdgeUnknown(other)) return true;
  if (!isByConsistentEdges(other)) return false;
  if (leavesUnsure(best) && baseCount(other) > baseCount(best)) return true;
  return baseCount(other) >= baseCount(best) && scaleSigma(other) < scaleSigma(best);
}

/** True when no further hypothesis is needed. */
function isSettled(best: MeasuredTable): boolean {
  return !hasRivals(best) && !isScaleOpen(best) && !leavesUnsure(best);
}

/** True when bases were recognised whose place the mat leaves uncertain: it may be another one. */
function leavesUnsure({ result }: MeasuredTable): boolean {
  return result.ok && result.measurement.unmeasurable.some(isUnsurePlace);
}

function isByConsistentEdges({ result, stages }: MeasuredTable): boolean {
  return result.ok && !result.measurement.caution && !stages?.isInconsistent && !stages?.byContrast;
}

function isEdgeUnknown({ result }: MeasuredTable): boolean {
  return result.ok && result.measurement.isEdgeUnknown === true;
}

/** True when the bases may all be of other sizes, the table larger or smaller in proportion. */
function isScaleOpen({ result }: MeasuredTable): boolean {
  return result.ok && result.measurement.isScaleUnknown === true;
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
