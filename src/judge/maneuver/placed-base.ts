import { boxGapMm } from '../../geometry/box.js';
import { boxOutlineGap } from '../../geometry/box-outline.js';
import type { Point } from '../../geometry/point.js';
import { type Pose, pieceFromTable } from '../../geometry/pose.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import { type BaseShape, type BaseSize, isSquare } from '../../pieces/base-size.js';
import { baseHalf, shipOutline } from '../../pieces/bases.js';
import type { Table } from '../../table/table.js';

/** A base at a place. */
export interface PlacedBase extends BaseShape {
  readonly pose: Pose;
}

/** Gap between two bases, mm; negative: how deep they overlap. */
export function baseGapMm(a: PlacedBase, b: PlacedBase): number {
  const centre = pieceFromTable(a.pose, b.pose);
  const turn = b.pose.headingRad - a.pose.headingRad;
  return boxGapMm(baseHalf(a), baseHalf(b), centre.x, centre.y, Math.sin(turn), Math.cos(turn));
}

/** Two bases that share a surface; bases that only touch do not overlap. */
export function basesOverlap(a: PlacedBase, b: PlacedBase): boolean {
  return baseGapMm(a, b) < -ROUNDING_MM;
}

/** Two ships that cannot stand so, and how far one has to go for them not to overlap, mm. */
export interface Overlap {
  readonly ids: readonly [string, string];
  readonly depthMm: number;
}

/** All ships of a table whose bases overlap each other by more than `minMm`: the table was measured or typed wrong. */
export function overlappingShips({ ships }: Pick<Table, 'ships'>, minMm = ROUNDING_MM): readonly Overlap[] {
  return ships.flatMap((one, i) =>
    ships.slice(i + 1).flatMap((other): readonly Overlap[] => {
      const depthMm = -baseGapMm(one, other);
      return depthMm > minMm ? [{ ids: [one.id, other.id], depthMm }] : [];
    }),
  );
}

/** Gap between a base and an outline, mm; negative when the base lies on it. */
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
