import type { Table } from '../../table/table.js';
import type { GameShip, GameState } from '../model/game-state.js';
import { isOnTable } from '../model/lookup.js';
import { flown, mistakenFor } from './flown.js';
import { whatChanged } from './what-changed.js';

/**
 * A newer table with the ships whose maneuver is still to come where they stood: a hand is often quicker than what is entered, and where its maneuver
 * begins is where it stood before. Where a maneuver explains one that moved in the Planning Phase, all that moved then were flown before that was said to be
 * over. `isNow`: the ship whose move is being taken.
 */
export function heldBack(state: GameState, seen: Table, isNow?: string): Table {
  const changed = new Set(whatChanged(state.table, seen));
  const moved = state.ships.filter(({ id }) => changed.has(id) && id !== isNow);
  const isFlown = ({ id }: GameShip) => flown(state, id, seen).length > 0 || mistakenFor(state, id, seen) !== undefined;
  const isEarly = state.phase === 'planning' && moved.some((ship) => mayFly(ship) && isFlown(ship));
  const held = moved.filter((ship) => (isEarly ? mayFly(ship) && isOnTable(state, ship.id) : isToMove(state, ship.id)));
  if (held.length === 0) return seen;
  return withShipsOf(state.table, seen, new Set(held.map(({ id }) => id)));
}

/** Whether a ship that moved in the Planning Phase may have been flown already: one that is cloaked may have decloaked. */
const mayFly = ({ tokens, isRemoved }: GameShip) => tokens.cloak === 0 && !isRemoved;

/** A table on which these ships stand as on another one that has them. */
export function withShipsOf(known: Table, seen: Table, ids: ReadonlySet<string>): Table {
  // Shared errors of two ships are only known for ships of one picture.
  const { jointCovariance: _, ...rest } = seen;
  return { ...rest, ships: seen.ships.map((ship) => (ids.has(ship.id) ? known.ships.find(({ id }) => id === ship.id)! : ship)) };
}

function isToMove(state: GameState, id: string): boolean {
  const { phase, activation, ships } = state;
  if (phase !== 'activation' || !isOnTable(state, id)) return false;
  if (activation?.ship === id) return activation.step === 'reveal' || activation.step === 'execute';
  return ships.some((ship) => ship.id === id && !ship.isRemoved && !ship.hasActivated);
}
