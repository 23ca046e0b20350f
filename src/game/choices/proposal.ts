import type { Value } from '../../texts/phrase.js';
import type { GameEvent } from '../model/event.js';

/** Something that somebody may want to do next; whether the rules allow it is asked of them. */
export interface Proposal {
  readonly label: Value;
  readonly event: GameEvent;
  /**
   * Whether it is another way to do the same as a proposal without this, or one of many of its kind: a page has its own place for these.
   */
  readonly isVariant?: true;
}

export const variant = (label: Value, event: GameEvent): Proposal => ({ label, event, isVariant: true });

/** Every choice of any number of things, the empty one too, in a fixed order. */
export function subsets<T>(things: readonly T[]): readonly (readonly T[])[] {
  if (things.length === 0) return [[]];
  const without = subsets(things.slice(1));
  return [...without, ...without.map((some) => [things[0]!, ...some])];
}

/** Every order of some things. */
export function orders<T>(things: readonly T[]): readonly (readonly T[])[] {
  if (things.length <= 1) return [things];
  return things.flatMap((first, i) => orders(things.filter((_, k) => k !== i)).map((rest) => [first, ...rest]));
}
