import type { Table } from '../../table/table.js';
import { figure, type Phrase, phrase } from '../../texts/rules-texts.js';
import type { GameState } from '../model/game-state.js';
import { nameInMatch } from './name-in-match.js';
import { THE_MAT } from './what-changed.js';

/** Things of a changed table by their names; the mat with the size it has now. */
export function changeNames(state: GameState, ids: readonly string[], changed: Table): Phrase {
  const mat = phrase('the-mat-sized', figure(changed.widthMm, 0), figure(changed.depthMm, 0));
  return phrase('list', ...ids.map((id) => (id === THE_MAT ? mat : nameInMatch(state, id, changed))));
}
