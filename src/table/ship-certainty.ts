import { isLengthOpen } from './huge-ship.js';
import type { Ship } from './table.js';

/** Probability from which on a thing that was seen as a ship is reported as one. */
export const STATED_SHIP = 0.95;

/** Whether a ship's edges were not measured: it is where a hand put it, or the length of its base is open. */
export function isUnmeasured(ship: Pick<Ship, 'isByHand' | 'base' | 'lengthMm'>): boolean {
  return ship.isByHand === true || isLengthOpen(ship);
}

/**
 * Whether every measurement to a ship is only supposed: nobody measured it, or it may not be a ship. In pictures that were copied badly, or
 * taken in bad light, other things passed as bases at 0.88 and 0.92 (docs/experiments/claims.md). A ship that a person has said anything
 * about is there.
 */
export function isSupposed(ship: Pick<Ship, 'isByHand' | 'base' | 'lengthMm' | 'detectionProbability'>): boolean {
  return isUnmeasured(ship) || (ship.detectionProbability ?? 1) < STATED_SHIP;
}

/** Whether any of these ids is of a supposed ship. */
export function isAnySupposed(ships: readonly Ship[], ...ids: readonly string[]): boolean {
  return ships.some((ship) => ids.includes(ship.id) && isSupposed(ship));
}
