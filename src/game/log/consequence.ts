import { type Phrase, phrase } from '../../texts/rules-texts.js';
import type { GameEvent } from '../model/event.js';
import type { GameState } from '../model/game-state.js';
import type { Answer, Question } from '../model/question.js';
import { isRefusal } from '../model/refusal.js';
import { reduce } from '../reduce.js';

/** The consequence of ruling this way on an event that is too close to call: what happens, or why it could not. For people to read. */
export function consequenceOf(state: GameState, event: GameEvent, question: Question, answer: Answer): Phrase {
  const ruled = reduce(state, { kind: 'decide', question, answer });
  const next = isRefusal(ruled) ? ruled : reduce(ruled, event);
  if (!isRefusal(next)) return next.notes.length > 0 ? phrase('and-list', ...next.notes) : phrase('may-be-done');
  return next.code === 'too-close' ? phrase('then-one-more-question', next.message) : next.message;
}
