import { mahalanobisSq } from '../../geometry/joint-covariance.js';
import type { MeasureHints, Problem } from '../../table/measurement.js';
import type { MatSize } from '../../table/setup/mat-size.js';
import { figure, phrase } from '../../texts/phrase.js';
import { meanBaseCost } from '../solve/border-consistency.js';
import { solveTable, type TableSolution } from '../solve/joint-solution.js';
import type { Observations, TablePrior } from '../solve/observations.js';
import { lengthSeenBy } from '../solve/residual-blocks.js';
import { lensOf, type MatEstimate, matOfEstimate, plasticOf } from '../solve/shared-parameters.js';
import { UNKNOWN_SIZE_SIGMA_MM } from '../solve/sold-size.js';
import { tablePriorOf } from './table-prior.js';

/**
 * Largest extra misfit of a picture's marks (squared residuals over 1 + the mean cost of a base) with the setup of their table, compared
 * with none: see test/vision/lens/setup-contradiction.test.ts for true setups and others. Bases alone, without a border, show another lens less
 * clearly, and lose less where a true one is not believed.
 */
const MISFIT = { withBorder: 25, withoutBorder: 15 } as const;

/**
 * Why a setup is not that of the table and camera in the picture, naming what it holds and what is seen; undefined when it may be.
 * `solution`: solved with the setup. The difficulty of reading the bases is taken from a solution without it, since under another camera's
 * lens all of them seem hard to read.
 */
export function otherSetupProblem(hints: MeasureHints, solution: TableSolution, observations: Observations): Problem | undefined {
  const { setup, ...others } = hints;
  if (!setup?.camera) return undefined;
  const [known, unknown] = [tablePriorOf(hints, solution.camera), tablePriorOf(others, solution.camera)];
  const free = solveTable(solution, observations, unknown);
  const misfit = (solution.cost - free.cost) / (1 + meanBaseCost(free, observations.bases, unknown));
  const most = observations.border.length > 0 ? MISFIT.withBorder : MISFIT.withoutBorder;
  if (misfit <= most) return undefined;
  const { widthPx, heightPx } = solution.camera;
  const lens = (shared: TableSolution['shared']) => {
    const { fx, distortion, sigma } = lensOf(shared, widthPx, heightPx);
    return phrase('lens-with-sigmas', Math.round(fx), Math.round(sigma!.focalPx), figure(distortion[0], 3), figure(sigma!.k1, 3));
  };
  return {
    code: 'setup-of-another-table',
    message: phrase(
      'setup-of-another-table',
      figure(misfit, 0),
      most,
      known.learned ? lens(known.learned) : phrase('lens-numbers', Math.round(known.focalPx), figure(known.k1, 3)),
      lens(free.shared),
    ),
    hint: phrase('if-another-camera-zoom'),
  };
}

/**
 * Largest squared distance of a known mat from what bases and border show, in standard deviations, summed over width and depth: 4 squared.
 * If these do not fit each other on it, marks that count as outliers hide the distance, and little more than 2 is too much.
 */
const PLAUSIBLE_SQ = { usual: 16, inconsistent: 5 } as const;

/** Probability from which on a problem says that the mat may not be of the given size, or that the marks may not be on the mat. */
export const SAID_DOUBT = 0.2;

/**
 * Why the known size of the mat is not that of the mat in view, by the bases on it and by its own proportions; undefined when it may be, and when
 * none is known. `isInconsistent`: with that size the bases contradict the border. `doubt`: about the given size.
 */
export function otherMatProblem(
  prior: TablePrior,
  solution: TableSolution,
  observations: Observations,
  isInconsistent = false,
  { doubt }: Pick<NonNullable<MeasureHints['mat']>, 'doubt'> = {},
): Problem | undefined {
  const { mat } = prior;
  if (!mat) return undefined;
  const free = freeMat(prior, solution, observations);
  const isDoubted = (doubt?.probability ?? 0) > SAID_DOUBT;
  const toldSigmaMm = doubt?.toldSigmaMm ?? mat.sigmaMm;
  if (!isDoubted && sizeMahalanobisSq(mat, free) <= (isInconsistent ? PLAUSIBLE_SQ.inconsistent : PLAUSIBLE_SQ.usual)) return undefined;
  const size = (widthMm: number, depthMm: number) => phrase('size-mm', figure(widthMm, 0), figure(depthMm, 0));
  const sigma = Math.sqrt(Math.max(free.covariance.ww, free.covariance.dd));
  return {
    code: 'mat-of-another-size',
    message: phrase(
      'mat-of-another-size',
      size(mat.widthMm, mat.depthMm),
      toldSigmaMm,
      size(free.widthMm, free.depthMm),
      figure(sigma, 0),
      figure(100 * plasticOf(solution.shared).scale, 1),
    ),
    hint: phrase('measure-mat-again-check'),
  };
}

/** The mat as bases and border alone determine it; its dependence on the known size is negligible, and included in its covariance. */
export function freeMat(prior: TablePrior, solution: TableSolution, observations: Observations): MatEstimate {
  return matOfEstimate(solveTable(solution, observations, { ...prior, mat: { ...prior.mat!, sigmaMm: UNKNOWN_SIZE_SIGMA_MM } }).shared);
}

/** Squared Mahalanobis distance between a stated size of the mat, its own sigma included, and an estimate; no unit. */
export function sizeMahalanobisSq(mat: MatSize, { widthMm, depthMm, covariance: { ww, wd, dd } }: MatEstimate): number {
  const apart = { x: widthMm - mat.widthMm, y: depthMm - mat.depthMm };
  return mahalanobisSq(apart, { xx: ww + mat.sigmaMm ** 2, xy: wd, yy: dd + mat.sigmaMm ** 2 });
}

/** Standard deviations by which a template or ruler may differ from its nominal length: by its cut, and by the reading of its ends. */
const PLAUSIBLE_LENGTH = 4;

/** Why a ruler or template of known length in view contradicts the known size of the mat; undefined when none does, and when no size is known. */
export function otherLengthProblem({ mat }: TablePrior, { camera }: TableSolution, { lengths = [] }: Observations): Problem | undefined {
  if (!mat) return undefined;
  for (const mark of lengths) {
    const { lengthMm, sigmaMm } = mark;
    const seenMm = lengthSeenBy(camera, mark) ?? lengthMm;
    // The mat's own uncertainty is that of its scale.
    const sigma = Math.hypot(sigmaMm, (mat.sigmaMm / mat.widthMm) * lengthMm);
    if (Math.abs(seenMm - lengthMm) <= PLAUSIBLE_LENGTH * sigma) continue;
    return {
      code: 'length-contradicts-mat',
      message: phrase(
        'length-contradicts-mat',
        figure(mat.widthMm, 0),
        figure(mat.depthMm, 0),
        mat.sigmaMm,
        figure(seenMm, 1),
        figure(lengthMm, 1),
        figure(sigma, 1),
      ),
      hint: phrase('measure-mat-again-lay'),
    };
  }
  return undefined;
}
