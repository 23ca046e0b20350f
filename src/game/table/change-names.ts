import type { Table } from '../../table/table.js';
import { figure, type Phrase, phrase } from '../../texts/rules-texts.js';
import type { GameState } from '../model/game-state.js';
import { THE_MAT } from './what-changed.js';

/** Things of a changed table by their names, or by their ids where they have none; the mat with the size it has now. */
export function changeNames({ ships }: GameState, ids: readonly string[], { widthMm, depthMm }: Table): Phrase {
  const mat = phrase('the-mat-sized', figure(widthMm, 0), figure(depthMm, 0));
  return phrase('list', ...ids.map((id) => (id === THE_MAT ? mat : (ships.find((ship) => ship.id === id)?.name ?? id))));
}
