import type { Player } from '../../table/table.js';
import type { Phrase } from '../../texts/phrase.js';
import type { Attack, GameShip, GameState } from './game-state.js';
import type { Weapon } from './weapon.js';

/** A ship of the match that is still in play. */
export function shipIn(state: GameState, id: string): GameShip | undefined {
  return state.ships.find((ship) => ship.id === id && !ship.isRemoved);
}

/** A ship that must be there, because the state itself names it. */
export function knownShip(state: GameState, id: string): GameShip {
  const ship = state.ships.find((one) => one.id === id);
  if (ship) return ship;
  throw new Error(`Ship '${id}': not in the match, expected one of ${state.ships.map((one) => one.id).join(', ')}.`);
}

/** The name of a ship, also of one that is out of play; of one that is not in the match its id. */
export function nameOf({ ships }: GameState, id: string): string {
  return ships.find((one) => one.id === id)?.name ?? id;
}

export function inPlay(state: GameState): readonly GameShip[] {
  return state.ships.filter(({ isRemoved }) => !isRemoved);
}

/** Players who have no ships left in play. */
export function playersWithoutShips(state: GameState): readonly Player[] {
  const left = new Set(inPlay(state).map(({ owner }) => owner));
  return ([1, 2] as const).filter((player) => !left.has(player) && state.ships.some(({ owner }) => owner === player));
}

export function withShip(state: GameState, ship: GameShip): GameState {
  return { ...state, ships: state.ships.map((one) => (one.id === ship.id ? ship : one)) };
}

export function changedShip(state: GameState, id: string, change: Partial<GameShip>): GameState {
  return withShip(state, { ...knownShip(state, id), ...change });
}

/** The attack that is going on. */
export function attackOf(state: GameState): Attack | undefined {
  return state.attacks.at(-1);
}

export function withAttack(state: GameState, change: Partial<Attack>): GameState {
  const attack = state.attacks.at(-1)!;
  return { ...state, attacks: [...state.attacks.slice(0, -1), { ...attack, ...change }] };
}

/** Remaining charges of a weapon; 0 where it has none. */
export function chargesOf({ charges }: GameShip, weapon: string): number {
  return Object.hasOwn(charges, weapon) ? charges[weapon]! : 0;
}

export function weaponOf(ship: GameShip, id: string | undefined): Weapon | undefined {
  return ship.weapons.find((weapon) => weapon.id === id);
}

/**
 * The code on a ship's faceup dial, until the next Planning Phase (MAN-27); undefined while it is not revealed or not assigned (MAN-28).
 */
export function revealedCode({ set }: GameShip): string | undefined {
  return set?.isRevealed ? set.code : undefined;
}

/** Players in player order: the first player first. */
export function playerOrder({ firstPlayer }: Pick<GameState, 'firstPlayer'>): readonly [Player, Player] {
  return firstPlayer === 1 ? [1, 2] : [2, 1];
}

export function withNote(state: GameState, note: Phrase): GameState {
  return { ...state, notes: [...state.notes, note] };
}

export function isOnTable({ table }: GameState, id: string): boolean {
  return table.ships.some((ship) => ship.id === id);
}

/** Whether the camera left open which way a ship faces. */
export function isFrontOpen({ table }: GameState, id: string): boolean {
  return table.ships.some((ship) => ship.id === id && ship.isFrontOpen === true);
}
