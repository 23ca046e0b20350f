import { type Phrase, phrase } from '../../texts/squad-texts.js';

/** A builder whose links name ships and cards by numbers. */
export type NumberedBuilder = 'yasb' | 'lbn';

/** Hint how to get a squad out of the builder as XWS. */
export const BUILDER_HINTS: Readonly<Record<NumberedBuilder, Phrase>> = {
  yasb: phrase('open-yasb-choose-xws'),
  lbn: phrase('open-lbn-choose-xws'),
};

/** The placeholder in a squad for a number that is on no list: no card's id begins like this. */
export const numberId = (builder: NumberedBuilder, number: string | number) => `${builder}-${number}`;

/** Hints about the numbers among these ids, one for each builder that uses them. */
export function hintsForNumbers(ids: readonly string[]): Phrase[] {
  const builders = Object.keys(BUILDER_HINTS) as NumberedBuilder[];
  return builders.filter((builder) => ids.some((id) => new RegExp(`^${builder}-\\d+$`).test(id))).map((builder) => BUILDER_HINTS[builder]);
}
