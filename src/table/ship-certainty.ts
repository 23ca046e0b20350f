import { isLengthOpen } from './huge-ship.js';
import type { Ship } from './table.js';

/** From this probability on what was seen as a ship is stated to be one. */
export const STATED_SHIP = 0.95;

/** Where a ship's edges are was not measured: it stands where a hand put it, or how long its base is is open. */
export function isUnmeasured(ship: Pick<Ship, 'isByHand' | 'base' | 'lengthMm'>): boolean {
  return ship.isByHand === true || isLengthOpen(ship);
}

/**
 * Whether all that is measured to a ship is supposed: nobody measured it, or it may be no ship. In pictures
 * that were copied badly, or taken in bad light, other things passed as bases at 0.88 and 0.92 (docs/experiments/claims.md). What a person has said anything of is there.
 */
export function isSupposed(ship: Pick<Ship, 'isByHand' | 'base' | 'lengthMm' | 'detectionProbability'>): boolean {
  return isUnmeasured(ship) || (ship.detectionProbability ?? 1) < STATED_SHIP;
}

/** Whether any of these things, by their ids, is a ship of which that is so. */
export function isAnySupposed(ships: readonly Ship[], ...ids: readonly string[]): boolean {
  return ships.some((ship) => ids.includes(ship.id) && isSupposed(ship));
}
