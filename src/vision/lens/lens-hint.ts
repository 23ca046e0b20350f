import { scaledPx } from '../../geometry/camera.js';
import { isShapeOf, type KnownLens, UNSTATED_LENS_SIGMA } from '../../table/known-lens.js';
import type { MeasureResult, Problem } from '../../table/measurement.js';
import { figure, type Phrase, phrase } from '../../texts/phrase.js';
import { solveTable, type TableSolution } from '../solve/joint-solution.js';
import { type Observations, type TablePrior, unknownLens } from '../solve/observations.js';

/**
 * Error of any lens that two terms of distortion do not follow, and the distortion that a hem or a bow of the border only seems to show.
 */
const MODEL_ERROR = { logFocal: 0.002, k1: 0.006, k2: 0.006, centre: 0.0015 } as const;
/** Focus: a lens of 4 mm that goes from half a metre to one metre shows everything 0.4 % smaller (4 mm / 0.5 m − 4 mm / 1 m). */
const FOCUS_SIGMA = 0.004;

/** Prior of the lens of a picture: the lens of the hints, or what all cameras have in common. */
export function lensPriorOf(known: KnownLens | undefined, widthPx: number, heightPx: number): TablePrior {
  if (!known) return unknownLens(widthPx, heightPx);
  const scale = widthPx / known.widthPx;
  const { fx, fy, sigma } = known;
  const focalPx = Math.sqrt(fx * fy);
  const [k1, k2] = twoTerms(known);
  return {
    focalPx: focalPx * scale,
    logFocalSigma: Math.hypot(
      sigma ? Math.hypot(sigma.focalPx / focalPx, FOCUS_SIGMA) : UNSTATED_LENS_SIGMA.logFocal,
      MODEL_ERROR.logFocal,
    ),
    k1,
    k1Sigma: Math.hypot(sigma?.k1 ?? UNSTATED_LENS_SIGMA.k1, MODEL_ERROR.k1),
    k2,
    k2Sigma: Math.hypot(sigma?.k2 ?? UNSTATED_LENS_SIGMA.k2, MODEL_ERROR.k2),
    cx: scaledPx(known.cx, scale),
    cy: scaledPx(known.cy, scale),
    centreSigmaPx: Math.hypot((sigma?.centrePx ?? UNSTATED_LENS_SIGMA.centrePx) * scale, MODEL_ERROR.centre * widthPx),
  };
}

/** The k1 and k2 that come nearest to a lens with k3, over the whole picture: the joint solution has no more terms. */
function twoTerms({ distortion: [k1, k2, , , k3], widthPx, heightPx, fx, fy }: KnownLens): [number, number] {
  if (k3 === 0) return [k1, k2];
  // Least squares of k3·r⁷ by a·r³ + b·r⁵ over a disc as large as the picture: the normal equations of powers of r have closed integrals.
  const r = Math.hypot(widthPx / fx, heightPx / fy) / 2;
  const a = (-10 / 21) * k3 * r ** 4;
  const b = (10 / 7) * k3 * r ** 2;
  return [k1 + a, k2 + b];
}

/** The problem with a lens that was measured for pictures of another shape; undefined when it fits. */
export function otherShapeProblem(
  known: KnownLens | undefined,
  frame: { readonly widthPx: number; readonly heightPx: number },
): Problem | undefined {
  if (!known || isShapeOf(known, frame)) return undefined;
  return {
    code: 'lens-of-another-shape',
    message: phrase('lens-of-another-shape', known.widthPx, known.heightPx, frame.widthPx, frame.heightPx),
    hint: phrase('use-lens-camera-resolution'),
  };
}

/**
 * Standard deviations by which the focal length that the table alone determines may differ from the known one: of 81 tables of unseen
 * looks, path-traced ones among them, the true one differed by up to 3.9 (root mean square 1.1).
 */
const PLAUSIBLE = 4;

/** A picture's marks solved again without any lens hint, even where a lens is known. */
export function solvedWithoutLens(solution: TableSolution, seen: Observations, known: TablePrior): TableSolution {
  const unknown = unknownLens(solution.camera.widthPx, solution.camera.heightPx);
  return solveTable(solution, seen, { ...unknown, ...(known.mat && { mat: known.mat }), ...(known.plastic && { plastic: known.plastic }) });
}

/**
 * Largest extra misfit (squared residuals, no unit) of a table's marks with the lens of its camera, compared with a lens of their own: of
 * 35 tables of unseen looks, path-traced ones among them, the most was 22; with a k1 that is wrong by 0.1 it was more than 30 in all but
 * one.
 */
const MISFIT = 30;

/**
 * The problem with a lens that is known, where the table itself, solved without it (`alone`), determines another focal length, or the same marks
 * fit it (`withHint`) much worse than a lens of their own. Undefined when the two agree, or the table determines too little.
 */
export function otherLensProblem(alone: TableSolution, withHint: TableSolution, lens: TablePrior): Problem | undefined {
  const { camera, lensUncertainty } = alone;
  const { focalPx: sigmaPx } = lensUncertainty.sigma;
  if (Math.abs(Math.log(camera.fx / lens.focalPx)) > PLAUSIBLE * Math.hypot(sigmaPx / camera.fx, lens.logFocalSigma)) {
    return otherLens(phrase('focal-length-px-table', Math.round(lens.focalPx), Math.round(camera.fx), Math.round(sigmaPx)));
  }
  const misfit = withHint.cost - alone.cost;
  if (misfit <= MISFIT) return undefined;
  return otherLens(phrase('distortion-centre-mats-border', figure(misfit, 0), MISFIT, figure(lens.k1, 2), figure(camera.distortion[0], 2)));
}

function otherLens(why: Phrase): Problem {
  return {
    code: 'lens-of-another-camera',
    message: phrase('lens-of-another-camera', why),
    hint: phrase('measure-lens-camera-zoom'),
  };
}

/** Adds the hint to try without the lens for whoever gave one: the lens of another camera can make a mat unfindable. */
export function withLensHint(result: MeasureResult): MeasureResult {
  if (result.ok || !result.problem.code.startsWith('mat-')) return result;
  const hint = phrase('if-lens-given-another', result.problem.hint);
  return { ok: false, problem: { ...result.problem, hint } };
}
