import { isShapeOf } from '../../table/known-lens.js';
import type { MeasureHints } from '../../table/measurement.js';
import type { SetupPlastic } from '../../table/setup/setup.js';
import type { SharedEstimate, TablePrior } from '../solve/observations.js';
import { aged, PROCESS_NOISE, resized, withLens } from '../solve/shared-parameters.js';
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
  const lensPrior = lensPriorOf(lens ?? camera?.lens, widthPx, heightPx);
  const before = camera?.learned && beforeNext(camera.learned, camera.lens.widthPx, widthPx);
  const learned = before && (lens ? withLens(before, lensPrior) : before);
  // Where the camera stood is known for its own lens only.
  const standing = camera?.learnedWithPose && !lens ? beforeNext(camera.learnedWithPose, camera.lens.widthPx, widthPx) : undefined;
  return {
    ...lensPrior,
    ...(size && { mat: { widthMm: size.widthMm, depthMm: size.depthMm, sigmaMm: size.sigmaMm } }),
    ...(setup?.plastic && { plastic: plasticElsewhere(setup.plastic) }),
    ...(camera?.pose && { orientation: camera.pose.r }),
    ...(learned && { learned }),
    ...(standing && { learnedWithPose: standing }),
  };
}

/** Plastic of the same box as it is known before a picture of another table. */
function plasticElsewhere({ scale, scaleSigma, tileTopMm, tileTopSigmaMm }: SetupPlastic): SetupPlastic {
  return {
    scale,
    scaleSigma: Math.hypot(scaleSigma, ELSEWHERE_SIGMA, PROCESS_NOISE.plastic),
    ...(tileTopMm !== undefined &&
      tileTopSigmaMm !== undefined && { tileTopMm, tileTopSigmaMm: Math.hypot(tileTopSigmaMm, PROCESS_NOISE.tileTopMm) }),
  };
}

/** An estimate as it is known before the next picture, which may be of another resolution. */
function beforeNext(learned: SharedEstimate, learnedPx: number, widthPx: number): SharedEstimate {
  return aged(learnedPx === widthPx ? learned : resized(learned, widthPx / learnedPx), widthPx);
}
