import { carriedPlace } from '../../geometry/camera.js';
import type { FrameContext } from '../lens/frame-context.js';
import {
  isBorderInconsistent,
  oneSizeUncertainty,
  placesProblem,
  relativePlacesCaution,
  unusualSizeUncertainty,
} from '../mat/border/border-problems.js';
import { isByPerson, refused } from '../mat/find/located-mat.js';
import { varianceFactor } from '../solve/border-consistency.js';
import { CERTAIN_BORDER, combinedUncertainty, FAINT_BORDER, UNKNOWN_BORDER } from '../solve/border-uncertainty.js';
import type { CheckedTable } from './check-consistency.js';
import type { MeasuredTable } from './measured-table.js';
import type { SettledBorder } from './resolve-border.js';
import type { SolvedTable } from './solve-with-sides.js';
import { isUnsurePlace, tableMeasurement } from './table-measurement.js';

/** The measurement that a solved table comes to, mm and rad, its covariance widened by all that is left open; without obstacles. */
export function describeTable(
  { frame, lens, stageMs }: FrameContext,
  { mat, topView: { detections }, uncertainty: rivalUncertainty }: SettledBorder,
  { solution, candidates, observations, edges, templates, byContrast, known, isCameraStill }: SolvedTable,
  check: CheckedTable,
): MeasuredTable {
  const { coarse, source, cached } = mat;
  const inconsistency = check.inconsistency;
  const isInconsistent = inconsistency !== undefined && isBorderInconsistent(inconsistency);
  const uncertainty = !known.place ? combinedUncertainty(rivalUncertainty, UNKNOWN_BORDER) : byContrast ? FAINT_BORDER : rivalUncertainty;
  const byItsBases = combinedUncertainty(unusualSizeUncertainty(solution), isInconsistent ? inconsistency.uncertainty : CERTAIN_BORDER);
  const sizes = candidates.map(({ reading }) => reading.base);
  const isScaleKnown = isByPerson(source) || lens.learned !== undefined || observations.lengths!.length > 0;
  const bySizes = source === 'bases' ? CERTAIN_BORDER : oneSizeUncertainty(sizes, known, rivalUncertainty, isScaleKnown);
  const unconfirmed = detections.bases
    .filter((one) => !candidates.some(({ detection }) => detection === one))
    .map((one) => ({ ...one, at: carriedPlace(coarse.camera, solution.camera, one.at) }));
  const measurement = tableMeasurement(
    frame.capturedAtMs,
    solution,
    combinedUncertainty(combinedUncertainty(uncertainty, byItsBases), bySizes),
    varianceFactor(check),
    candidates,
    unconfirmed,
    stageMs,
  );
  const isNothingPlaced = candidates.length > 0 && measurement.bases.length === 0 && measurement.unmeasurable.some(isUnsurePlace);
  if (isNothingPlaced) return { result: refused(placesProblem()) };
  const caution = known.place ? {} : { caution: relativePlacesCaution(source !== 'bases') };
  return {
    result: { ok: true, measurement: { ...measurement, obstacles: [], templates: templates.templates, ...caution } },
    stages: {
      registration: coarse,
      detections,
      solution,
      candidates,
      observations,
      edges,
      uncertainty,
      byContrast,
      isCameraStill,
      isInconsistent,
      cached,
    },
  };
}
