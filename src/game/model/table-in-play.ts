import type { Table } from '../../table/table.js';
import { withoutShips } from '../../table/without-ships.js';
import type { GameState } from './game-state.js';

/** A table as the rules see it: removed ships are ignored wherever they stand; those that still stand there should be taken off. */
export function tableInPlay({ ships }: Pick<GameState, 'ships'>, table: Table): Pick<GameState, 'table' | 'toTakeOff'> {
  const removed = new Set(ships.filter(({ isRemoved }) => isRemoved).map(({ id }) => id));
  const toTakeOff = table.ships.filter(({ id }) => removed.has(id)).map(({ id }) => id);
  const inPlay = withoutShips(table, removed);
  // A ship of the match is one.
  const played = inPlay.ships.map(({ detectionProbability: _, ...ship }) => ship);
  return { table: { ...inPlay, ships: played }, toTakeOff };
}
