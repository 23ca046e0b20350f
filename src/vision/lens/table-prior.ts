import { CROPPED_CENTRE_SIGMA } from '../../pieces/priors.js';
import { isShapeOf } from '../../table/known-lens.js';
import type { MeasureHints } from '../../table/measurement.js';
import type { MatSize } from '../../table/setup/mat-size.js';
import type { SetupPlastic } from '../../table/setup/setup.js';
import type { SharedEstimate, TablePrior } from '../solve/observations.js';
import { PROCESS_NOISE, resized, withLens, withProcessNoise } from '../solve/shared-parameters.js';
import { lensPriorOf } from './lens-hint.js';

/** Difference in the size at which the same plastic is read on another table, under another light and lens: relative, a first guess. */
const ELSEWHERE_SIGMA = 0.004;

/** Prior of a table before one of its pictures is measured: its hints, then what a setup holds, then what all tables have in common. */
export function tablePriorOf(
  hints: Pick<MeasureHints, 'lens' | 'mat' | 'setup' | 'isCropped'>,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): TablePrior {
  const { lens, setup } = hints;
  const camera = setup?.camera && isShapeOf(setup.camera.lens, { widthPx, heightPx }) ? setup.camera : undefined;
  const size = matHint(hints);
  const lensPrior = lensPriorOf(lens ?? camera?.lens, widthPx, heightPx);
  const before = camera?.learned && beforeNext(camera.learned, camera.lens.widthPx, widthPx);
  const learned = before && (lens ? withLens(before, lensPrior) : before);
  // The camera's place is known for its own lens only.
  const standing = camera?.learnedWithPose && !lens ? beforeNext(camera.learnedWithPose, camera.lens.widthPx, widthPx) : undefined;
  const isMiddleOpen = hints.isCropped && !lens && !camera;
  return {
    ...lensPrior,
    ...(isMiddleOpen && { centreSigmaPx: CROPPED_CENTRE_SIGMA * Math.max(widthPx, heightPx) }),
    ...(size && { mat: { widthMm: size.widthMm, depthMm: size.depthMm, sigmaMm: size.sigmaMm } }),
    ...(setup?.plastic && { plastic: plasticElsewhere(setup.plastic) }),
    ...(camera?.pose && { orientation: camera.pose.r }),
    ...(learned && { learned }),
    ...(standing && { learnedWithPose: standing }),
  };
}

/** The size of the mat that somebody knows, turned the way that pictures of its setup have shown. */
export function matHint({ mat, setup }: Pick<MeasureHints, 'mat' | 'setup'>): MatSize | undefined {
  const kept = setup && setup.mat.source !== 'nominal' ? setup.mat : undefined;
  const isSame = mat && kept && setup?.camera?.learned && kept.widthMm + kept.depthMm === mat.widthMm + mat.depthMm;
  return isSame ? kept : (mat ?? kept);
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
  return withProcessNoise(learnedPx === widthPx ? learned : resized(learned, widthPx / learnedPx), widthPx);
}
