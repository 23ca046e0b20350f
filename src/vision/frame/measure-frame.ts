import type { MeasureHints, Problem, TableMeasurement } from '../../table/measurement.js';
import { looksCropped } from '../lens/cropped-picture.js';
import { findBoard } from '../lens/find-board.js';
import { type FrameContext, withCrop, withDoubtedMat, withFrameContext, withoutLensHint, withoutMat } from '../lens/frame-context.js';
import { otherLensProblem, withLensHint } from '../lens/lens-hint.js';
import { matHypotheses } from '../mat/by-bases/mat-hypotheses.js';
import { type EarlierRegistration, type LocatedMat, refused } from '../mat/find/located-mat.js';
import type { Engines } from '../runtime/engines.js';
import type { Frame } from '../runtime/frame.js';
import { solveTable } from '../solve/joint-solution.js';
import { checkConsistency } from './check-consistency.js';
import { chooseHypothesis } from './choose-hypothesis.js';
import { describeTable } from './describe-table.js';
import { measureBases } from './measure-bases.js';
import { measureKnownMat } from './measure-known-mat.js';
import { measureObstacles } from './measure-obstacles.js';
import { measureWithSetup } from './measure-with-setup.js';
import type { MeasuredTable } from './measured-table.js';
import { pictureProblem } from './picture-problem.js';
import { resolveBorder } from './resolve-border.js';
import { asUnsureAsBases, solveWithSides } from './solve-with-sides.js';
import { areMarksSuspicious, asOfAnySize, doubtOfMarks, doubtOfMat, isToldSizeSuspicious } from './told-mat.js';

/** Measures a single picture, in mm. Throws when its pixels do not fill the stated size, or an engine breaks. */
export function measureFrame(engines: Engines, picture: Frame, hints: MeasureHints): Promise<MeasuredTable> {
  return withFrameContext(engines, picture, hints, (context) => measureContext(context));
}

/**
 * Measures the frame of a context. `earlier`: the registration of an earlier frame of this camera, used as long as the border is still where it has
 * it. `isExhaustive`: where the border misleads, the bases are searched for under all usual views, which takes some seconds. `onPlaced` is called with
 * the bases as soon as they are placed, before obstacles are looked for; again where the table is measured again in another way.
 */
export async function measureContext(
  context: FrameContext,
  earlier?: EarlierRegistration,
  isExhaustive = true,
  onPlaced?: (placed: TableMeasurement) => void,
): Promise<MeasuredTable> {
  const problem = pictureProblem(context);
  if (problem) return { result: refused(problem) };
  const { engines, rgba, hints } = context;
  const boardView = hints.board ? findBoard(engines.cv, rgba, hints.board) : [];
  const measureBare = (from: FrameContext, before: EarlierRegistration | undefined): Promise<MeasuredTable> => {
    const hypotheses = matHypotheses(from, boardView, before, isExhaustive);
    return chooseHypothesis(hypotheses, (mat) => measureOnMat(from, mat));
  };
  const measure = async (from: FrameContext, before: EarlierRegistration | undefined): Promise<MeasuredTable> => {
    const placed = await measureBare(from, before);
    if (placed.result.ok) onPlaced?.(placed.result.measurement);
    return { ...(await measureObstacles(from, placed)), boardView };
  };
  const measureAsMarked = async (from: FrameContext, before: EarlierRegistration | undefined): Promise<MeasuredTable> => {
    const marked = await measure(from, before);
    if (!areMarksSuspicious(from, marked)) return marked;
    // The readings of the bases follow the size that the marks are thought to have.
    const doubt = doubtOfMarks(from, await measureBare(asOfAnySize(from), undefined));
    return doubt ? measure(withDoubtedMat(from, doubt), undefined) : marked;
  };
  const measureAsTold = async (from: FrameContext, before?: EarlierRegistration): Promise<MeasuredTable> => {
    const told = await measureKnownMat(from, measureAsMarked, before);
    if (told.stages && looksCropped(from, told.stages)) return measureAsTold(withCrop(from));
    if (before || !isToldSizeSuspicious(from, told)) return told;
    // The readings of the bases follow the given size of the mat.
    const doubt = doubtOfMat(from, await measureBare(withoutMat(from), undefined));
    return doubt ? measureKnownMat(withDoubtedMat(from, doubt), measureAsMarked) : told;
  };
  if (hints.setup?.camera && !hints.lens) return measureWithSetup(asBefore(context, earlier), measureAsMarked, earlier);
  if (earlier || !hints.lens) return measureAsTold(asBefore(context, earlier), earlier);
  // A lens hint biases what is measured towards itself, so the table is first measured without it; of that pass no obstacles are taken.
  const unhinted = await measureBare(withoutLensHint(context), undefined);
  const otherLens = lensHintProblem(context, unhinted);
  if (otherLens) return { ...unhinted, result: refused(otherLens), boardView };
  const hinted = await measureKnownMat(context, measureAsMarked, unhinted.stages);
  return { ...hinted, result: withLensHint(hinted.result) };
}

/** The context with the doubt that an earlier frame has left about the size of the mat, or of what was marked; what was learned of a table holds it already. */
function asBefore(context: FrameContext, earlier: EarlierRegistration | undefined): FrameContext {
  const { sizeDoubt: probability = 0, solution } = earlier ?? {};
  return probability > 0 && solution && !context.lens.learned
    ? withDoubtedMat(context, { probability, sigmaMm: solution.matPrior.sigmaMm })
    : context;
}

/** The way of a frame: measures the table on one hypothesis where the mat is. */
export async function measureOnMat(context: FrameContext, hypothesis: LocatedMat): Promise<MeasuredTable> {
  const border = await resolveBorder(context, hypothesis);
  if (!border.ok) return { result: border };
  const bases = await measureBases(context, border);
  if (!bases.ok) return { result: bases };
  const solved = await solveWithSides(context, border, bases);
  const check = await checkConsistency(context, border.mat, solved);
  if (check.problem) return { result: refused(check.problem) };
  const { isAlone, baseCost } = check;
  const claimed = isAlone && baseCost !== undefined ? asUnsureAsBases(context.lens, solved, baseCost) : solved;
  return describeTable(context, border, claimed, check);
}

/** The problem with a lens hint that the table, measured without it, contradicts; undefined when they agree, or the table shows too little. */
function lensHintProblem({ lens }: FrameContext, { stages }: MeasuredTable): Problem | undefined {
  return stages && otherLensProblem(stages.solution, solveTable(stages.solution, stages.observations, lens), lens);
}
