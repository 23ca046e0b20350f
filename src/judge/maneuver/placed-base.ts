import { boxGapMm } from '../../geometry/box.js';
import { boxOutlineGap } from '../../geometry/box-outline.js';
import type { Point } from '../../geometry/point.js';
import { type Pose, pieceFromTable } from '../../geometry/pose.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import { type BaseShape, type BaseSize, isSquare } from '../../pieces/base-size.js';
import { baseHalf, shipOutline } from '../../pieces/bases.js';
import { pairCovariance } from '../../table/pair-covariance.js';
import type { Table } from '../../table/table.js';

/** A base at a place. */
export interface PlacedBase extends BaseShape {
  readonly pose: Pose;
}

/** Gap between two bases, mm; negative: minus the depth of their overlap. */
export function baseGapMm(a: PlacedBase, b: PlacedBase): number {
  const centre = pieceFromTable(a.pose, b.pose);
  const turn = b.pose.headingRad - a.pose.headingRad;
  return boxGapMm(baseHalf(a), baseHalf(b), centre.x, centre.y, Math.sin(turn), Math.cos(turn));
}

/** Whether two bases share a surface; bases that only touch do not overlap. */
export function basesOverlap(a: PlacedBase, b: PlacedBase): boolean {
  return baseGapMm(a, b) < -ROUNDING_MM;
}

/** Two ships whose bases overlap, and the distance that one must move to separate them, mm. */
export interface Overlap {
  readonly ids: readonly [string, string];
  readonly depthMm: number;
  /** One standard deviation of the depth, from the uncertainty of both poses. */
  readonly sigmaMm: number;
}

/** Overlap that bases that touch are measured to have by chance, in sigmas; seldom more. */
const BY_CHANCE_SIGMAS = 2;

/** All ships of a table whose bases overlap by more than `minMm` and than chance explains: the table was measured or typed wrong. */
export function overlappingShips(table: Pick<Table, 'ships' | 'jointCovariance'>, minMm = ROUNDING_MM): readonly Overlap[] {
  const { ships } = table;
  return ships.flatMap((one, i) =>
    ships.slice(i + 1).flatMap((other, k): readonly Overlap[] => {
      const depthMm = -baseGapMm(one, other);
      if (!(depthMm > minMm)) return [];
      const sigmaMm = gapSigmaMm(table, i, i + 1 + k);
      return depthMm > BY_CHANCE_SIGMAS * sigmaMm ? [{ ids: [one.id, other.id], depthMm, sigmaMm }] : [];
    }),
  );
}

/** Steps of the derivatives, mm and rad. */
const STEPS = [
  ['x', 1e-3],
  ['y', 1e-3],
  ['headingRad', 1e-5],
] as const;

function gapSigmaMm(table: Pick<Table, 'ships' | 'jointCovariance'>, i: number, k: number): number {
  const [one, other] = [table.ships[i]!, table.ships[k]!];
  const slopes = [...slopesOf(one, other), ...slopesOf(other, one)];
  const variance = pairCovariance(table, i, k).reduce((sum, value, at) => sum + slopes[Math.floor(at / 6)]! * slopes[at % 6]! * value, 0);
  return Math.sqrt(Math.max(0, variance));
}

/** Slopes of the gap in x, y and heading of `moved`. */
function slopesOf(moved: PlacedBase, other: PlacedBase): number[] {
  return STEPS.map(([axis, step]) => {
    const gapAt = (by: number) => baseGapMm({ ...moved, pose: { ...moved.pose, [axis]: moved.pose[axis] + by } }, other);
    return (gapAt(step) - gapAt(-step)) / (2 * step);
  });
}

/** Gap between a base and an outline, mm; negative when the base is on it. */
export function outlineGapMm(placed: PlacedBase, outline: readonly Point[]): number {
  const ring: number[] = [];
  for (const point of outline) {
    const { x, y } = pieceFromTable(placed.pose, point);
    ring.push(x, y);
  }
  return boxOutlineGap(baseHalf(placed), ring).gapMm;
}

/** Whether any part of a base is beyond the edge of the mat; exactly at the edge it is still on the table. */
export function isOffTable({ widthMm, depthMm }: Pick<Table, 'widthMm' | 'depthMm'>, placed: PlacedBase): boolean {
  return shipOutline(placed).some(
    ({ x, y }) => x < -ROUNDING_MM || y < -ROUNDING_MM || x > widthMm + ROUNDING_MM || y > depthMm + ROUNDING_MM,
  );
}

/** The base of a ship that flies by templates; throws for a huge one: no source describes its guides or its maneuver tool. */
export function flyingBase(ship: BaseShape & { readonly id?: string }): BaseSize {
  if (isSquare(ship)) return ship.base;
  throw new Error(
    `Ship '${ship.id ?? ''}': got a huge base, expected a small, medium or large one. Maneuvers of huge ships are not known here.`,
  );
}
