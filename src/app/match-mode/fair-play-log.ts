import * as v from 'valibot';
import type { Moment } from '../../game/table/moment.js';
import { fields, flag, list, number, oneOf, text, validate, variant, word } from '../../table/documents/validate.js';
import { isPhrase } from '../../texts/english.js';
import type { Phrase, Value } from '../../texts/tools-texts.js';
import { forget, keep, kept, MATCH_MODE_KEY } from '../ui/storage.js';

/** One line of the log that both players read. */
export interface FairEntry {
  readonly atMs: number;
  readonly kind: 'agreed' | 'moment' | 'answered' | 'refused' | 'left';
  /** A line that an older page kept is a finished sentence. */
  readonly text: Value;
  /** The rule by which it was answered or refused. */
  readonly rule?: string;
}

/** State of match mode that is stored: a reload neither ends it nor loses its log. */
export interface FairState {
  readonly isOn: boolean;
  readonly moment: Moment;
  readonly log: readonly FairEntry[];
}

export const NO_MATCH_MODE: FairState = { isOn: false, moment: { kind: 'nothing' }, log: [] };

/** Maximum number of entries: a long match asks a few hundred times. */
const MAX_ENTRIES = 1000;

const ENTRY = fields({
  atMs: number({ min: 0, max: 1e14 }),
  kind: oneOf(['agreed', 'moment', 'answered', 'refused', 'left'] as const),
  text: v.union([text(), v.custom<Phrase>((said) => isPhrase(said))]),
  rule: v.optional(word(40)),
});
const MOMENT = variant('kind', {
  nothing: {},
  maneuver: { ship: word(), code: v.optional(word(8)) },
  action: { ship: word() },
  ability: { ship: word() },
  'declare target': { ship: word() },
  attack: { ship: word(), defender: word() },
});
const STATE = fields({ isOn: flag(), moment: MOMENT, log: list(ENTRY, MAX_ENTRIES) });

/** The stored state; empty where the browser keeps nothing, or the stored state is damaged. */
export function keptFairState(): FairState {
  try {
    return validate(STATE, kept(MATCH_MODE_KEY), 'match mode') as FairState;
  } catch {
    return NO_MATCH_MODE;
  }
}

export function keepFairState(state: FairState): void {
  if (state === NO_MATCH_MODE) forget(MATCH_MODE_KEY);
  else keep(MATCH_MODE_KEY, state);
}

/** The log with one more entry; the oldest are dropped from a full log. */
export function logged(log: readonly FairEntry[], entry: FairEntry): readonly FairEntry[] {
  return [...log, entry].slice(-MAX_ENTRIES);
}
