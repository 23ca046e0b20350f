import type { Table } from '../../table/table.js';
import type { GameState } from '../model/game-state.js';
import { THE_MAT } from './what-changed.js';

/** Things of a changed table by their names, or by their ids where they have none; the mat with the size it has now. */
export function changeNames({ ships }: GameState, ids: readonly string[], { widthMm, depthMm }: Table): string {
  const size = `(${widthMm.toFixed(0)} × ${depthMm.toFixed(0)} mm)`;
  return ids.map((id) => (id === THE_MAT ? `${id} ${size}` : (ships.find((ship) => ship.id === id)?.name ?? id))).join(', ');
}
