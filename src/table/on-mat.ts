import { jointOf } from '../geometry/joint-covariance.js';
import { type Ring, rectangleRing, ringSeparation } from '../geometry/ring.js';
import { baseHalf } from '../pieces/bases.js';
import type { Ship, Table } from './table.js';

/** A table without the ships whose base lies wholly beside the mat (they have fled or wait), and the ids of these. */
export interface OnMat {
  readonly table: Table;
  readonly offMat: readonly string[];
}

/** Leaves out of a table what stands wholly beside its mat, joint covariance included; the same table where nothing does, or where the edge is is not known. */
export function onMat(table: Table): OnMat {
  if (table.isEdgeUnknown) return { table, offMat: [] };
  const kept = table.ships.map((_, index) => index).filter((index) => !isBesideMat(table, table.ships[index]!));
  if (kept.length === table.ships.length) return { table, offMat: [] };
  const { jointCovariance: joint, ...rest } = table;
  return {
    table: {
      ...rest,
      ships: kept.map((index) => table.ships[index]!),
      ...(joint && { jointCovariance: jointOf(kept, joint) }),
    },
    offMat: table.ships.filter((_, index) => !kept.includes(index)).map(({ id }) => id),
  };
}

/** Whether no point of a base lies on the mat or its edge. */
export function isBesideMat(
  { widthMm, depthMm }: Pick<Table, 'widthMm' | 'depthMm'>,
  ship: Pick<Ship, 'base' | 'pose' | 'lengthMm'>,
): boolean {
  const mat: Ring = [0, 0, widthMm, 0, widthMm, depthMm, 0, depthMm];
  const { x, y, headingRad } = ship.pose;
  return ringSeparation(rectangleRing(baseHalf(ship), x, y, Math.sin(headingRad), Math.cos(headingRad)), 4, mat, 4) > 0;
}
