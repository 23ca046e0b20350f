import type { MeasureResult } from '../../table/measurement.js';
import type { CachedMeasurements } from '../bases/cached-measurements.js';
import type { ConfirmedCandidate } from '../bases/candidate.js';
import type { Detections } from '../bases/detect.js';
import type { BoardCorner } from '../lens/find-board.js';
import type { EdgeReading } from '../mat/edges/measure-edges.js';
import type { FoundObstacles } from '../objects/find-obstacles.js';
import { type BorderUncertainty, combinedUncertainty } from '../solve/border-uncertainty.js';
import type { TableSolution } from '../solve/joint-solution.js';
import type { Observations } from '../solve/observations.js';

/** All that a measurement leaves open of its table's scale and place. */
export function openOf({ uncertainty, doubt }: Pick<Stages, 'uncertainty' | 'doubt'>): BorderUncertainty {
  return combinedUncertainty(uncertainty, doubt);
}

/** Every stage's result, for the next frame's start and for those who ask by name (tests, stage pictures). */
export interface Stages {
  /** Camera and mat with which the table was viewed from above. */
  readonly registration: TableSolution;
  readonly detections: Detections;
  readonly solution: TableSolution;
  /** The candidates whose poses are solved for, in the solution's order. */
  readonly candidates: readonly ConfirmedCandidate[];
  /** Marks from which the solution was made. */
  readonly observations: Observations;
  /** Readings of strips across the mat’s border; empty where it is known otherwise. */
  readonly edges: readonly EdgeReading[];
  readonly uncertainty: BorderUncertainty;
  /** Uncertainty besides that: where the bases contradict the border, or fit too badly to confirm it, or are all of one size. */
  readonly doubt: BorderUncertainty;
  /**
   * The standard deviation of the table's scale in the claims, relative: its own, that from the agreement of the bases, and that of their
   * sizes.
   */
  readonly scaleSigma: number;
  /** Whether the mat's border was found by contrast alone. */
  readonly byContrast: boolean;
  /** Whether the camera stands where a setup has it, and its place was not measured by this picture alone. */
  readonly isCameraStill: boolean;
  /** Whether the picture was measured as a part of what its camera saw. */
  readonly isCropped: boolean;
  /** Whether the sizes of the bases contradict the border. */
  readonly isInconsistent: boolean;
  /** Whether they do, or nearly do, or most bases that the detector is certain of are not measured on it. */
  readonly isSuspected: boolean;
  /**
   * Probability that the mat is not of the size that a person gave, or that a person's marks are not on the mat; 0 where both are believed.
   */
  readonly sizeDoubt: number;
  /** Measurements that this frame took from an earlier one. */
  readonly cached: CachedMeasurements;
  /** Whether the setup's obstacles were known from another side of the table; absent until they are searched for. */
  readonly isTurned?: boolean;
  /** Absent until they are searched for, which is done on the chosen mat only. */
  readonly obstacles?: FoundObstacles;
}

/** The measurement of one frame, or why there is none, with the stages it came from. */
export interface MeasuredTable {
  readonly result: MeasureResult;
  readonly stages?: Stages;
  /** Corners of the printed board that was hinted at, where it is in view. */
  readonly boardView?: readonly BoardCorner[];
}
