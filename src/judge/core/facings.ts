import { turnedOnSpot } from '../../geometry/pose.js';
import type { Table } from '../../table/table.js';
import { type Pair, pairOf } from './pair.js';

/** A pair with its viewer turned on the spot, and the probability of that heading. */
export interface Facing {
  readonly pair: Pair;
  readonly probability: number;
}

/**
 * Headings of a base whose front the camera does not determine, relative to the assumed one: of 29 such bases on 136 simulated tables of
 * looks that no net was trained on 19 faced so, nine the other way, one to a side.
 */
const TURNS = [
  { turnRad: 0, probability: 0.65 },
  { turnRad: Math.PI, probability: 0.3 },
  { turnRad: Math.PI / 2, probability: 0.025 },
  { turnRad: -Math.PI / 2, probability: 0.025 },
] as const;

/** All headings that a viewer with an open front may have. */
export function facings({ table, viewerIndex, targetIndex }: Pair): readonly Facing[] {
  return turnedTables(table, viewerIndex).map((one) => ({
    pair: pairOf(one.table, viewerIndex, targetIndex),
    probability: one.probability,
  }));
}

/** The table with a ship of open front turned to each heading that it may have, with the probability of each. */
export function turnedTables(table: Table, index: number): readonly { readonly table: Table; readonly probability: number }[] {
  return TURNS.map(({ turnRad, probability }) => ({ table: withShipTurned(table, index, turnRad), probability }));
}

/** The table with a ship turned as its printed tile is, since players look along its lines; undefined where the tile was not measured. */
export function alongTile(table: Table, index: number): Table | undefined {
  const { tile } = table.ships[index]!;
  return tile && withShipTurned(table, index, tile.turnRad, tile.sigmaRad ** 2);
}

/** `moreVariance`: variance that is added to its heading, rad². */
function withShipTurned(table: Table, index: number, turnRad: number, moreVariance = 0): Table {
  const ships = table.ships.map((ship, i) => {
    if (i !== index) return ship;
    const { pose, covariance } = ship;
    return { ...ship, pose: turnedOnSpot(pose, turnRad), covariance: { ...covariance, hh: covariance.hh + moreVariance } };
  });
  if (!table.jointCovariance || moreVariance === 0) return { ...table, ships };
  const jointCovariance = [...table.jointCovariance];
  jointCovariance[(3 * index + 2) * (3 * ships.length + 1)]! += moreVariance;
  return { ...table, ships, jointCovariance };
}
