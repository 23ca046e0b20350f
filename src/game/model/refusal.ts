import type { Phrase } from '../../texts/phrase.js';
import type { OpenQuestion } from './question.js';
import type { RuleId } from './rule-id.js';

/** Reason for a refusal that no rule of the list covers. */
export type OtherReason =
  | 'out-of-turn'
  | 'unknown'
  | 'too-close'
  | 'table-changed'
  | 'astray'
  | 'not-the-dice'
  | 'unpaid'
  | 'ionized'
  | 'beyond-range';

/** An event that was not taken, with the rule against it. The state is unchanged. */
export interface Refusal {
  readonly refused: true;
  readonly code: RuleId | OtherReason;
  readonly message: Phrase;
  readonly hint: Phrase;
  /** The questions that are too close to call, with the meaning of each outcome: a judge decides. */
  readonly open?: readonly OpenQuestion[];
}

export function refuse(code: Refusal['code'], message: Phrase, hint: Phrase, open?: readonly OpenQuestion[]): Refusal {
  return { refused: true, code, message, hint, ...(open ? { open } : {}) };
}

/** Whether a reduction was refused; the compiler then knows it for the rest. */
export function isRefusal(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && 'refused' in result;
}
