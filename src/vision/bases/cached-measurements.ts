import type { Point } from '../../geometry/point.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { SeenObstacle } from '../../table/measurement.js';
import type { BorderMark } from '../solve/observations.js';
import type { KeptMaps } from './base-maps.js';
import type { ConfirmedCandidate } from './candidate.js';

/**
 * Measurements of earlier frames that this one need not make, since the picture has not changed there. In the table frame of the latest of
 * those frames: by its registration for rejected detections, by its solution for the rest; with a still camera both agree to a millimetre
 * or two.
 */
export interface CachedMeasurements {
  readonly bases: readonly ConfirmedCandidate[];
  /** Places of detections that the keypoint net does not confirm. */
  readonly noBases: readonly Point[];
  readonly obstacles: readonly SeenObstacle[];
  /** Places like an obstacle’s where no known one was recognised. */
  readonly noObstacles: readonly UnrecognisedPlace[];
  /** Readings of the strips across the mat’s border; absent where they have to be read again. */
  readonly edges?: readonly { readonly side: number; readonly mark: BorderMark | undefined }[];
  /** The base detector’s maps; absent where the whole picture has to be searched again. */
  readonly maps?: KeptMaps;
}

/** A place like an obstacle’s where no token was recognised, the probability that there is an obstacle, and the obstacle where that is likely. */
export interface UnrecognisedPlace {
  readonly at: Point;
  readonly probability: number;
  readonly obstacle?: SeenObstacle;
}

/** The cache of a first frame, or of one after a change everywhere. */
export const NOTHING_CACHED: CachedMeasurements = { bases: [], noBases: [], obstacles: [], noObstacles: [] };

/** True when a detection at a place is a base that stands there. */
export function isOn({ marks: { base, start } }: ConfirmedCandidate, place: Point): boolean {
  return Math.hypot(start.x - place.x, start.y - place.y) < halfSideMm(base);
}

/** Largest distance between measurements of one thing in frames in which nothing has changed, mm. */
const NEAR_MM = 8;

/** True when two places (mm) are so near that a detection at one is that at the other. */
export function isNear(one: Point, other: Point): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) < NEAR_MM;
}
