import type { Phrase } from '../../texts/phrase.js';
import { eventWords } from '../model/event-words.js';
import type { Phase } from '../model/game-state.js';
import { type Notice, notices } from './referee.js';
import type { MatchState } from './states-of-match.js';

/** Something a referee would have said, with the moment at which it could first be seen. */
export interface Remark extends Notice {
  /** Place of the event among those that count, from 0. */
  readonly at: number;
  readonly round: number;
  readonly phase: Phase;
  /** The event just before. */
  readonly after: Phrase;
}

/** Remarks of a referee on a match, each once for as long as it lasts. */
export function remarks(states: readonly MatchState[]): readonly Remark[] {
  let before = new Set<string>();
  return states.flatMap(({ event, state }, at) => {
    const now = notices(state);
    const fresh = now.filter((notice) => !before.has(JSON.stringify(notice)));
    before = new Set(now.map((notice) => JSON.stringify(notice)));
    return fresh.map((notice): Remark => ({ at, round: state.round, phase: state.phase, after: eventWords(event, state), ...notice }));
  });
}
