import { type Camera, middleOf, scaledPx } from '../../geometry/camera.js';
import { isShapeOf, type KnownLens } from '../../table/known-lens.js';
import type { MeasureHints } from '../../table/measurement.js';
import { withFrameContext } from '../lens/frame-context.js';
import { lensPriorOf } from '../lens/lens-hint.js';
import type { Engines } from '../runtime/engines.js';
import type { Frame } from '../runtime/frame.js';
import { fittingBases } from '../solve/fitting-bases.js';
import { solveTable, type TableSolution } from '../solve/joint-solution.js';
import { measureContext } from './measure-frame.js';
import type { MeasuredTable, Stages } from './measured-table.js';

/**
 * Changes of a lens by focus, and the least that another picture of the same camera leaves open of it: of the focal length its logarithm,
 * one standard deviation each.
 */
const SAME_LENS = { logFocal: 0.02, k1: 0.02, k2: 0.02, centre: 0.003 } as const;

/**
 * The lens with which a picture was solved, for one of that size by the same camera; undefined where they differ in shape, except by the
 * camera being turned.
 */
export function sameLens(
  { camera: lens, lensUncertainty: { sigma } }: TableSolution,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): KnownLens | undefined {
  const isAlike = isShapeOf(lens, { widthPx, heightPx });
  if (!isAlike && !isShapeOf(lens, { widthPx: heightPx, heightPx: widthPx })) return undefined;
  const longSidePx = Math.max(widthPx, heightPx);
  const times = longSidePx / Math.max(lens.widthPx, lens.heightPx);
  const middle = isAlike ? { cx: scaledPx(lens.cx, times), cy: scaledPx(lens.cy, times) } : middleOf({ widthPx, heightPx });
  return {
    ...{ widthPx, heightPx, fx: lens.fx * times, fy: lens.fy * times, ...middle, distortion: lens.distortion },
    sigma: {
      focalPx: times * Math.max(SAME_LENS.logFocal * lens.fx, sigma.focalPx),
      ...{ k1: Math.max(SAME_LENS.k1, sigma.k1), k2: Math.max(SAME_LENS.k2, sigma.k2) },
      centrePx: SAME_LENS.centre * longSidePx,
    },
  };
}

/** Measures a picture alone through the lens of its camera, which is believed, whatever the picture's few bases suggest. */
export function measureThroughLens(engines: Engines, picture: Frame, hints: MeasureHints, lens: KnownLens): Promise<MeasuredTable> {
  const prior = lensPriorOf(lens, picture.widthPx, picture.heightPx);
  return withFrameContext(engines, picture, hints, (context) => measureContext({ ...context, lens: { ...context.lens, ...prior } }));
}

/**
 * A picture's camera by the bases in it that fit the lens with which `other`, a picture of the same camera, was solved: few bases determine
 * tilt and scale, but not the focal length too, and anything that is not a base distorts it. Undefined where the pictures differ in shape,
 * except by the camera being turned, or no base fits.
 */
export function cameraThroughLensOf(other: TableSolution, { solution, observations }: Stages): Camera | undefined {
  const { widthPx, heightPx } = solution.camera;
  const lens = sameLens(other, { widthPx, heightPx });
  if (!lens) return undefined;
  const prior = lensPriorOf(lens, widthPx, heightPx);
  const fitting = fittingBases(observations.bases, (bases) => solveTable(solution, { border: [], bases }, prior));
  return fitting.bases.length > 0 ? fitting.solution.camera : undefined;
}
