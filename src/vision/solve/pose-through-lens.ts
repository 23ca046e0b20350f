import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import { solveTable, type TableSolution } from './joint-solution.js';
import type { Mark, TablePrior } from './observations.js';
import { lensOf } from './shared-parameters.js';

/** Points along a side of the mat, as shares of it. */
const SHARES = [0.02, 0.18, 0.34, 0.5, 0.66, 0.82, 0.98];
const MARK_SIGMA_PX = 1;
/** The lens is held: its standard deviations are scaled by this. */
const HELD = 1e-3;
/** The first of the learned parameters are the lens's. */
const LENS_PARAMETERS = 5;

/**
 * The pose from which the mat's border is seen where `solution` has it, through the lens that `prior` has learned: that of the solution belongs to the lens it was
 * solved with. Where no lens was learned, the solution's own.
 */
export function poseThroughLens({ camera, widthMm, depthMm }: TableSolution, prior: TablePrior): Pick<Camera, 'r' | 't'> {
  const { r, t, widthPx, heightPx } = camera;
  if (!prior.learned) return { r, t };
  const border = SHARES.flatMap((share) => {
    const [x, y] = [share * widthMm, share * depthMm];
    const points = [
      { x, y: 0 },
      { x, y: depthMm },
      { x: 0, y },
      { x: widthMm, y },
    ];
    return points.flatMap((point): Mark[] => {
      const pixel = pixelFromTable(camera, { ...point, z: 0 });
      return pixel ? [{ ...pixel, sigmaPx: MARK_SIGMA_PX }] : [];
    });
  });
  const { fx, fy, cx, cy, distortion } = lensOf(prior.learned, widthPx, heightPx);
  const { values, covariance } = prior.learned;
  const share = (parameter: number) => (parameter < LENS_PARAMETERS ? HELD : 1);
  const held = covariance.map((value, at) => share(Math.floor(at / values.length)) * share(at % values.length) * value);
  const through = solveTable(
    { camera: { ...camera, fx, fy, cx, cy, distortion }, widthMm, depthMm },
    { border, bases: [] },
    { ...prior, learned: { values, covariance: held } },
  );
  return { r: through.camera.r, t: through.camera.t };
}
