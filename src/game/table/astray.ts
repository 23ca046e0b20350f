import type { Pose } from '../../geometry/pose.js';
import { HAND_SIGMA, offsetFrom } from '../../judge/maneuver/explain-move.js';
import type { Ship } from '../../table/table.js';
import { phrase } from '../../texts/rules-texts.js';
import type { GameState } from '../model/game-state.js';
import { changedShip, inPlay, knownShip, shipIn, withNote } from '../model/lookup.js';
import { type Refusal, refuse } from '../model/refusal.js';
import { whatChanged } from './what-changed.js';

/** Standard deviations of hands and camera beyond which a ship stands elsewhere. */
const SIGMAS = 4;

/** Why nothing is judged of a ship now: the table shows it where the log does not have it. */
export function astrayRefusal(state: GameState, ...ids: readonly string[]): Refusal | undefined {
  const found = ids.map((id) => shipIn(state, id)).find((ship) => ship?.astray);
  if (!found) return undefined;
  return refuse('astray', phrase('astray-not-judged', found.name), phrase('put-back-or-say'));
}

/** A ship that stands elsewhere than where the log has it; `expected`: there. */
export function withAstray(state: GameState, id: string, expected: Pose, now: Pose): GameState {
  if (!state.options.asksWhatHappened) return state;
  const { distanceMm, turnDeg } = offsetFrom(expected, now);
  const { name } = knownShip(state, id);
  return withNote(changedShip(state, id, { astray: { expected, distanceMm, turnDeg } }), phrase('stands-elsewhere', name));
}

/**
 * The ships of a newer table that moved without a move of theirs: each stands where the log does not have it, until somebody says why. One
 * that a hand placed is where that person says, and one that stands again where the log has it is no longer astray.
 */
export function withStrays(before: GameState, after: GameState): GameState {
  const changed = whatChanged(before.table, after.table);
  return inPlay(after).reduce((state, { id, astray }) => {
    const was = before.table.ships.find((ship) => ship.id === id);
    const now = after.table.ships.find((ship) => ship.id === id);
    if (!was || !now || now.isFrontOpen || was.isFrontOpen) return state;
    if (astray) {
      return now.isByHand || isThere(astray.expected, now) ? found(state, id) : withAstray(state, id, astray.expected, now.pose);
    }
    if (changed.includes(id) && mayMove(before, id)) return changedShip(state, id, { mayShift: false });
    if (!changed.includes(id) || was.base !== now.base || now.isByHand || isThere(was.pose, now)) return state;
    return withAstray(state, id, was.pose, now.pose);
  }, after);
}

/** Whether hands and camera explain that a ship stands here and not there. */
function isThere(expected: Pose, { pose, covariance: { xx, yy, hh } }: Ship): boolean {
  const { distanceMm, turnDeg } = offsetFrom(expected, pose);
  return (
    distanceMm <= Math.hypot(SIGMAS * HAND_SIGMA.mm, SIGMAS * Math.sqrt(xx + yy)) &&
    (Math.abs(turnDeg) * Math.PI) / 180 <= Math.hypot(SIGMAS * HAND_SIGMA.rad, SIGMAS * Math.sqrt(hh))
  );
}

/** Accepts the table's pose of a ship: somebody said so, or it was put back. */
export function found(state: GameState, id: string): GameState {
  return withNote(changedShip(state, id, { astray: undefined }), phrase('stands-where-log', knownShip(state, id).name));
}

/** A ship moves while it activates, and once by an action that moves it; what an ability that is resolved moves is in no text. */
function mayMove({ activation, isResolving, ships }: GameState, id: string): boolean {
  return isResolving || activation?.ship === id || ships.some((ship) => ship.id === id && ship.mayShift);
}
