import { meanBaseCost } from '../solve/border-consistency.js';
import { solveTable, type TableSolution } from '../solve/joint-solution.js';
import type { Observations } from '../solve/observations.js';
import type { FrameContext } from './frame-context.js';
import { tablePriorOf } from './table-prior.js';

/**
 * Reduction of a picture's misfit (squared residuals over 1 + the mean cost of a base) that shows a crop when the lens's middle may be
 * anywhere: see test/vision/lens/cropped-picture.test.ts.
 */
const MISFIT = 4;

/** A solved table, and the marks from which it was made. */
interface Seen {
  readonly solution: TableSolution;
  readonly observations: Observations;
}

/** Whether a lens whose middle is not the picture's fits clearly better: somebody has cut the photo. Not asked where the lens is known. */
export function looksCropped(
  { hints, frame, lens }: Pick<FrameContext, 'hints' | 'frame' | 'lens'>,
  { solution, observations }: Seen,
): boolean {
  if (!hints.isPhoto || hints.isCropped || hints.lens || lens.learned) return false;
  const whole = solveTable(solution, observations, lens);
  const cut = solveTable(solution, observations, tablePriorOf({ ...hints, isCropped: true }, frame));
  return (whole.cost - cut.cost) / (1 + meanBaseCost(cut, observations.bases, lens)) > MISFIT;
}
