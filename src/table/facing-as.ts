import { distanceMm } from '../geometry/point.js';
import { type Pose, turnedByQuarters, wrapRad } from '../geometry/pose.js';
import type { ShipBase } from '../pieces/base-size.js';
import type { SeenBase, TableMeasurement } from './measurement.js';

/** A ship that stands this near, and of which a side faces this nearly the same way, is the one whose front is unknown just now. */
const SAME_MM = 10;
const SAME_RAD = (25 * Math.PI) / 180;

interface Standing {
  readonly base: ShipBase;
  readonly pose: Pose;
}

/** The pose of a base whose front is open, facing as the ship does that is known to stand there; undefined where `known` is another. */
export function facingAs(seen: Standing, known: Standing): Pose | undefined {
  if (seen.base !== known.base || distanceMm(seen.pose, known.pose) >= SAME_MM) return undefined;
  const way = turnedByQuarters(seen.pose, known.pose.headingRad);
  return Math.abs(wrapRad(way.headingRad - known.pose.headingRad)) < SAME_RAD ? way : undefined;
}

/**
 * A base whose front the camera cannot determine faces as the ship does that is known to stand there, from earlier frames or from a person; its
 * front stays open where none is known.
 */
export function withKnownFronts(measurement: TableMeasurement, known: readonly Standing[]): TableMeasurement {
  if (!measurement.bases.some(({ isFrontOpen }) => isFrontOpen)) return measurement;
  return { ...measurement, bases: measurement.bases.map((seen) => (seen.isFrontOpen ? facingAsKnown(seen, known) : seen)) };
}

function facingAsKnown(seen: SeenBase, known: readonly Standing[]): SeenBase {
  const [pose] = known.flatMap((one) => facingAs(seen, one) ?? []);
  return pose ? { ...seen, pose } : seen;
}
