import type { Problem } from '../../../table/measurement.js';
import { type CachedMeasurements, NOTHING_CACHED } from '../../bases/cached-measurements.js';
import { type BorderUncertainty, CERTAIN_BORDER } from '../../solve/border-uncertainty.js';
import type { TableSolution } from '../../solve/joint-solution.js';
import type { Observations } from '../../solve/observations.js';
import type { BorderChoice } from '../border/choose-border.js';
import type { EdgeReading } from '../edges/measure-edges.js';

/**
 * Source of a mat's place: edges across its border; the contrast of mat and table along whole sides, whose edges may be too faint for
 * strips; a person's taps; a printed board that a person laid down; the bases alone, with the table's frame centred on their middle; or the
 * mat's print, known from other pictures.
 */
export type MatSource = 'border' | 'contrast' | 'taps' | 'board' | 'bases' | 'print';

/** A hypothesis for the mat's place, made before the bases on it are measured: they confirm or contradict it. */
export interface MatLocation {
  readonly ok: true;
  readonly source: MatSource;
  /** Camera and mat to a few px: good enough to view the table from above. */
  readonly coarse: TableSolution;
  /** Readings of the edge in strips across the border. */
  readonly edges: readonly EdgeReading[];
  /** The printed board, and the corners and edges that a person marked. */
  readonly board: Pick<Observations, 'board' | 'corners' | 'sideMarks'>;
  /** Other choices of edges for the border, this one among them; empty when there is only one. */
  readonly choices: readonly BorderChoice[];
  /** Uncertainty of an earlier frame whose registration still holds. */
  readonly uncertainty: BorderUncertainty;
  /** Measurements of an earlier frame at places that have not changed. */
  readonly cached: CachedMeasurements;
}

/** Why no mat is located, or no table measured on it. */
export interface Refused {
  readonly ok: false;
  readonly problem: Problem;
}

export function refused(problem: Problem): Refused {
  return { ok: false, problem };
}

/** A registration of an earlier frame, with the uncertainty it was made with: measuring again does not reduce it. */
export interface EarlierRegistration {
  readonly solution: TableSolution;
  readonly uncertainty: BorderUncertainty;
  /** Whether its border was found by contrast alone. */
  readonly byContrast: boolean;
  readonly cached?: CachedMeasurements;
  /** Probability at that time that the mat is not of the size that a person gave. */
  readonly sizeDoubt?: number;
}

/** Without rivals, earlier uncertainty or cached measurements. */
export const ONLY_LOCATION = { ok: true, choices: [], uncertainty: CERTAIN_BORDER, cached: NOTHING_CACHED } as const;

/**
 * True when the mat's place does not depend on what is seen of its border: a person vouches for it, or its print, known from other
 * pictures, determines it.
 */
export function isVouchedFor(source: MatSource): boolean {
  return source === 'taps' || source === 'board' || source === 'print';
}
