import type { Align } from '../../judge/maneuver/execute.js';
import type { ArcKind } from '../../pieces/arcs.js';
import { phrase, type Value } from '../../texts/phrase.js';

/** Something that only the table can say. */
export type Question =
  | { readonly about: 'touching'; readonly from: string; readonly to: string }
  | { readonly about: 'arc'; readonly from: string; readonly to: string; readonly arc: ArcKind }
  | { readonly about: 'attack range'; readonly from: string; readonly to: string; readonly arc: ArcKind }
  | { readonly about: 'range'; readonly from: string; readonly to: string }
  | { readonly about: 'obstructed'; readonly from: string; readonly to: string; readonly arc: ArcKind }
  /** `align`: of a Tallon Roll, each of whose three placements is a question of its own. */
  | { readonly about: 'full execution'; readonly from: string; readonly code: string; readonly align?: Align }

  /** A maneuver takes the ship through an obstacle or onto it. */
  | { readonly about: 'over obstacle'; readonly from: string; readonly to: string; readonly code: string; readonly align?: Align };

export type Answer = boolean | number;

/** A question that the table cannot answer for certain. */
export interface OpenQuestion {
  readonly question: Question;
  /** Every answer that may be right, the likeliest first. */
  readonly outcomes: readonly { readonly answer: Answer; readonly probability: number }[];
}

/** Decision of a judge at the table. */
export interface Decision {
  readonly question: Question;
  readonly answer: Answer;
  /** The judge, where that was said. */
  readonly by?: string;
}

/** Whether an answer is of the kind that a question asks for: a range 0 to 4 (beyond 3), else yes or no. */
export function isAnswerTo({ about }: Question, answer: Answer): boolean {
  const isRange = about === 'range' || about === 'attack range';
  return isRange ? [0, 1, 2, 3, 4].includes(answer as number) : typeof answer === 'boolean';
}

/** Whether two questions are the same one. "Touching" has no direction. */
export function isSameQuestion(a: Question, b: Question): boolean {
  if (a.about !== b.about) return false;
  if (a.about === 'full execution') return b.about === a.about && a.from === b.from && a.code === b.code && a.align === b.align;
  if (a.about === 'over obstacle')
    return b.about === a.about && a.from === b.from && a.to === b.to && a.code === b.code && a.align === b.align;
  if (b.about === 'full execution' || b.about === 'over obstacle') return false;
  const straight = a.from === b.from && a.to === b.to;
  if (a.about === 'touching' || a.about === 'range') return straight || (a.from === b.to && a.to === b.from);
  return straight && 'arc' in b && 'arc' in a && a.arc === b.arc;
}

/** A judge's answer to a question; undefined: there is none. */
export function decided(decisions: readonly Decision[], question: Question): Answer | undefined {
  return decisions.find((decision) => isSameQuestion(decision.question, question))?.answer;
}

/** A judge's ruling as a word: yes, no, or a range. */
export function answerWord(answer: Answer): Value {
  if (typeof answer === 'boolean') return answer ? phrase('yes') : phrase('no');
  return answer > 3 ? phrase('beyond-3') : answer;
}
