import { isShapeOf } from '../../table/known-lens.js';
import type { MeasureHints } from '../../table/measurement.js';
import type { SharedEstimate, TablePrior } from '../solve/observations.js';
import { aged, resized } from '../solve/shared-parameters.js';
import { lensPriorOf } from './lens-hint.js';

/** How much larger or smaller the same plastic is read on another table, under another light and lens: relative, a first guess. */
const ELSEWHERE_SIGMA = 0.004;

/** What is known of a table before one of its pictures is measured: its hints, then what a setup holds, then what all tables have in common. */
export function tablePriorOf(
  { lens, mat, setup }: Pick<MeasureHints, 'lens' | 'mat' | 'setup'>,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): TablePrior {
  const camera = setup?.camera && isShapeOf(setup.camera.lens, { widthPx, heightPx }) ? setup.camera : undefined;
  const size = mat ?? (setup && setup.mat.source !== 'nominal' ? setup.mat : undefined);
  const learned = lens ? undefined : camera?.learned;
  return {
    ...lensPriorOf(lens ?? camera?.lens, widthPx, heightPx),
    ...(size && { mat: { widthMm: size.widthMm, depthMm: size.depthMm, sigmaMm: size.sigmaMm } }),
    ...(setup?.plastic && { plastic: { ...setup.plastic, scaleSigma: Math.hypot(setup.plastic.scaleSigma, ELSEWHERE_SIGMA) } }),
    ...(camera?.pose && { orientation: camera.pose.r }),
    ...(learned && camera && { learned: beforeNext(learned, camera.lens.widthPx, widthPx) }),
  };
}

/** An estimate as it is known before the next picture, which may be of another resolution. */
function beforeNext(learned: SharedEstimate, learnedPx: number, widthPx: number): SharedEstimate {
  return aged(learnedPx === widthPx ? learned : resized(learned, widthPx / learnedPx), widthPx);
}
