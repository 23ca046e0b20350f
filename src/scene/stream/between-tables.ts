import { wrapRad } from '../../geometry/pose.js';
import type { Table } from '../../table/table.js';

/**
 * A table on its way from one state to the next, for the eye: ships that both have stand `share` (0 to 1) of their way, headings turn the shorter way.
 * Everything else is as in `to`.
 */
export function tableBetween(from: Table, to: Table, share: number): Table {
  if (share >= 1) return to;
  const before = new Map(from.ships.map(({ id, pose }) => [id, pose]));
  return {
    ...to,
    ships: to.ships.map((ship) => {
      const start = before.get(ship.id);
      if (!start) return ship;
      const { x, y, headingRad } = ship.pose;
      const pose = {
        x: start.x + share * (x - start.x),
        y: start.y + share * (y - start.y),
        headingRad: wrapRad(start.headingRad + share * wrapRad(headingRad - start.headingRad)),
      };
      return { ...ship, pose };
    }),
  };
}

/** Whether any ship's pose differs between the tables. */
export function isMoved(from: Table, to: Table): boolean {
  const before = new Map(from.ships.map(({ id, pose }) => [id, pose]));
  return to.ships.some(({ id, pose }) => {
    const start = before.get(id);
    return start !== undefined && (start.x !== pose.x || start.y !== pose.y || start.headingRad !== pose.headingRad);
  });
}
