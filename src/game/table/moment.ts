import { maneuverCode } from '../../pieces/maneuver.js';
import type { AttackStep, GameState } from '../model/game-state.js';
import { attackOf } from '../model/lookup.js';

/** The part of a match's state that decides what may be measured. Ships by their ids. */
export type Moment =
  | { readonly kind: 'nothing' }
  /** A ship executes its revealed maneuver; `code` is absent where nobody said which. */
  | { readonly kind: 'maneuver'; readonly ship: string; readonly code?: string }
  | { readonly kind: 'action'; readonly ship: string }
  /** An ability of the ship asks. */
  | { readonly kind: 'ability'; readonly ship: string }
  /** The ship attacks and has no defender yet. */
  | { readonly kind: 'declare target'; readonly ship: string }
  | { readonly kind: 'attack'; readonly ship: string; readonly defender: string };

/** Steps after which an attack's range and obstruction decide nothing more. */
const OVER: readonly AttackStep[] = ['neutralize', 'deal damage', 'after 1', 'after 2', 'after 3', 'after 4'];

/** The moment that a match is in. What waits in the queue comes before the attack or activation below it (QUE-01). */
export function momentOf(state: GameState): Moment {
  const attack = attackOf(state);
  const queued = state.queue.length > (attack?.queueBelow ?? 0) ? state.queue[0] : undefined;
  const waiting = state.replacing[0]?.ability ?? queued?.ability;
  const ability = waiting === undefined ? undefined : state.abilities.find(({ id }) => id === waiting);
  if (ability) return { kind: 'ability', ship: ability.ship };
  if (attack) {
    const { attacker: ship, defender, step } = attack;
    if (OVER.includes(step)) return { kind: 'nothing' };
    return defender === undefined ? { kind: 'declare target', ship } : { kind: 'attack', ship, defender };
  }
  const { activation } = state;
  if (activation?.step === 'execute') {
    const { ship, maneuver } = activation;
    return { kind: 'maneuver', ship, ...(maneuver && { code: maneuverCode(maneuver) }) };
  }
  if (activation?.step === 'action') return { kind: 'action', ship: activation.ship };
  return { kind: 'nothing' };
}

export function isSameMoment(a: Moment, b: Moment): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
