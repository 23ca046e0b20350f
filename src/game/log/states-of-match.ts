import { english } from '../../texts/english.js';
import type { GameEvent } from '../model/event.js';
import type { GameState } from '../model/game-state.js';
import { isRefusal } from '../model/refusal.js';
import { eventsThatCount, replayed } from './history.js';
import { readMatch } from './match-file.js';

/** An event that counts, and the state after it. */
export interface MatchState {
  readonly event: GameEvent;
  readonly state: GameState;
}

/**
 * Plays a match from its file: every event that was not taken back, with the state after it. Throws an Error that says what is wrong with the
 * file, or which entry the rules do not take and why.
 */
export function statesOfMatch(json: unknown): readonly MatchState[] {
  const history = replayed(readMatch(json));
  if (isRefusal(history)) throw new Error(`entries[${history.at}]: ${english(history.message)} (${history.code}) ${english(history.hint)}`);
  return eventsThatCount(history);
}
