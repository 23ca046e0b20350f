import type { Player } from '../../table/table.js';
import { phrase } from '../../texts/rules-texts.js';
import type { Ability, QueuedAbility, Window } from '../model/ability.js';
import type { ActionName } from '../model/action.js';
import type { GameState, QueueEntry } from '../model/game-state.js';
import { attackOf, knownShip, playerOrder, withNote } from '../model/lookup.js';

/** An event that abilities wait for. */
export interface Trigger {
  readonly window: Window;
  /** The ship that did it. */
  readonly ship?: string;
  readonly action?: ActionName;
  /** Only the abilities that grant a bonus attack, or only the others (ATK-16); absent: all. */
  readonly bonusAttacks?: boolean;
  /** Only the abilities of this player's ships. */
  readonly player?: Player;
}

/**
 * Puts the abilities that an event triggers into the queue: in player order (QUE-02), those of one player as listed until that player
 * orders them (QUE-03). While an entry is being resolved they go before everything that waits, else behind it (QUE-04).
 */
export function triggered(state: GameState, trigger: Trigger | readonly Trigger[], isNested: boolean): GameState {
  const triggers = [trigger].flat();
  const found = playerOrder(state).flatMap((player) =>
    state.abilities
      .filter((ability): ability is QueuedAbility => triggers.some((one) => isTriggered(state, ability, one)))
      .filter((ability) => ownerOf(state, ability) === player),
  );
  if (found.length === 0) return state;
  const entries = found.map(
    (ability, index): QueueEntry => ({
      key: state.queuedSoFar + 1 + index,
      ability: ability.id,
      player: ownerOf(state, ability),
      batch: state.queuedSoFar + 1,
      isSettled: false,
    }),
  );
  // Entries from before a bonus attack wait for its end.
  const below = state.queue.length - (attackOf(state)?.queueBelow ?? 0);
  const place = isNested ? 0 : below;
  const queue = [...state.queue.slice(0, place), ...entries, ...state.queue.slice(place)];
  const names = found.map(({ name }) => name).join(', ');
  return withNote(
    { ...state, queue, queuedSoFar: state.queuedSoFar + entries.length },
    phrase('colon', phrase(triggers[0]!.window), names),
  );
}

function isTriggered(state: GameState, ability: Ability, trigger: Trigger): ability is QueuedAbility {
  if (ability.kind !== 'ability' || ability.window !== trigger.window) return false;
  const owner = knownShip(state, ability.ship);
  if (owner.isRemoved) return false;
  if (trigger.player !== undefined && owner.owner !== trigger.player) return false;
  if (trigger.bonusAttacks !== undefined && (ability.grantsBonusAttack ?? false) !== trigger.bonusAttacks) return false;
  const attack = attackOf(state);
  if (ability.attackRanges && !(attack?.facts && ability.attackRanges.includes(attack.facts.range))) return false;
  if (ability.actions && (!trigger.action || !ability.actions.includes(trigger.action))) return false;
  if (trigger.ship === undefined) return true;
  const whose = ability.of ?? 'self';
  if (whose === 'self') return trigger.ship === ability.ship;
  const isFriend = knownShip(state, trigger.ship).owner === owner.owner;
  return whose === 'friendly' ? isFriend && trigger.ship !== ability.ship : !isFriend;
}

function ownerOf(state: GameState, { ship }: QueuedAbility) {
  return knownShip(state, ship).owner;
}
