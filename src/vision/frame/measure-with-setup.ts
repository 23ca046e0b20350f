import { middleOf } from '../../geometry/camera.js';
import { isShapeOf, withWholeSigma } from '../../table/known-lens.js';
import type { Problem } from '../../table/measurement.js';
import type { SetupCamera } from '../../table/setup/setup.js';
import { phrase } from '../../texts/phrase.js';
import { type FrameContext, withLens, withSetup } from '../lens/frame-context.js';
import { otherLengthProblem, otherMatProblem, otherSetupProblem } from '../lens/setup-contradiction.js';
import type { EarlierRegistration } from '../mat/find/mat-location.js';
import { registerByTaps } from '../mat/find/register.js';
import { CERTAIN_BORDER } from '../solve/border-uncertainty.js';
import { solveTable, type TableSolution } from '../solve/joint-solution.js';
import type { TablePrior } from '../solve/observations.js';
import { lensOf, matOfEstimate } from '../solve/shared-parameters.js';
import type { MeasuredTable } from './measured-table.js';
import { setupAfter } from './setup-after.js';

/** Measures the frame of a context, looking first where an earlier one had the mat. */
export type Measure = (context: FrameContext, earlier: EarlierRegistration | undefined) => Promise<MeasuredTable>;

/**
 * Measures against a setup, looking first where the camera stood, in the frame before (`earlier`) or when the setup was made; where the picture
 * contradicts the setup the table is measured without it, and its caution names the contradiction. Where bases contradict the border with the
 * setup, what is seen without it decides. As long as the border is where an earlier frame had it, lens and mat are the same.
 */
export async function measureWithSetup(context: FrameContext, measure: Measure, earlier?: EarlierRegistration): Promise<MeasuredTable> {
  const isKnownOver = earlier !== undefined && isOtherWayUp(earlier.solution, context);
  const looked = await measure(isKnownOver ? withOpenCentre(context) : context, earlier ?? registrationOfSetup(context));
  const isOver = !isKnownOver && looked.stages !== undefined && isOtherWayUp(looked.stages.solution, context);
  const known = isOver ? await measure(withOpenCentre(context), undefined) : looked;
  const { stages, result } = known;
  const isPlaced = result.ok && !result.measurement.caution;
  if (earlier && (!isPlaced || isFollowed(known, earlier))) return withLearned(context, known);
  const problemSeen = stages && otherSetupProblem(context.hints, stages.solution, stages.observations);
  const asKnown = () => withOtherShape(context, withLearned(context, known));
  // At first sight only: what a second measurement decides stays so from look to look.
  if (isPlaced && !problemSeen && (earlier || !stages?.isInconsistent)) return asKnown();
  const strange = withSetup(context, undefined);
  const alone = withLearned(strange, await measure(strange, undefined));
  if (!alone.result.ok) return result.ok && !problemSeen ? asKnown() : alone;
  // Bases that no border holds are read in favour of the lens through which they are looked for: those read without it say more of it.
  const isBasesAlone = result.ok && result.measurement.isEdgeUnknown && alone.result.measurement.isEdgeUnknown;
  const problem = problemSeen ?? (isBasesAlone ? problemWith(context, alone) : undefined);
  // A mat that is found only without the setup was set up wrongly, or is another; one that is not found either way is out of view.
  if (result.ok && !problem && (alone.result.measurement.caution || alone.stages?.isInconsistent)) return asKnown();
  const caution = problem ?? (isPlaced ? problemWith(context, alone) : setupFindsNothing(result.ok ? undefined : result.problem));
  if (!caution) return asKnown();
  return { ...alone, result: { ...alone.result, measurement: { ...alone.result.measurement, caution } } };
}

/** Minimum slope, as a cosine, by which the picture's vertical must lead away from the mat to show which way up the picture is. */
const CLEARLY_UP = 0.2;

/** Whether the picture is the other way up than those that its setup was made with. */
function isOtherWayUp({ camera }: TableSolution, { hints: { setup, lens } }: FrameContext): boolean {
  const [now, then] = [camera.r[5], setup?.camera?.pose?.r[5]];
  if (then === undefined || lens) return false;
  return now * then < 0 && Math.min(Math.abs(now), Math.abs(then)) > CLEARLY_UP;
}

/**
 * The context with a principal point as far from the picture's middle as the setup's is, on either side: the picture does not show whether
 * the camera was turned or only its picture.
 */
function withOpenCentre(context: FrameContext): FrameContext {
  const lens = context.hints.setup!.camera!.lens;
  const { cx, cy } = middleOf(lens);
  const sigma = withWholeSigma({ ...lens, distortion: [...lens.distortion] }).sigma!;
  const centrePx = Math.hypot(sigma.centrePx, lens.cx - cx, lens.cy - cy);
  return withLens(context, { ...lens, cx, cy, sigma: { ...sigma, centrePx } });
}

/** Whether the border is where the earlier frame had it. */
function isFollowed({ stages }: MeasuredTable, { cached }: EarlierRegistration): boolean {
  return cached !== undefined && stages?.cached === cached;
}

/** Adds that the lens of a setup made with pictures of another shape was not used. */
function withOtherShape({ hints: { setup }, frame }: FrameContext, table: MeasuredTable): MeasuredTable {
  const { result } = table;
  const lens = setup?.camera?.lens;
  if (!result.ok || result.measurement.caution || !lens || isShapeOf(lens, frame)) return table;
  const caution: Problem = {
    code: 'setup-of-another-shape',
    message: phrase('setup-of-another-shape', lens.widthPx, lens.heightPx, frame.widthPx, frame.heightPx),
    hint: phrase('choose-resolution-table-set'),
  };
  return { ...table, result: { ...result, measurement: { ...result.measurement, caution } } };
}

/** Why the setup is not that of a table that was measured without it; undefined where it may be. */
function problemWith({ hints, lens }: FrameContext, { stages }: MeasuredTable): Problem | undefined {
  return stages && otherSetupProblem(hints, solveTable(stages.solution, stages.observations, lens), stages.observations);
}

function setupFindsNothing(found: Problem | undefined): Problem {
  return {
    code: 'setup-of-another-table',
    message: found ? phrase('setup-finds-nothing-because', found.message) : phrase('setup-finds-nothing'),
    hint: phrase('if-another-camera-zoom'),
  };
}

/** Adds what was learned, and the problem where bases and border contradict the known size of the mat. */
export function withLearned({ hints, lens }: FrameContext, measured: MeasuredTable): MeasuredTable {
  const { result, stages } = measured;
  if (!result.ok || !stages) return measured;
  const setup = setupAfter(hints, result.measurement, stages);
  const { solution, observations, isInconsistent } = stages;
  const otherMat = result.measurement.caution
    ? undefined
    : (otherMatProblem(lens, solution, observations, isInconsistent, hints.mat) ?? otherLengthProblem(lens, solution, observations));
  const measurement = otherMat ? { ...result.measurement, caution: otherMat } : result.measurement;
  return { ...measured, result: { ...result, measurement, ...(setup && !otherMat && { setup }) } };
}

/** Registration from the camera's pose when the setup was last learned; undefined where the setup is another camera's, or has no pose. */
function registrationOfSetup({ hints: { setup, corners }, frame, lens }: FrameContext): EarlierRegistration | undefined {
  const { widthPx, heightPx } = frame;
  const pose = setup?.camera?.pose;
  if (corners || !setup?.camera || !isShapeOf(setup.camera.lens, frame)) return undefined;
  if (!pose || !lens.learned) return registrationOfCorners(setup.camera, widthPx, heightPx, lens);
  const { fx, fy, cx, cy, distortion } = lensOf(lens.learned, widthPx, heightPx);
  const camera = { widthPx, heightPx, fx, fy, cx, cy, distortion, ...pose };
  const mat = matOfEstimate(lens.learned);
  const start = { camera, widthMm: mat.widthMm, depthMm: mat.depthMm };
  return { solution: solveTable(start, { border: [], bases: [] }, lens), uncertainty: CERTAIN_BORDER, byContrast: false };
}

/** Registration from the mat's corners as a person confirmed them; undefined where one of them was out of view. */
function registrationOfCorners(camera: SetupCamera, widthPx: number, heightPx: number, lens: TablePrior): EarlierRegistration | undefined {
  const factor = widthPx / camera.lens.widthPx;
  const corners = (camera.corners ?? []).flatMap((corner) => (corner ? [{ u: factor * corner.u, v: factor * corner.v }] : []));
  if (corners.length < 4) return undefined;
  const byCorners = registerByTaps(corners, widthPx, heightPx, lens);
  return byCorners.ok ? { solution: byCorners.solution, uncertainty: CERTAIN_BORDER, byContrast: false } : undefined;
}
