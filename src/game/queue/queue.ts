import { phrase } from '../../texts/rules-texts.js';
import type { Ability, QueuedAbility } from '../model/ability.js';
import type { GameState, PendingStep, QueueEntry } from '../model/game-state.js';
import type { Handlers } from '../model/handler.js';
import { attackOf, isOnTable, knownShip, nameOf, shipIn, withNote } from '../model/lookup.js';
import { newAttack } from '../model/new-attack.js';
import { isRefusal, type Refusal, refuse } from '../model/refusal.js';
import { gain } from '../steps/effects.js';
import { triggered } from '../steps/triggers.js';
import { applied, doesAnything, holdsFor, type Possible, targetsOf } from './ability-effect.js';

/** An entry of the queue with its ability. */
export function abilityOf(state: GameState, { ability: id }: Pick<QueueEntry, 'ability'>): QueuedAbility {
  return state.abilities.find((one): one is QueuedAbility => one.id === id && one.kind === 'ability')!;
}

/** A way to use an ability: on a ship, or without one; `open`: too close to call. */
export type Use = Partial<Possible>;

/** Ways to use an ability now: on ships (or on itself alone), without those on which it would have no effect. */
export function usesOf(state: GameState, entry: QueueEntry): readonly Use[] {
  const ability = abilityOf(state, entry);
  if (!shipIn(state, ability.ship)) return [];
  const attacks = (ability.grantsBonusAttack ?? false) && isOnTable(state, ability.ship);
  if (!ability.target) return attacks || ability.effects.some((effect) => doesAnything(state, ability, effect, undefined)) ? [{}] : [];
  return targetsOf(state, ability)
    .filter(({ ship }) => attacks || ability.effects.some((effect) => doesAnything(state, ability, effect, ship.id)))
    .flatMap((possible): readonly Use[] => {
      if (possible.open) return [possible];
      const holds = holdsFor(state, ability, possible.ship.id);
      if (isRefusal(holds)) return [{ ship: possible.ship, open: holds }];
      return holds ? [possible] : [];
    });
}

/** Whether an ability has become pointless: it resolves without effect and leaves the queue (QUE-07). */
export function isPointless(state: GameState, entry: QueueEntry): boolean {
  return usesOf(state, entry).length === 0;
}

export const queueHandlers: Handlers<'trigger' | 'order' | 'resolve' | 'skip' | 'replace'> = {
  trigger: (state, { window, ship }) => {
    if (ship !== undefined && !shipIn(state, ship)) return refuse('unknown', phrase('not-play', nameOf(state, ship)), phrase('name-ship'));
    if (window === 'after revealing' && !(ship !== undefined && shipIn(state, ship)!.set?.isRevealed))
      return refuse(
        'MAN-29',
        ship === undefined ? phrase('no-ship-revealed') : phrase('has-revealed-no-dial', nameOf(state, ship)),
        phrase('abilities-after-you-reveal'),
      );
    return triggered(state, { window, ...(ship !== undefined && { ship }) }, state.isResolving);
  },
  order: (state, { keys }) => {
    const entries = keys.map((key) => state.queue.find((entry) => entry.key === key));
    const [first] = entries;
    const same = first ? state.queue.filter(({ batch, player }) => batch === first.batch && player === first.player) : [];
    const isWhole = entries.length === same.length && same.every((entry) => keys.includes(entry.key));
    if (!first || !isWhole) {
      return refuse('QUE-03', phrase('player-orders-all-abilities'), phrase('name-each-them-once'));
    }
    if (same.some(({ isSettled }) => isSettled)) return refuse('QUE-03', phrase('their-order-chosen-when'), phrase('resolve-from-front'));
    const ordered = [...entries];
    return { ...state, queue: state.queue.map((entry) => (same.includes(entry) ? ordered.shift()! : entry)) };
  },
  resolve: (state, { key, target }) => {
    const front = frontOf(state, key);
    if (isRefusal(front)) return front;
    const ability = abilityOf(state, front);
    const uses = usesOf(state, front);
    const next: GameState = { ...taken(state), isResolving: ability.effects.some(({ does }) => does === 'by hand') };
    if (uses.length === 0) return withNote(next, phrase('no-effect', ability.name));
    if (!ability.target) return resolved(withNote(next, phrase('is-resolved', ability.name)), ability, [undefined]);
    const open = uses.find((use) => use.open)?.open;
    if (open && (ability.target.isEach || target === undefined)) return open;
    if (ability.target.isEach) {
      const each = uses.map(({ ship }) => ship!.id);
      return resolved(withNote(next, phrase('is-resolved', ability.name)), ability, each);
    }
    const chosen = uses.find(({ ship }) => ship!.id === target);
    if (!chosen) {
      const names = uses.map(({ ship }) => ship!.name).join(', ');
      return refuse(
        'QUE-08',
        target === undefined ? phrase('nobody-unchosen', ability.name) : phrase('cannot-chosen', ability.name, target),
        phrase('range-arc-may', names),
      );
    }
    if (chosen.open) return chosen.open;
    const { id, name } = chosen.ship!;
    return resolved(withNote(next, phrase('colon', ability.name, name)), ability, [id]);
  },
  skip: (state, { key }) => {
    const front = frontOf(state, key);
    if (isRefusal(front)) return front;
    const ability = abilityOf(state, front);
    if (!ability.isOptional && !isPointless(state, front))
      return refuse('QUE-01', phrase('not-optional', ability.name), phrase('resolve-it'));
    return withNote({ ...taken(state), isResolving: false }, phrase('not-used', ability.name));
  },
  replace: (state, { isUsed, target }) => replaced(state, isUsed, target),
};

function frontOf(state: GameState, key: number): QueueEntry | Refusal {
  const [front] = state.queue;
  if (!front || state.queue.length <= (attackOf(state)?.queueBelow ?? 0))
    return refuse('QUE-01', phrase('queue-empty'), phrase('nothing-waits'));
  if (front.key === key) return front;
  return refuse('QUE-01', phrase('front-queue', abilityOf(state, front).name), phrase('abilities-resolve-from-front'));
}

/** Takes the front entry off; the others keep their order. */
function taken(state: GameState): GameState {
  return { ...state, queue: state.queue.slice(1).map((entry) => ({ ...entry, isSettled: true })) };
}

/** Resolves an ability. A bonus attack that it grants begins once its effects, and what they trigger, are done. */
function resolved(state: GameState, ability: QueuedAbility, targets: readonly (string | undefined)[]): GameState {
  const attacks = ability.grantsBonusAttack && isOnTable(state, ability.ship);
  return continued(withEffects(attacks ? bonusAttack(state, ability) : state, ability, targets));
}

/** Begins the bonus attack; anything else in the queue waits for its end. */
function bonusAttack(state: GameState, ability: QueuedAbility): GameState {
  const { name } = knownShip(state, ability.ship);
  return withNote(
    { ...state, attacks: [...state.attacks, newAttack(ability.ship, true, state.queue.length)] },
    phrase('attacks-again', ability.name, name),
  );
}

/** Resolves a replacement effect as its player says: at once, outside the queue (QUE-06). */
function replaced(state: GameState, isUsed: boolean, target: string | undefined): GameState | Refusal {
  const [waiting, ...others] = state.replacing;
  const ability = state.abilities.find(({ id }) => id === waiting?.ability);
  if (!waiting || !ability) return refuse('QUE-06', phrase('no-replacement-effect-waits'), phrase('nothing-replace'));
  if (!ability.target && target !== undefined)
    return refuse('QUE-08', phrase('asks-no-ship-got', ability.name, target), phrase('leave-ship-out'));
  const { ship, token, count } = waiting;
  const tried = [...waiting.tried, ability.id];
  const gains = (gainer: string, number: number): PendingStep => ({ step: 'gain', ship: gainer, token, count: number, tried });
  const asked = others.map(({ ability: _, ...gain }): PendingStep => ({ step: 'gain', ...gain }));
  const next = { ...state, replacing: [], pending: [...asked, ...state.pending] };
  const targets = targetsOf(state, ability);
  const isPossible = !ability.target || targets.some(({ open }) => !open);
  if (!isUsed) {
    if (!ability.isOptional && isPossible) return refuse('QUE-06', phrase('not-optional', ability.name), phrase('use-it'));
    return continued({ ...next, pending: [gains(ship, count), ...next.pending] });
  }
  const chosen = targets.find((possible) => possible.ship.id === target);
  if (chosen?.open) return chosen.open;
  if (ability.target && !chosen) {
    return refuse(
      'QUE-08',
      target === undefined ? phrase('nobody-unchosen', ability.name) : phrase('cannot-chosen', ability.name, target),
      phrase('range-arc-may', targets.map((possible) => possible.ship.name).join(', ')),
    );
  }
  const handedOn = ability.effects.reduce((sum, effect) => sum + (effect.does === 'transfer gained' ? effect.count : 0), 0);
  const passed = target === undefined ? 0 : Math.min(handedOn, count);
  const noted = withNote(next, phrase('to', ability.name, passed, phrase(token), knownShip(state, target ?? ability.ship).name));
  const given = passed > 0 && target !== undefined ? [gains(target, passed)] : [];
  const rest = [...given, gains(ship, count - passed), ...noted.pending];
  return continued(withEffects({ ...noted, pending: rest }, ability, [target]));
}

/** Adds everything that an ability does to a ship, in order, before what was pending already. */
function withEffects(state: GameState, ability: Ability, targets: readonly (string | undefined)[]): GameState {
  const steps = targets.flatMap((target) =>
    ability.effects.map((_, place): PendingStep => ({ step: 'effect', ability: ability.id, place, target })),
  );
  return { ...state, pending: [...steps, ...state.pending] };
}

/**
 * Performs the pending steps one by one until a replacement effect has to be asked about. A step that is impossible when its turn comes has
 * no effect and does not stop the others (QUE-07).
 */
function continued(state: GameState): GameState {
  const [step, ...pending] = state.pending;
  if (!step || state.replacing.length > 0) return state;
  return continued(stepped({ ...state, pending }, step));
}

function stepped(state: GameState, step: PendingStep): GameState {
  if (step.step === 'gain') return gain(state, step.ship, step.token, step.count, step.tried);
  const ability = state.abilities.find(({ id }) => id === step.ability)!;
  const effect = ability.effects[step.place]!;
  return doesAnything(state, ability, effect, step.target) ? applied(state, ability, effect, step.target) : state;
}
