import { poseCovarianceAt } from '../../geometry/joint-covariance.js';
import type { Point } from '../../geometry/point.js';
import { type Pose, type PoseCovariance, tableFromPiece } from '../../geometry/pose.js';
import { BASE_SIZES } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { SeenBase, TableMeasurement } from '../measurement.js';
import { motionOf, movedMeasurement } from '../moved-table.js';
import type { BaseLink } from './link-bases.js';

/** Uncertainty of a link, and the position of its middle in the frame that it leads to. */
export interface LinkUncertainty {
  readonly middle: Point;
  readonly shiftSigmaMm: number;
  readonly turnSigmaRad: number;
}

/** Smallest uncertainty of a link, whose bases may agree by chance, mm. */
const FLOOR_MM = 0.2;

/** Uncertainty of a link as its bases determine it: by their claims, and by the distances that remain between them. */
export function linkUncertainty({ motion, pairs }: BaseLink, from: readonly SeenBase[], to: readonly SeenBase[]): LinkUncertainty {
  const places = pairs.map(([, k]) => to[k]!.pose);
  const n = pairs.length;
  const middle = { x: places.reduce((sum, { x }) => sum + x, 0) / n, y: places.reduce((sum, { y }) => sum + y, 0) / n };
  const apartSq = pairs.map(([i, k]) => {
    const at = tableFromPiece(motion, from[i]!.pose);
    return ((at.x - to[k]!.pose.x) ** 2 + (at.y - to[k]!.pose.y) ** 2) / 2;
  });
  const claimed = pairs.map(([i, k]) => meanVariance(from[i]!.covariance) + meanVariance(to[k]!.covariance));
  // Two pairs leave little from which to see their errors; the claims replace it.
  const sigmaMm = Math.sqrt(Math.max(FLOOR_MM ** 2, mean(claimed), (mean(apartSq) * n) / Math.max(1, n - 1)));
  const spread = Math.sqrt(places.reduce((sum, { x, y }) => sum + (x - middle.x) ** 2 + (y - middle.y) ** 2, 0));
  return { middle, shiftSigmaMm: sigmaMm / Math.sqrt(n), turnSigmaRad: sigmaMm / Math.max(1, spread) };
}

function meanVariance({ xx, yy }: PoseCovariance): number {
  return (xx + yy) / 2;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A measurement whose bases are only known relative to each other: their common errors are removed from their covariance. */
export function besideEachOther(measurement: TableMeasurement): TableMeasurement {
  if (!measurement.isEdgeUnknown) return measurement;
  const joint = [...measurement.jointCovariance];
  const size = 3 * measurement.bases.length;
  for (const axis of [0, 1]) {
    const rows = measurement.bases.map((_, i) => 3 * i + axis);
    for (let column = 0; column < size; column++)
      subtractMean(
        joint,
        rows.map((row) => row * size + column),
      );
    for (let row = 0; row < size; row++)
      subtractMean(
        joint,
        rows.map((column) => row * size + column),
      );
  }
  return withJoint(measurement, measurement.bases, measurement.isScaleUnknown ? withLinkedScale(joint, measurement.bases) : joint);
}

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

function subtractMean(values: number[], places: readonly number[]): void {
  const all = mean(places.map((at) => values[at]!));
  for (const at of places) values[at]! -= all;
}

/** The measurement in the frame to which `motion` leads, with the uncertainty of the link. */
export function linkedMeasurement(measurement: TableMeasurement, motion: Pose, link: LinkUncertainty): TableMeasurement {
  const moved = movedMeasurement(measurement, motionOf(motion));
  return withJoint(moved, moved.bases, withLink(moved.jointCovariance, moved.bases, link));
}

/** Adds the errors that all bases share because the link is uncertain. */
function withLink(joint: readonly number[], bases: readonly SeenBase[], { middle, shiftSigmaMm, turnSigmaRad }: LinkUncertainty): number[] {
  const size = 3 * bases.length;
  // Headings are clockwise: a turn by +1 moves things in front to the right.
  const turned = bases.flatMap(({ pose }) => [pose.y - middle.y, middle.x - pose.x, 1]);
  return joint.map((value, at) => {
    const [row, column] = [Math.floor(at / size), at % size];
    const shift = row % 3 === column % 3 && row % 3 !== 2 ? shiftSigmaMm ** 2 : 0;
    return value + shift + turnSigmaRad ** 2 * turned[row]! * turned[column]!;
  });
}

function withJoint(measurement: TableMeasurement, bases: readonly SeenBase[], joint: readonly number[]): TableMeasurement {
  return { ...measurement, bases: bases.map((one, i) => ({ ...one, covariance: poseCovarianceAt(joint, i) })), jointCovariance: joint };
}
