import { type Explanation, explainMove } from '../../judge/maneuver/explain-move.js';
import { BEARINGS, maneuverCode } from '../../pieces/maneuver.js';
import type { Ship, Table } from '../../table/table.js';
import type { GameState } from '../model/game-state.js';
import { inPlay, isOnTable, knownShip } from '../model/lookup.js';
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
  return leadingTo(state, shipId, now).slice(0, MOST);
}

/** The maneuvers of a ship that lead to where a base is seen, the best first: of its dial, or the one that was revealed. */
function leadingTo(state: GameState, shipId: string, now: Ship): readonly Explanation[] {
  const { activation } = state;
  const { dial = ANYWHERE } = knownShip(state, shipId);
  const revealed = activation?.ship === shipId ? activation.maneuver : undefined;
  return explainMove(state.table, shipId, now, revealed ? [maneuverCode(revealed)] : dial).filter(({ plausible }) => plausible);
}

/**
 * The ship that one may have been confused with, by ids: alike ships that moved while nobody saw it are paired by what is near. Its own maneuvers lead to
 * where that one is seen, and not to where it is seen itself; that one is still to activate. Undefined where there is none, or more than one.
 */
export function mistakenFor(state: GameState, shipId: string, seen: Table): string | undefined {
  const changed = whatChanged(state.table, seen);
  const [own, before] = [seen, state.table].map(({ ships }) => ships.find(({ id }) => id === shipId));
  if (!own || !before || !changed.includes(shipId) || own.isFrontOpen || before.isFrontOpen || leadingTo(state, shipId, own).length > 0)
    return undefined;
  const found = inPlay(state).filter(({ id, hasActivated }) => {
    const other = seen.ships.find((ship) => ship.id === id);
    if (id === shipId || hasActivated || !other || other.base !== own.base || other.isFrontOpen || !changed.includes(id)) return false;
    return leadingTo(state, shipId, { ...other, id: shipId }).length > 0;
  });
  return found.length === 1 ? found[0]!.id : undefined;
}
