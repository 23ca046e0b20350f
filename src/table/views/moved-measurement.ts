import { jointOf, poseCovarianceAt } from '../../geometry/joint-covariance.js';
import { distanceMm } from '../../geometry/point.js';
import { BASE_SIZES } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { SeenBase, TableMeasurement } from '../measurement.js';
import { motionOf, movedMeasurement } from '../moved-table.js';
import type { BaseLink } from './link-bases.js';
import { type PlacedErrors, withLinkedErrors } from './linked-errors.js';

/** Standard deviation of the scale of bases once their sizes are known, relative: that of the plastic, and a little more. */
const PLASTIC_SCALE_SIGMA = 0.01;

/** The covariance of bases whose sizes another picture has confirmed. */
function withLinkedScale(joint: readonly number[], bases: readonly SeenBase[]): number[] {
  const middle = { x: mean(bases.map(({ pose }) => pose.x)), y: mean(bases.map(({ pose }) => pose.y)) };
  const out = bases.flatMap(({ pose }) => [pose.x - middle.x, pose.y - middle.y, 0]);
  const size = out.length;
  const lengthSq = out.reduce((sum, value) => sum + value * value, 0) || 1;
  const along = Array.from({ length: size }, (_, row) => out.reduce((sum, value, k) => sum + value * joint[row * size + k]!, 0) / lengthSq);
  const both = out.reduce((sum, value, k) => sum + value * along[k]!, 0) / lengthSq;
  return joint.map((value, at) => {
    const [row, column] = [Math.floor(at / size), at % size];
    const without = value - along[row]! * out[column]! - out[row]! * along[column]! + both * out[row]! * out[column]!;
    return without + PLASTIC_SCALE_SIGMA ** 2 * out[row]! * out[column]!;
  });
}

/** The same measurement with all bases of the next larger or smaller sizes, for one whose sizes are not known. */
export function otherSizedMeasurements(measurement: TableMeasurement): TableMeasurement[] {
  if (!measurement.isScaleUnknown) return [];
  return [-2, -1, 1, 2].flatMap((shift) => {
    const sizes = measurement.bases.map(({ base }) => BASE_SIZES[BASE_SIZES.indexOf(base) + shift]);
    if (sizes.some((size) => size === undefined)) return [];
    const ratio = mean(measurement.bases.map(({ base }, i) => halfSideMm(sizes[i]!) / halfSideMm(base)));
    const { r, t, ...camera } = measurement.camera;
    const bases = measurement.bases.map((one, i) => ({
      ...one,
      base: sizes[i]!,
      pose: { ...one.pose, x: ratio * one.pose.x, y: ratio * one.pose.y },
    }));
    const grown = (place: number) => (place % 3 === 2 ? 1 : ratio);
    const size = 3 * bases.length;
    const joint = measurement.jointCovariance.map((value, at) => value * grown(Math.floor(at / size)) * grown(at % size));
    const larger = { ...measurement, camera: { ...camera, r, t: [ratio * t[0], ratio * t[1], ratio * t[2]] as const } };
    // Everything else was looked for at the other scale.
    return [{ ...withJoint(larger, bases, joint), obstacles: [], unmeasurable: [], templates: [] }];
  });
}

/** A measurement in the frame of others, and their errors with its own. */
interface LinkedMeasurement {
  readonly measurement: TableMeasurement;
  readonly errors: PlacedErrors;
}

/**
 * The measurement in the frame to which a link leads. `placed`: the errors of all bases that have their place there, those of `to` from
 * base `first` on.
 */
export function linkedMeasurement(
  { isScaleUnknown, ...measurement }: TableMeasurement,
  { motion, pairs }: BaseLink,
  to: Pick<TableMeasurement, 'bases' | 'isScaleUnknown'>,
  placed: PlacedErrors,
  first: number,
): LinkedMeasurement {
  const moved = movedMeasurement(measurement, motionOf(motion));
  const at = pairs.map(([, k]) => to.bases[k]!.pose);
  const places = moved.bases.map(({ pose }) => pose);
  const areSizesConfirmed = isScaleUnknown && !to.isScaleUnknown;
  const joint = areSizesConfirmed ? withLinkedScale(moved.jointCovariance, moved.bases) : moved.jointCovariance;
  const apartSq = mean(pairs.map(([i], k) => distanceMm(places[i]!, at[k]!) ** 2 / 2));
  const errors = withLinkedErrors(placed, { ...{ places, joint, at, apartSq }, pairs: pairs.map(([i, k]) => [i, first + k] as const) });
  const count = Math.sqrt(placed.joint.length) / 3;
  const linked = jointOf(
    places.map((_, i) => count + i),
    errors.joint,
  );
  const isOpen = isScaleUnknown && !areSizesConfirmed;
  return { measurement: { ...withJoint(moved, moved.bases, linked), ...(isOpen && { isScaleUnknown }) }, errors };
}

function withJoint(measurement: TableMeasurement, bases: readonly SeenBase[], joint: readonly number[]): TableMeasurement {
  return { ...measurement, bases: bases.map((one, i) => ({ ...one, covariance: poseCovarianceAt(joint, i) })), jointCovariance: joint };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
