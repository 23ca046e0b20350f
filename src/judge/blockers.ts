import type { Point } from '../geometry/point.js';
import type { Ring } from '../geometry/ring.js';
import { baseOutline } from '../pieces/bases.js';
import { shipCovariance } from '../table/pair-covariance.js';
import type { Table } from '../table/table.js';
import { SURE_SIGMAS } from './doubt.js';

/** Something a line can pass over, as the obstruction check wants it. */
export interface Blocker {
  readonly id: string;
  /** Outline, flat, table frame, mm. */
  readonly ring: Ring;
  /** A disc around the outline. */
  readonly x: number;
  readonly y: number;
  readonly radiusMm: number;
  /** Standard deviation of its place in x and in y, mm; of a ship 0, its covariance is the table's. */
  readonly sigmaMm: number;
  /** No point of it goes farther than this, whatever its errors, mm. */
  readonly looseMm: number;
  /** Place in `table.ships`; −1 for obstacles and devices. */
  readonly shipIndex: number;
}

/** Everything on the table that can obstruct: obstacles, devices, ships, in the order of the table. */
export function blockersOf(table: Table): readonly Blocker[] {
  return [
    ...[...table.obstacles, ...table.devices].map(({ id, outline, sigmaMm = 0 }) => {
      return { ...blocker(id, outline, sigmaMm), shipIndex: -1, looseMm: SURE_SIGMAS * Math.SQRT2 * sigmaMm };
    }),
    ...table.ships.map((ship, shipIndex) => {
      const outlined = blocker(ship.id, baseOutline(ship.base, ship.pose), 0);
      const { xx, yy, hh } = shipCovariance(table, shipIndex);
      return { ...outlined, shipIndex, looseMm: SURE_SIGMAS * (Math.sqrt(xx + yy) + outlined.radiusMm * Math.sqrt(hh)) };
    }),
  ];
}

function blocker(id: string, outline: readonly Point[], sigmaMm: number): Omit<Blocker, 'shipIndex' | 'looseMm'> {
  const ring: number[] = [];
  let left = Infinity;
  let right = -Infinity;
  let low = Infinity;
  let high = -Infinity;
  outline.forEach(({ x, y }) => {
    ring.push(x, y);
    left = Math.min(left, x);
    right = Math.max(right, x);
    low = Math.min(low, y);
    high = Math.max(high, y);
  });
  const x = (left + right) / 2;
  const y = (low + high) / 2;
  const radiusMm = Math.sqrt(outline.reduce((most, p) => Math.max(most, (p.x - x) ** 2 + (p.y - y) ** 2), 0));
  return { id, ring, x, y, radiusMm, sigmaMm };
}
