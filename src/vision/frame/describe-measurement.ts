import type { MeasureHints } from '../../table/measurement.js';
import { markedOutline } from '../../table/setup/marked-edges.js';
import { type ConfirmedCandidate, sharpnessOf } from '../bases/candidate.js';
import type { Detection } from '../bases/detect.js';
import type { FrameContext } from '../lens/frame-context.js';
import { freeMat, SAID_DOUBT } from '../lens/setup-contradiction.js';
import {
  absentSideUncertainty,
  cornersDisputedCaution,
  isBorderDoubted,
  isBorderInconsistent,
  isBorderSuspected,
  marksOffBasesCaution,
  oneSizeUncertainty,
  placesProblem,
  relativePlacesCaution,
  unusualSizeUncertainty,
} from '../mat/border/border-problems.js';
import { disputedCorners } from '../mat/edges/edges-at-corners.js';
import { isVouchedFor, type MatSource, refused } from '../mat/find/mat-location.js';
import { areBasesStrained, varianceFactor } from '../solve/border-consistency.js';
import {
  type BorderUncertainty,
  CERTAIN_BORDER,
  combinedUncertainty,
  FAINT_BORDER,
  UNKNOWN_BORDER,
  UNKNOWN_SCALE,
} from '../solve/border-uncertainty.js';
import type { TableSolution } from '../solve/joint-solution.js';
import type { Observations, TablePrior } from '../solve/observations.js';
import { areSizesKnown, sizesEvidence } from '../solve/size-rivals.js';
import type { CheckedTable } from './check-consistency.js';
import { lostPixels } from './lost-pixels.js';
import type { MeasuredTable } from './measured-table.js';
import type { ResolvedBorder } from './resolve-border.js';
import type { SolvedTable } from './solve-with-sides.js';
import { isUnsurePlace, MIN_DETECTOR_SCORE, tableMeasurement, unconfirmedOf } from './table-measurement.js';

/**
 * Factor of all variances in a photo that somebody has cut: the lens's middle is correlated with its focal length and the camera's tilt,
 * and effects that the model leaves out move all three. Of six such photos distances were 0.5 to 3.2 of their sigma off (root mean square)
 * without it, of whole ones 0.2 to 1.0.
 */
const CROPPED_VARIANCE = 3;

/**
 * Uncertainty where a person marked three sides of the mat and nothing was seen of the fourth: focal length, tilt and depth are then
 * correlated, and effects that the model leaves out move all three. Of ten pictures of unseen looks distances were 0.5 to 2.5 of their
 * sigma off (root mean square) without it, and the table up to 2 % too deep.
 */
const UNMARKED_SIDE: BorderUncertainty = { scaleSigma: 0.015, shiftSigmaMm: 8 };

/** Probability that edges that a person’s marks overruled are right all the same: the two are then two standard deviations apart. */
const OVERRULED_PROBABILITY = 0.25;

/**
 * Uncertainty of the mat's edges where the marks of a person may be on another line. Each side may be off by all of that; places relative
 * to each other are not affected.
 */
function marksUncertainty({ mat }: MeasureHints, source: MatSource): BorderUncertainty {
  if (source !== 'taps' || !mat?.doubt) return CERTAIN_BORDER;
  return { scaleSigma: 0, shiftSigmaMm: Math.sqrt(Math.max(0, mat.sigmaMm ** 2 - mat.doubt.toldSigmaMm ** 2)) };
}

/** Whether a person has marked the mat by its edges, and one of them was not in view. */
function isSideUnmarked({ corners, edges }: MeasureHints): boolean {
  return corners !== undefined && edges !== undefined && markedOutline(corners, edges)?.kind === 'side';
}

/**
 * Uncertainty of the scale where no border holds it: none with a template of known length, or where the bases are seen sharply and no other
 * sizes explain their marks about as well.
 */
function scaleBySizes(
  solution: TableSolution,
  candidates: readonly ConfirmedCandidate[],
  { bases, lengths }: Observations,
  lens: TablePrior,
): BorderUncertainty {
  if (lengths?.length || bases.length === 0) return CERTAIN_BORDER;
  const sharpness = candidates.reduce((sum, one) => sum + sharpnessOf(one), 0) / candidates.length;
  return areSizesKnown(sizesEvidence(solution, bases, lens), sharpness) ? CERTAIN_BORDER : UNKNOWN_SCALE;
}

/**
 * Minimum share of the bases that the detector is certain of that is measured on a mat, or all but `spared`: on kept-out path-traced tables
 * 0.83 at least where the border is right, 0.58 and 0.67 (in Node and in Chromium) where it was 8 % too near, and 0.56 where it was right
 * and the bases dim (docs/experiments/border.md).
 */
const MEASURED_OF_SURE = { share: 0.75, spared: 2 };

/** Whether so few of the bases that the detector is certain of are measured that the mat may be another one. */
function leavesMany(detected: readonly Detection[], measured: number): boolean {
  const sure = detected.filter(({ score }) => score >= MIN_DETECTOR_SCORE).length;
  return measured < MEASURED_OF_SURE.share * sure && measured < sure - MEASURED_OF_SURE.spared;
}

/** The measurement of a solved table, mm and rad, its covariance widened by everything that is left open; without obstacles. */
export function describeMeasurement(
  { frame, lens, hints, stageMs }: FrameContext,
  { mat, topView: { detections }, uncertainty: rivalUncertainty }: ResolvedBorder,
  { solution, candidates, observations, edges, templates, byContrast, known, isCameraStill, byEdges, bySize }: SolvedTable,
  check: CheckedTable,
): MeasuredTable {
  const { coarse, source, cached } = mat;
  const inconsistency = check.inconsistency;
  const isInconsistent = inconsistency !== undefined && isBorderInconsistent(inconsistency);
  const byMarks = combinedUncertainty(rivalUncertainty, marksUncertainty(hints, source));
  const byAbsence = isVouchedFor(source) || lens.learned ? CERTAIN_BORDER : absentSideUncertainty(edges);
  const bySides = combinedUncertainty(byMarks, isSideUnmarked(hints) ? UNMARKED_SIDE : byAbsence);
  const uncertainty = !known.place ? combinedUncertainty(bySides, UNKNOWN_BORDER) : byContrast ? FAINT_BORDER : bySides;
  const isDoubted = inconsistency !== undefined && (isBorderDoubted(inconsistency) || areBasesStrained(inconsistency));
  const sizes = candidates.map(({ reading }) => reading.base);
  const isScaleKnown = isVouchedFor(source) || lens.learned !== undefined || observations.lengths!.length > 0;
  const bySizes =
    source === 'bases' || (byContrast && !known.scale)
      ? scaleBySizes(solution, candidates, observations, lens)
      : oneSizeUncertainty(sizes, known, rivalUncertainty, isScaleKnown);
  const doubt = combinedUncertainty(isDoubted ? inconsistency.uncertainty : CERTAIN_BORDER, bySizes);
  const claimed = combinedUncertainty(combinedUncertainty(uncertainty, unusualSizeUncertainty(solution)), doubt);
  const measurement = tableMeasurement({
    ...{ capturedAtMs: frame.capturedAtMs, stageMs, solution, candidates },
    unconfirmed: unconfirmedOf(detections, candidates, coarse.camera, solution),
    uncertainty: claimed,
    varianceFactor:
      varianceFactor(check) *
      Math.max(hints.isCropped ? CROPPED_VARIANCE : 1, hints.isPhoto ? lostPixels(frame, solution, hints.isCopy) ** 2 : 1),
    alternatives: [...(byEdges ? [{ one: solution, other: byEdges, weight: OVERRULED_PROBABILITY }] : []), ...(bySize ? [bySize] : [])],
    isBorderSeen: known.place && !byContrast,
  });
  const isNothingPlaced = candidates.length > 0 && measurement.bases.length === 0 && measurement.unmeasurable.some(isUnsurePlace);
  if (isNothingPlaced) return { result: refused(placesProblem()) };
  const isScaleOpen = bySizes.scaleSigma >= UNKNOWN_SCALE.scaleSigma;
  const disputed = byEdges ? disputedCorners(solution, byEdges, observations.corners ?? []) : [];
  const misfit = source === 'taps' && (hints.mat?.doubt?.probability ?? 0) > SAID_DOUBT ? hints.mat : undefined;
  const caution = known.place
    ? {
        ...(disputed.length > 0 && { caution: cornersDisputedCaution(disputed), disputedCorners: disputed }),
        ...(misfit && { caution: marksOffBasesCaution(freeMat(lens, solution, observations), misfit) }),
      }
    : {
        ...{ isEdgeUnknown: true as const, caution: relativePlacesCaution(source !== 'bases', isScaleOpen) },
        ...(isScaleOpen && { isScaleUnknown: true as const }),
      };
  const { scaleSigma } = claimed;
  const lengths = hints.setup?.learnedFrom.lengths
    ? []
    : templates.lengths.flatMap(({ name, lengthMm, sigmaMm }, i) => {
        const read = solution.lengths[i];
        return read
          ? [{ name, knownMm: lengthMm, readMm: read.readMm, sigmaMm: Math.hypot(read.sigmaMm, sigmaMm, scaleSigma * lengthMm) }]
          : [];
      });
  return {
    result: { ok: true, measurement: { ...measurement, obstacles: [], templates: templates.templates, lengths, ...caution } },
    stages: {
      registration: coarse,
      detections,
      solution,
      candidates,
      observations,
      edges,
      uncertainty,
      doubt,
      scaleSigma,
      byContrast,
      isCameraStill,
      isCropped: hints.isCropped === true,
      isInconsistent,
      isSuspected:
        (inconsistency !== undefined && isBorderSuspected(inconsistency)) || leavesMany(detections.bases, measurement.bases.length),
      sizeDoubt: hints.mat?.doubt?.probability ?? 0,
      cached,
    },
  };
}
