import { onMat } from '../../table/on-mat.js';
import type { Table } from '../../table/table.js';
import { withoutShips } from '../../table/without-ships.js';
import type { GameState } from './game-state.js';

/**
 * A table as the rules see it: removed ships are ignored wherever they stand, and ships that are in no match while they lie beside the mat;
 * removed ones that still stand on it should be taken off.
 */
export function tableInPlay({ ships }: Pick<GameState, 'ships'>, table: Table): Pick<GameState, 'table' | 'toTakeOff'> {
  const removed = new Set(ships.filter(({ isRemoved }) => isRemoved).map(({ id }) => id));
  const { offMat } = onMat(table);
  const strangers = offMat.filter((id) => !ships.some((ship) => ship.id === id));
  const toTakeOff = table.ships.filter(({ id }) => removed.has(id) && !offMat.includes(id)).map(({ id }) => id);
  const inPlay = withoutShips(table, new Set([...removed, ...strangers]));
  // A ship of the match is one.
  const played = inPlay.ships.map(({ detectionProbability: _, ...ship }) => ship);
  return { table: { ...inPlay, ships: played }, toTakeOff };
}
