import type { Point } from '../../geometry/point.js';
import { HALF_SIDE_MM } from '../../pieces/dimensions.js';
import type { SeenObstacle } from '../../table/measurement.js';

import type { ConfirmedCandidate } from './candidate.js';

/**
 * What earlier frames have told, and need not be read again: nothing has changed in the picture where it lies. Table frame of the last of them,
 * as its registration (what is none) or its solution has it; of a camera that stands still they are the same within a millimetre or two.
 */
export interface CachedMeasurements {
  readonly bases: readonly ConfirmedCandidate[];
  /** What the detector sees and the keypoint net does not confirm. */
  readonly noBases: readonly Point[];
  readonly obstacles: readonly SeenObstacle[];
  /** What looks like an obstacle and is none that is known. */
  readonly noObstacles: readonly Point[];
}

export const NOTHING_CACHED: CachedMeasurements = { bases: [], noBases: [], obstacles: [], noObstacles: [] };

/** Whether what is detected at a place is a base that stands there. */
export function isOn({ marks: { base, start } }: ConfirmedCandidate, place: Point): boolean {
  return Math.hypot(start.x - place.x, start.y - place.y) < HALF_SIDE_MM[base];
}

/** The same thing is told within so many millimetres in frames in which nothing has changed. */
const NEAR_MM = 8;

export function isNear(one: Point, other: Point): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) < NEAR_MM;
}
