import { phrase } from '../../texts/rules-texts.js';
import type { GameState, QueueEntry } from '../model/game-state.js';
import { inPlay } from '../model/lookup.js';
import { abilityOf, isPointless, type Use, usesOf } from '../queue/queue.js';
import { orders, type Proposal, variant } from './proposal.js';

/** More entries than this of one event and player are only swapped in pairs: all orders would be too many to list. */
const MAX_ORDERED = 4;

/** Whether the replacement effect that is asked about is used, and on whom (QUE-06). */
export function replacementChoices(state: GameState): readonly Proposal[] {
  const { name, target } = state.abilities.find(({ id }) => id === state.replacing[0]!.ability)!;
  const used: readonly Proposal[] = target
    ? inPlay(state).map(
        (ship): Proposal => ({ label: phrase('use-on', name, ship.name), event: { kind: 'replace', isUsed: true, target: ship.id } }),
      )
    : [{ label: phrase('used', name), event: { kind: 'replace', isUsed: true } }];
  return [...used, { label: phrase('not-used-2', name), event: { kind: 'replace', isUsed: false } }];
}

/** Choices about the front of the queue, and about the order of entries that one event has just added. */
export function queueChoices(state: GameState): readonly Proposal[] {
  const front = state.queue[0]!;
  const { name, key } = { ...abilityOf(state, front), key: front.key };
  const skip: Proposal = { label: phrase('not-used-2', name), event: { kind: 'skip', key } };
  if (isPointless(state, front)) return [{ label: phrase('no-effect-leaves-queue', name), event: { kind: 'resolve', key } }];
  const uses = usesOf(state, front);
  const resolves = abilityOf(state, front).target?.isEach ? [{}] : uses;
  return [
    ...resolves.map(
      ({ ship }: Use): Proposal => ({
        label: ship ? phrase('resolve-on', name, ship.name) : phrase('resolve', name),
        event: { kind: 'resolve', key, ...(ship && { target: ship.id }) },
      }),
    ),
    skip,
    ...otherOrders(state),
  ];
}

function otherOrders(state: GameState): readonly Proposal[] {
  const groups = new Map<string, QueueEntry[]>();
  for (const entry of state.queue.filter(({ isSettled }) => !isSettled)) {
    const group = `${entry.batch} ${entry.player}`;
    groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  return [...groups.values()]
    .flatMap((entries) => ordersOf(entries.map(({ key }) => key)))
    .map((keys) => variant(phrase('order', keys.join(', ')), { kind: 'order', keys }));
}

function ordersOf(keys: readonly number[]): readonly (readonly number[])[] {
  if (keys.length <= MAX_ORDERED) return orders(keys).slice(1);
  return keys.slice(1).map((key, i) => [...keys.slice(0, i), key, keys[i]!, ...keys.slice(i + 2)]);
}
