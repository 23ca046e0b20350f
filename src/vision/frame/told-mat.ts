import { PLASTIC_SIGMA } from '../../pieces/priors.js';
import { type FrameContext, withDoubtedMat } from '../lens/frame-context.js';
import { markedMat } from '../mat/find/marked-mat.js';
import { solveTable } from '../solve/joint-solution.js';
import type { MatPrior } from '../solve/observations.js';
import { plasticOf } from '../solve/shared-parameters.js';
import { doubtOfMarkedMat, doubtOfToldSize, type ToldDoubt, UNKNOWN_SIZE_SIGMA_MM } from '../solve/sold-size.js';
import type { MeasuredTable } from './measured-table.js';

/** Plastic that is read this far from its nominal size, relative, makes the given size of the mat doubtful. */
const SUSPICIOUS = 0.8 * PLASTIC_SIGMA;

/** Whether a table that was measured with a given size of its mat has to be measured without it as well; what was learned of a table holds the size already. */
export function isToldSizeSuspicious({ hints, lens }: FrameContext, { result, stages }: MeasuredTable): boolean {
  if (!lens.mat || lens.learned || hints.mat?.doubt || !result.ok || !stages) return false;
  return Math.abs(plasticOf(stages.solution.shared).scale) > SUSPICIOUS;
}

/** The doubt about the given size of a mat, by a measurement that knew nothing of it; undefined where it is believed, and where nothing was measured. */
export function doubtOfMat({ lens }: Pick<FrameContext, 'lens'>, { result, stages }: MeasuredTable): ToldDoubt | undefined {
  const { mat } = lens;
  if (!mat || !result.ok || !stages || result.measurement.isEdgeUnknown) return undefined;
  const solveAs = (prior: MatPrior) => solveTable(stages.solution, stages.observations, { ...lens, mat: prior });
  return doubtOfToldSize(solveAs(mat), mat.sigmaMm, solveAs);
}

/** Whether bases on a mat that a person marked are read so much beside their size that it has to be measured as one of any size as well; what was learned of a table holds the size already. */
export function areMarksSuspicious({ hints, frame, lens }: FrameContext, { result, stages }: MeasuredTable): boolean {
  if (lens.learned || hints.mat?.doubt || !result.ok || !stages || !markedMat(hints, frame.widthPx, frame.heightPx)) return false;
  return Math.abs(plasticOf(stages.solution.shared).scale) > SUSPICIOUS;
}

/** The same frame as if what was marked in it were of any size. */
export function asOfAnySize(context: FrameContext): FrameContext {
  return withDoubtedMat(context, { probability: 1, sigmaMm: UNKNOWN_SIZE_SIGMA_MM });
}

/** The doubt that what a person marked is the mat, by a measurement as of any size (`asOfAnySize`); undefined where it is believed, and where nothing was measured. */
export function doubtOfMarks({ lens }: Pick<FrameContext, 'lens'>, { result, stages }: MeasuredTable): ToldDoubt | undefined {
  if (!result.ok || !stages) return undefined;
  return doubtOfMarkedMat(lens.mat, (mat) => solveTable(stages.solution, stages.observations, { ...lens, mat }));
}
