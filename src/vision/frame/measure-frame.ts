import type { MeasureHints, Problem } from '../../table/measurement.js';
import { findBoard } from '../lens/find-board.js';
import { type FrameContext, withFrameContext, withoutLensHint, withSetup } from '../lens/frame-context.js';
import { otherLensProblem, withLensHint } from '../lens/lens-hint.js';
import { otherMatProblem, otherSetupProblem } from '../lens/setup-contradiction.js';
import { type EarlierRegistration, type LocatedMat, refused } from '../mat/located-mat.js';
import { matHypotheses } from '../mat/mat-hypotheses.js';
import type { Engines } from '../runtime/engines.js';
import type { Frame } from '../runtime/frame.js';
import { meanBaseCost } from '../solve/border-consistency.js';
import { CERTAIN_BORDER } from '../solve/border-uncertainty.js';
import { solveTable } from '../solve/joint-solution.js';
import { lensOf, matOfEstimate } from '../solve/shared-parameters.js';
import { checkConsistency } from './check-consistency.js';
import { chooseHypothesis } from './choose-hypothesis.js';
import { describeTable } from './describe-table.js';
import { measureBases } from './measure-bases.js';
import { measureObstacles } from './measure-obstacles.js';
import type { MeasuredTable } from './measured-table.js';
import { pictureProblem } from './picture-problem.js';
import { settleBorder } from './settle-border.js';
import { setupAfter } from './setup-after.js';
import { solveWithSides } from './solve-with-sides.js';

/** Measures a single picture, in mm. Throws when its pixels do not fill the stated size, or an engine breaks. */
export function measureFrame(engines: Engines, picture: Frame, hints: MeasureHints): Promise<MeasuredTable> {
  return withFrameContext(engines, picture, hints, (context) => measureContext(context));
}

/**
 * Measures the frame of a context. `earlier`: the registration of an earlier frame of this camera, used as long as the border is still where it has
 * it. `isPatient`: where the border misleads, the bases are searched for under all usual views, which takes some seconds.
 */
export async function measureContext(context: FrameContext, earlier?: EarlierRegistration, isPatient = true): Promise<MeasuredTable> {
  const problem = pictureProblem(context);
  if (problem) return { result: refused(problem) };
  const { engines, rgba, hints } = context;
  const boardView = hints.board ? findBoard(engines.cv, rgba, hints.board) : [];
  const measureBare = (from: FrameContext, before: EarlierRegistration | undefined): Promise<MeasuredTable> => {
    const hypotheses = matHypotheses(from, boardView, before, isPatient);
    return chooseHypothesis(hypotheses, (mat) => measureOnMat(from, mat));
  };
  const measure = async (from: FrameContext, before: EarlierRegistration | undefined): Promise<MeasuredTable> => {
    return { ...(await measureObstacles(from, await measureBare(from, before))), boardView };
  };
  if (earlier || !(hints.lens || hints.setup?.camera)) return withLearned(context, await measure(context, earlier));
  if (!hints.lens) return measureWithSetup(context, measure);
  // A lens hint biases what is measured towards itself, so the table is first measured without it; of that pass no obstacles are taken.
  const unhinted = await measureBare(withoutLensHint(context), undefined);
  const otherLens = lensHintProblem(context, unhinted);
  if (otherLens) return { ...unhinted, result: refused(otherLens), boardView };
  const hinted = withLearned(context, await measure(context, unhinted.stages));
  return { ...hinted, result: withLensHint(hinted.result) };
}

type Measure = (context: FrameContext, earlier: EarlierRegistration | undefined) => Promise<MeasuredTable>;

/** Measures against a setup, looking first where the camera stood; a setup that the picture contradicts is said, and the table measured without it. */
async function measureWithSetup(context: FrameContext, measure: Measure): Promise<MeasuredTable> {
  const known = await measure(context, registrationOfSetup(context));
  const { stages, result } = known;
  const unexplained = stages ? meanBaseCost(stages.solution, stages.observations.bases, context.lens) : 0;
  const problem = stages && otherSetupProblem(context.hints, stages.solution, stages.observations, unexplained);
  if (result.ok && !problem) return withLearned(context, known);
  const strange = withSetup(context, undefined);
  const alone = withLearned(strange, await measure(strange, undefined));
  if (!alone.result.ok) return alone;
  const caution = problem ?? setupFindsNothing(result.ok ? undefined : result.problem);
  return { ...alone, result: { ...alone.result, measurement: { ...alone.result.measurement, caution } } };
}

function setupFindsNothing(found: Problem | undefined): Problem {
  return {
    code: 'setup-of-another-table',
    message: `With the setup that was kept no table is found in this picture${found ? ` (${found.message})` : ''}; it was measured without it.`,
    hint: 'If another camera, zoom or mat is used, set the table up anew.',
  };
}

/** Adds what was learned, and says where bases and border contradict the size that was told of the mat. */
function withLearned({ hints, lens }: FrameContext, measured: MeasuredTable): MeasuredTable {
  const { result, stages } = measured;
  if (!result.ok || !stages) return measured;
  const setup = setupAfter(hints, result.measurement, stages);
  const otherMat = result.measurement.caution ? undefined : otherMatProblem(lens, stages.solution, stages.observations);
  const measurement = otherMat ? { ...result.measurement, caution: otherMat } : result.measurement;
  return { ...measured, result: { ...result, measurement, ...(setup && !otherMat && { setup }) } };
}

/** Where the camera stood when the setup was last learned; undefined where the setup is another camera's, or does not say. */
function registrationOfSetup({ hints: { setup, corners }, frame, lens }: FrameContext): EarlierRegistration | undefined {
  const { widthPx, heightPx } = frame;
  const pose = setup?.camera?.pose;
  if (!pose || corners || !lens.learned) return undefined;
  const { fx, fy, cx, cy, distortion } = lensOf(lens.learned, widthPx, heightPx);
  const camera = { widthPx, heightPx, fx, fy, cx, cy, distortion, ...pose };
  const mat = matOfEstimate(lens.learned);
  const start = { camera, widthMm: mat.widthMm, depthMm: mat.depthMm };
  return { solution: solveTable(start, { border: [], bases: [] }, lens), uncertainty: CERTAIN_BORDER, byContrast: false };
}

/** The way of a frame: measures the table on one hypothesis where the mat is. */
export async function measureOnMat(context: FrameContext, hypothesis: LocatedMat): Promise<MeasuredTable> {
  const border = await settleBorder(context, hypothesis);
  if (!border.ok) return { result: border };
  const bases = await measureBases(context, border);
  if (!bases.ok) return { result: bases };
  const solved = await solveWithSides(context, border, bases);
  const check = await checkConsistency(context, border.mat, solved);
  if (check.problem) return { result: refused(check.problem) };
  return describeTable(context, border, solved, check);
}

/** The problem with a lens hint that the table, measured without it, contradicts; undefined when they agree, or the table shows too little. */
function lensHintProblem({ lens }: FrameContext, { stages }: MeasuredTable): Problem | undefined {
  return stages && otherLensProblem(stages.solution, solveTable(stages.solution, stages.observations, lens), lens);
}
