import { carriedCovariance } from '../../geometry/carried-covariance.js';
import type { Point } from '../../geometry/point.js';
import { EXACT, type PoseCovariance } from '../../geometry/pose.js';
import type { Ring } from '../../geometry/ring.js';
import { shipOutline } from '../../pieces/bases.js';
import { shipCovariance } from '../../table/pair-covariance.js';
import type { PlacedToken, Table } from '../../table/table.js';
import { SURE_SIGMAS } from './error-propagation.js';

/** Something a line can pass over: an obstacle obstructs it (ATK-11), a device or ship is only named. */
export interface Blocker {
  readonly id: string;
  readonly kind: 'obstacle' | 'device' | 'ship';
  /** Outline, flat, table frame, mm. */
  readonly ring: Ring;
  /** A disc around the outline. */
  readonly x: number;
  readonly y: number;
  readonly radiusMm: number;
  /** Standard deviation of its points in their worst direction, mm; of a ship 0, its covariance is the table's. */
  readonly sigmaMm: number;
  /** Joint error of x, y and its turn; exact for a ship, whose covariance is the table's. */
  readonly covariance: PoseCovariance;
  /** Maximum distance that any point of it moves, whatever its errors, mm. */
  readonly looseMm: number;
  /** Probability that it is there at all, 0…1. */
  readonly probability: number;
  /** Place in `table.ships`; −1 for obstacles and devices. */
  readonly shipIndex: number;
}

/** Everything on the table that a line can pass over: obstacles, devices, ships, in the order of the table. */
export function blockersOf(table: Table): readonly Blocker[] {
  return [
    ...[...table.obstacles, ...table.devices].map((object, place) => {
      const kind = place < table.obstacles.length ? ('obstacle' as const) : ('device' as const);
      const outlined = blocker(object.id, object.outline, object.sigmaMm ?? 0);
      const covariance = spreadOf(object, outlined);
      const probability = 'detectionProbability' in object ? (object.detectionProbability ?? 1) : 1;
      return { ...outlined, kind, covariance, probability, shipIndex: -1, looseMm: looseMm(outlined.radiusMm, covariance) };
    }),
    ...table.ships.map((ship, shipIndex) => {
      const outlined = blocker(ship.id, shipOutline(ship), 0);
      const covariance = shipCovariance(table, shipIndex);
      return {
        ...outlined,
        kind: 'ship' as const,
        covariance: EXACT,
        probability: 1,
        shipIndex,
        looseMm: looseMm(outlined.radiusMm, covariance),
      };
    }),
  ];
}

function looseMm(radiusMm: number, { xx, yy, hh }: PoseCovariance): number {
  return SURE_SIGMAS * (Math.sqrt(xx + yy) + radiusMm * Math.sqrt(hh));
}

/** Error of an obstacle: of a known token as it was fitted, about the blocker's middle; another outline only shifts, in x and y alike. */
function spreadOf({ sigmaMm = 0, token }: { sigmaMm?: number; token?: PlacedToken }, { x, y }: Point): PoseCovariance {
  if (token) return carriedCovariance(token.covariance, { x: x - token.pose.x, y: y - token.pose.y });
  return { ...EXACT, xx: sigmaMm ** 2, yy: sigmaMm ** 2 };
}

function blocker(
  id: string,
  outline: readonly Point[],
  sigmaMm: number,
): Omit<Blocker, 'kind' | 'shipIndex' | 'looseMm' | 'covariance' | 'probability'> {
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
