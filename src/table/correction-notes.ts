import { type Phrase, phrase, type Value } from '../texts/phrase.js';
import type { Ship } from './table.js';

/** A sentence for each of these ships about which a person corrected the camera. */
export function correctionNotes(ships: readonly Ship[], nameOf: (ship: Ship) => Value): Phrase[] {
  return ships.flatMap((ship) => {
    if (!ship.corrected) return [];
    return [phrase(ship.corrected === 'fitted' ? 'placed-and-fitted' : 'turned-by-hand', nameOf(ship))];
  });
}
