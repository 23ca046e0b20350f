import { type Camera, carriedPoint } from '../../geometry/camera.js';
import type { Point } from '../../geometry/point.js';
import { wrapRad } from '../../geometry/pose.js';
import { upperMedian } from '../../geometry/statistics.js';
import type { Quarters } from '../../table/edits.js';
import { movedPoint, quarterMotion } from '../../table/moved-table.js';
import type { Table } from '../../table/table.js';
import { gapMm, type Match, type PlacedBase } from './pose-errors.js';

/** Share of a base's error that the registration must explain to be its cause. */
const MOST = 0.6;
const TURNED_DEG = 20;
const HIDDEN = 0.6;
const CROWDED_MM = 4;

/** The true and the found camera of one picture, and how the found table was turned to compare it. */
export interface Registration {
  readonly truth: Camera;
  readonly found: Camera;
  readonly mat: Pick<Table, 'widthMm' | 'depthMm'>;
  readonly turns: Quarters;
}

/** Error of the found camera at a place of the table, mm; undefined where it does not see the place. */
function shiftAt({ truth, found, mat, turns }: Registration, at: Point): Point | undefined {
  const seen = carriedPoint(truth, found, at);
  if (!seen) return undefined;
  const { x, y } = movedPoint(seen, quarterMotion(mat, turns));
  return { x: x - at.x, y: y - at.y };
}

/**
 * Distance by which the registration alone misplaces places of the table: the middle one of a grid over the true mat, mm. The best of the
 * four ways to turn a square mat.
 */
export function registrationErrorMm(registration: Registration, { widthMm, depthMm }: Pick<Table, 'widthMm' | 'depthMm'>): number {
  const shares = [0.05, 0.35, 0.65, 0.95];
  const places = shares.flatMap((sx) => shares.map((sy) => ({ x: sx * widthMm, y: sy * depthMm })));
  const medians = ([0, 1, 2, 3] as const).map((turns) => {
    const shifts = places.map((place) => shiftAt({ ...registration, turns }, place));
    return upperMedian(shifts.map((shift) => (shift ? Math.hypot(shift.x, shift.y) : Number.POSITIVE_INFINITY)))!;
  });
  return Math.min(...medians);
}

/** The cause of a base's position error, determined from the truth alone. */
export function causeOf(
  { truth, found }: Match,
  visibleFraction: number,
  others: readonly PlacedBase[],
  registration: Registration | undefined,
): string {
  const [ex, ey] = [found.pose.x - truth.pose.x, found.pose.y - truth.pose.y];
  const shift = registration && shiftAt(registration, truth.pose);
  // The part of the error along itself that every place there shares.
  const shared = shift ? (shift.x * ex + shift.y * ey) / (ex * ex + ey * ey) : 0;
  if (shift && shared > MOST) return `wrong registration: the table there is ${Math.hypot(shift.x, shift.y).toFixed(1)} mm off`;
  if (truth.base !== found.base) return `size wrong: ${truth.base} mistaken for ${found.base}`;
  const turnedDeg = (Math.abs(wrapRad(found.pose.headingRad - truth.pose.headingRad)) * 180) / Math.PI;
  if (turnedDeg > TURNED_DEG) return `heading turned by ${turnedDeg.toFixed(0)}°`;
  if (visibleFraction < HIDDEN) return `hidden: ${Math.round(100 * visibleFraction)} % of the base is seen`;
  if (others.some((other) => gapMm(truth, other) < CROWDED_MM)) return 'another base beside it';
  return `its marks misread, ${Math.round(100 * visibleFraction)} % of the base is seen`;
}
