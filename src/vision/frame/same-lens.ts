import type { Camera } from '../../geometry/camera.js';
import { isShapeOf } from '../../table/known-lens.js';
import { fittingBases } from '../solve/fitting-bases.js';
import { solveTable, type TableSolution } from '../solve/joint-solution.js';
import { unknownLens } from '../solve/observations.js';
import type { Stages } from './measured-table.js';

/** What focus changes of a lens, and what another picture of the same camera leaves open of it, at least: of the focal length its logarithm, one standard deviation each. */
const SAME_LENS = { logFocal: 0.02, k1: 0.02, k2: 0.02, centre: 0.003 } as const;

/**
 * A picture's camera by the bases in it that fit the lens with which `other`, a picture of the same camera, was solved: few bases tell tilt and scale, not the focal length as well,
 * and what is no base bends it. Undefined where the pictures differ in shape, but for the camera being turned, or no base fits.
 */
export function cameraThroughLensOf(other: TableSolution, { solution, observations }: Stages): Camera | undefined {
  const { camera: lens, lensUncertainty } = other;
  const { widthPx, heightPx } = solution.camera;
  const isAlike = isShapeOf(lens, { widthPx, heightPx });
  if (!isAlike && !isShapeOf(lens, { widthPx: heightPx, heightPx: widthPx })) return undefined;
  const times = Math.max(widthPx, heightPx) / Math.max(lens.widthPx, lens.heightPx);
  const [k1, k2] = lens.distortion;
  const { sigma } = lensUncertainty;
  const prior = {
    ...unknownLens(widthPx, heightPx),
    ...{ focalPx: lens.fx * times, logFocalSigma: Math.max(SAME_LENS.logFocal, sigma.focalPx / lens.fx) },
    ...{ k1, k1Sigma: Math.max(SAME_LENS.k1, sigma.k1), k2, k2Sigma: Math.max(SAME_LENS.k2, sigma.k2) },
    ...(isAlike && { cx: (lens.cx + 0.5) * times - 0.5, cy: (lens.cy + 0.5) * times - 0.5 }),
    centreSigmaPx: SAME_LENS.centre * Math.max(widthPx, heightPx),
  };
  const fitting = fittingBases(observations.bases, (bases) => solveTable(solution, { border: [], bases }, prior));
  return fitting.bases.length > 0 ? fitting.solution.camera : undefined;
}
