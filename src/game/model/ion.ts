import type { GameShip, GameState } from './game-state.js';

/** Ion tokens that ionize a ship, by its base (rules reference); those of a huge ship are not known here, and it is in no match. */
const IONIZING = { small: 1, medium: 2, large: 3, huge: Number.POSITIVE_INFINITY } as const;

/** Whether a ship has no dial assigned this round, because it is ionized (MAN-28). Of a ship that is not on the table a small base is assumed. */
export function isIonized({ table }: Pick<GameState, 'table'>, { id, tokens }: GameShip): boolean {
  const base = table.ships.find((ship) => ship.id === id)?.base ?? 'small';
  return tokens.ion >= IONIZING[base];
}
