import type { MeasureResult } from '../../table/measurement.js';
import type { CachedMeasurements } from '../bases/cached-measurements.js';
import type { ConfirmedCandidate } from '../bases/candidate.js';
import type { Detections } from '../bases/detect.js';
import type { BoardCorner } from '../lens/find-board.js';
import type { EdgeReading } from '../mat/edges/measure-edges.js';
import type { FoundObstacles } from '../objects/find-obstacles.js';
import type { BorderUncertainty } from '../solve/border-uncertainty.js';
import type { TableSolution } from '../solve/joint-solution.js';
import type { Observations } from '../solve/observations.js';

/** Every stage's result, for the next frame's start and for those who ask by name (tests, stage pictures). */
export interface Stages {
  /** Camera and mat with which the table was viewed from above. */
  readonly registration: TableSolution;
  readonly detections: Detections;
  readonly solution: TableSolution;
  /** The candidates whose poses are solved for, in the solution's order. */
  readonly candidates: readonly ConfirmedCandidate[];
  /** What the solution was made from. */
  readonly observations: Observations;
  /** Of strips across the mat’s border; none where it is known otherwise. */
  readonly edges: readonly EdgeReading[];
  readonly uncertainty: BorderUncertainty;
  /** The claims' standard deviation of the table's scale, relative: of that, of how the bases agree, and of their sizes. */
  readonly scaleSigma: number;
  /** The mat's border was found by contrast alone. */
  readonly byContrast: boolean;
  /** The camera stands where a setup has it, and its place was not measured by this picture alone. */
  readonly isCameraStill: boolean;
  /** The picture was measured as a part of what its camera saw. */
  readonly isCropped: boolean;
  /** The sizes of the bases contradict the border. */
  readonly isInconsistent: boolean;
  /** They do, or nearly do, or most bases that the detector is sure of are not measured on it. */
  readonly isSuspected: boolean;
  /** How probable it is that the mat is not of the size that a person gave, or that what a person marked is not the mat; 0 where both are believed. */
  readonly sizeDoubt: number;
  /** What was not measured in this frame, because an earlier one had it. */
  readonly cached: CachedMeasurements;
  /** The setup's obstacles were known from another side of the table; absent until they are searched for. */
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
