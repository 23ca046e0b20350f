import { PLASTIC_SIGMA } from '../../pieces/priors.js';
import type { MeasureHints, Problem, TableMeasurement } from '../../table/measurement.js';
import { looksCropped } from '../lens/cropped-picture.js';
import { findBoard } from '../lens/find-board.js';
import { type FrameContext, withCrop, withDoubtedMat, withFrameContext, withoutLensHint, withoutMat } from '../lens/frame-context.js';
import { otherLensProblem, withLensHint } from '../lens/lens-hint.js';
import { matHypotheses } from '../mat/by-bases/mat-hypotheses.js';
import { markedMat } from '../mat/find/marked-mat.js';
import { type EarlierRegistration, type MatLocation, refused } from '../mat/find/mat-location.js';
import type { Engines } from '../runtime/engines.js';
import type { Frame } from '../runtime/frame.js';
import { solveTable } from '../solve/joint-solution.js';
import type { MatPrior } from '../solve/observations.js';
import { plasticOf } from '../solve/shared-parameters.js';
import { doubtOfMarkedMat, doubtOfToldSize, isUnusualSize, type ToldDoubt, UNKNOWN_SIZE_SIGMA_MM } from '../solve/sold-size.js';
import { checkConsistency } from './check-consistency.js';
import { chooseHypothesis } from './choose-hypothesis.js';
import { describeMeasurement } from './describe-measurement.js';
import { measureBases } from './measure-bases.js';
import { measureKnownMat } from './measure-known-mat.js';
import { measureObstacles } from './measure-obstacles.js';
import { measureWithSetup } from './measure-with-setup.js';
import type { MeasuredTable } from './measured-table.js';
import { pictureProblem } from './picture-problem.js';
import { resolveBorder } from './resolve-border.js';
import { asUnsureAsBases, solveWithSides } from './solve-with-sides.js';

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
export async function measureOnMat(context: FrameContext, hypothesis: MatLocation): Promise<MeasuredTable> {
  const border = await resolveBorder(context, hypothesis);
  if (!border.ok) return { result: border };
  const bases = await measureBases(context, border);
  if (!bases.ok) return { result: bases };
  const solved = await solveWithSides(context, border, bases);
  const check = await checkConsistency(context, border.mat, solved);
  if (check.problem) return { result: refused(check.problem) };
  const { isAlone, baseCost } = check;
  const claimed = isAlone && baseCost !== undefined ? asUnsureAsBases(context.lens, solved, baseCost) : solved;
  return describeMeasurement(context, border, claimed, check);
}

/** The problem with a lens hint that the table, measured without it, contradicts; undefined when they agree, or the table shows too little. */
function lensHintProblem({ lens }: FrameContext, { stages }: MeasuredTable): Problem | undefined {
  return stages && otherLensProblem(stages.solution, solveTable(stages.solution, stages.observations, lens), lens);
}

/** Plastic that is read this far from its nominal size, relative, makes the given size of the mat doubtful. */
const SUSPICIOUS = 0.8 * PLASTIC_SIGMA;

/** Whether a table that was measured with a given size of its mat has to be measured without it as well; what was learned of a table holds the size already. */
function isToldSizeSuspicious({ hints, lens }: FrameContext, { result, stages }: MeasuredTable): boolean {
  if (!lens.mat || lens.learned || hints.mat?.doubt || !result.ok || !stages) return false;
  // Of few bases the readings follow a wrong size nearly all the way.
  return isUnusualSize(lens.mat) || Math.abs(plasticOf(stages.solution.shared).scale) > SUSPICIOUS;
}

/** The doubt about the given size of a mat, by a measurement that knew nothing of it; undefined where it is believed, and where nothing was measured. */
function doubtOfMat({ lens }: Pick<FrameContext, 'lens'>, { result, stages }: MeasuredTable): ToldDoubt | undefined {
  const { mat } = lens;
  if (!mat || !result.ok || !stages || result.measurement.isEdgeUnknown) return undefined;
  const solveAs = (prior: MatPrior) => solveTable(stages.solution, stages.observations, { ...lens, mat: prior });
  return doubtOfToldSize(solveAs(mat), mat.sigmaMm, solveAs);
}

/** Whether bases on a mat that a person marked are read so much beside their size that it has to be measured as one of any size as well; what was learned of a table holds the size already. */
function areMarksSuspicious({ hints, frame, lens }: FrameContext, { result, stages }: MeasuredTable): boolean {
  if (lens.learned || hints.mat?.doubt || !result.ok || !stages || !markedMat(hints, frame.widthPx, frame.heightPx)) return false;
  return Math.abs(plasticOf(stages.solution.shared).scale) > SUSPICIOUS;
}

/** The same frame as if what was marked in it were of any size. */
function asOfAnySize(context: FrameContext): FrameContext {
  return withDoubtedMat(context, { probability: 1, sigmaMm: UNKNOWN_SIZE_SIGMA_MM });
}

/** The doubt that what a person marked is the mat, by a measurement as of any size (`asOfAnySize`); undefined where it is believed, and where nothing was measured. */
function doubtOfMarks({ lens }: Pick<FrameContext, 'lens'>, { result, stages }: MeasuredTable): ToldDoubt | undefined {
  if (!result.ok || !stages) return undefined;
  return doubtOfMarkedMat(lens.mat, (mat) => solveTable(stages.solution, stages.observations, { ...lens, mat }));
}
