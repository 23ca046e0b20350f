import type { Ship } from './table.js';

/** From this probability on what was seen as a ship is stated to be one. */
export const STATED_SHIP = 0.95;

/**
 * Whether all that is measured to a ship is supposed: it stands where a hand put it, or it may be no ship. In pictures
 * that were copied badly, or taken in bad light, other things passed as bases at 0.88 and 0.92 (docs/experiments/claims.md). What a person has said anything of is there.
 */
export function isSupposed({ isByHand, detectionProbability = 1 }: Pick<Ship, 'isByHand' | 'detectionProbability'>): boolean {
  return isByHand === true || detectionProbability < STATED_SHIP;
}

/** Whether any of these things, by their ids, is a ship of which that is so. */
export function isAnySupposed(ships: readonly Ship[], ...ids: readonly string[]): boolean {
  return ships.some((ship) => ids.includes(ship.id) && isSupposed(ship));
}
