import { english } from './english.js';
import type { Value } from './phrase.js';

/** An error whose reason can be said in every language; its message is the English one. */
export class PhraseError extends Error {
  readonly reason: Value;

  constructor(reason: Value) {
    super(english(reason));
    this.reason = reason;
  }
}

/** Why something failed, to be put into a phrase; an error of the platform says so in its own words. */
export function reasonOf(error: unknown): Value {
  if (error instanceof PhraseError) return error.reason;
  return error instanceof Error ? error.message : String(error);
}
