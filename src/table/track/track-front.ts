import { type Pose, turnedByQuarters, wrapRad } from '../../geometry/pose.js';
import type { SeenBase, TableMeasurement } from '../measurement.js';
import type { Track } from './track-state.js';

/** A ship that stands this near, and of which a side faces this nearly the same way, is the one whose front is unknown just now. */
const SAME_MM = 10;
const SAME_RAD = (25 * Math.PI) / 180;

/**
 * A base whose front the camera cannot determine faces as the ship does that is known to stand there, from earlier frames or from a person; its
 * front stays open where none is known.
 */
export function withKnownFronts(measurement: TableMeasurement, known: readonly Track[]): TableMeasurement {
  if (!measurement.bases.some(({ isFrontOpen }) => isFrontOpen)) return measurement;
  return { ...measurement, bases: measurement.bases.map((seen) => (seen.isFrontOpen ? facingAsKnown(seen, known) : seen)) };
}

function facingAsKnown(seen: SeenBase, known: readonly Track[]): SeenBase {
  const ways = known
    .filter(({ base }) => base === seen.base)
    .map(({ pose }) => ({ pose, way: turnedByQuarters(seen.pose, pose.headingRad) }));
  const there = ways.find(({ pose, way }) => standsAt(pose, way));
  return there ? { ...seen, pose: there.way } : seen;
}

function standsAt(a: Pose, b: Pose): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) < SAME_MM && Math.abs(wrapRad(a.headingRad - b.headingRad)) < SAME_RAD;
}
