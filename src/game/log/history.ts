import { phrase } from '../../texts/rules-texts.js';
import type { GameEvent } from '../model/event.js';
import type { GameState } from '../model/game-state.js';
import { isRefusal, type Refusal, refuse } from '../model/refusal.js';
import { reduce } from '../reduce.js';

/** An entry in a match's log: an event, or that the last one is taken back. Nothing is ever struck out. */
export type Entry = GameEvent | { readonly kind: 'undo' };

/** A match with everything that led to it. `states` has the state after each event that still counts; the last one is now. */
export interface History {
  readonly entries: readonly Entry[];
  readonly states: readonly GameState[];
}

export const NEW_HISTORY: History = { entries: [], states: [] };

/** The state now; undefined before the match has begun. */
export function present({ states }: History): GameState | undefined {
  return states.at(-1);
}

/** Adds an entry; a refused one leaves the history unchanged. */
export function recorded(history: History, entry: Entry): History | Refusal {
  const { entries, states } = history;
  if (entry.kind === 'undo') {
    if (states.length === 0) return refuse('out-of-turn', phrase('nothing-take-back'), phrase('match-beginning'));
    return { entries: [...entries, entry], states: states.slice(0, -1) };
  }
  const next = reduce(present(history), entry);
  return isRefusal(next) ? next : { entries: [...entries, entry], states: [...states, next] };
}

/** Plays a log from its beginning. Stops at the first entry that the rules refuse, and says which one. */
export function replayed(entries: readonly Entry[]): History | (Refusal & { readonly at: number }) {
  let history = NEW_HISTORY;
  for (const [at, entry] of entries.entries()) {
    const next = recorded(history, entry);
    if (isRefusal(next)) return { ...next, at };
    history = next;
  }
  return history;
}

/** The events that were not undone, each with the state to which it led. */
export function eventsThatCount({ entries, states }: History): readonly { readonly event: GameEvent; readonly state: GameState }[] {
  const events: GameEvent[] = [];
  for (const entry of entries) {
    if (entry.kind === 'undo') events.pop();
    else events.push(entry);
  }
  return events.map((event, i) => ({ event, state: states[i]! }));
}
