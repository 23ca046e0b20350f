import { type Explanation, explainMove } from '../../judge/maneuver/explain-move.js';
import { BEARINGS } from '../../pieces/maneuver.js';
import type { Table } from '../../table/table.js';
import type { GameState } from '../model/game-state.js';
import { isOnTable, knownShip } from '../model/lookup.js';
import { whatChanged } from './what-changed.js';

/** Maximum number of explanations of one move: more are no help. */
const MOST = 3;

/** Every maneuver there is, for its end; its difficulty makes no difference to that. */
const ANYWHERE: readonly string[] = BEARINGS.flatMap(({ letter, speeds }) => speeds.map((speed) => `${speed}${letter}W`));

/**
 * The maneuvers that explain where a ship stands on a newer table, the best first: of its dial, or of all there are where its dial is not known.
 * Empty where it has not moved, where nothing of its dial leads there, and where it is not known which way it faces.
 */
export function flown(state: GameState, shipId: string, seen: Table): readonly Explanation[] {
  const now = seen.ships.find(({ id }) => id === shipId);
  const before = state.table.ships.find(({ id }) => id === shipId);
  if (!now || !before || !isOnTable(state, shipId) || now.isFrontOpen || before.isFrontOpen) return [];
  if (!whatChanged(state.table, seen).includes(shipId)) return [];
  const { dial = ANYWHERE } = knownShip(state, shipId);
  return explainMove(state.table, shipId, now, dial)
    .filter(({ plausible }) => plausible)
    .slice(0, MOST);
}
