import { type Phrase, phrase } from '../../texts/rules-texts.js';
import type { Ability, Effect, Who } from '../model/ability.js';
import type { GameShip, GameState } from '../model/game-state.js';
import { attackOf, inPlay, isOnTable, knownShip, withNote } from '../model/lookup.js';
import { isRefusal, type Refusal, refuse } from '../model/refusal.js';
import { greenOf } from '../model/tokens.js';
import { actionRefusal } from '../steps/activation.js';
import { gain, performed, remove, suffer } from '../steps/effects.js';
import { astrayRefusal } from '../table/astray.js';
import { type Asked, abilityRange, askArc, attackRangeIn } from '../table/measure.js';

/** A ship that an ability may be about; `open`: whether it may is too close to call. */
export interface Possible {
  readonly ship: GameShip;
  readonly open?: Refusal;
}

/** The ships that an ability may target, by the table (QUE-08). One that is too close to call does not prevent the choice of another. */
export function targetsOf(state: GameState, ability: Ability): readonly Possible[] {
  const { target, ship: ownerId } = ability;
  if (!target) return [];
  const owner = knownShip(state, ownerId);
  const found: Possible[] = [];
  for (const ship of inPlay(state)) {
    const isFriend = ship.owner === owner.owner;
    if ((target.whose === 'friendly' && !isFriend) || (target.whose === 'enemy' && isFriend)) continue;
    if (!isOnTable(state, ship.id) || !isOnTable(state, ownerId)) continue;
    const may = mayTarget(state, ability, owner, ship);
    if (may !== false) found.push(isRefusal(may) ? { ship, open: may } : { ship });
  }
  return found;
}

function mayTarget(state: GameState, ability: Ability, owner: GameShip, ship: GameShip): boolean | Refusal {
  const { ranges, inOwnersArc, isAttackRange } = ability.target!;
  const astray = astrayRefusal(state, owner.id, ship.id);
  if (astray) return astray;
  if (isAttackRange) return mayTargetInAttack(state, ability, owner, ship);
  const range = abilityRange(state.table, state.decisions, owner.id, ship.id);
  if ('open' in range) return open(ability, range, phrase('range-from', owner.name, ship.name));
  if (!ranges.includes(range.answer)) return false;
  if (!inOwnersArc || ship.id === owner.id) return true;
  const inArc = askArc(state.table, state.decisions, owner.id, ship.id, inOwnersArc);
  if ('open' in inArc) return open(ability, inArc, phrase('whether-arc', ship.name, phrase(inOwnersArc), owner.name));
  return inArc.answer;
}

/** The same by attack range: that of the attack going on between the two, otherwise in the arc that the ability names. */
function mayTargetInAttack(state: GameState, ability: Ability, owner: GameShip, ship: GameShip): boolean | Refusal {
  const { ranges, inOwnersArc: arc } = ability.target!;
  const attack = attackOf(state);
  const isBetween = attack && [owner.id, ship.id].every((id) => id === attack.attacker || id === attack.defender);
  if (isBetween && attack.facts && owner.id !== ship.id) return ranges.includes(attack.facts.range);
  if (!arc || ship.id === owner.id) return false;
  const inArc = askArc(state.table, state.decisions, owner.id, ship.id, arc);
  if ('open' in inArc) return open(ability, inArc, phrase('whether-arc', ship.name, phrase(arc), owner.name));
  if (!inArc.answer) return false;
  const range = attackRangeIn(state.table, state.decisions, owner.id, ship.id, arc);
  return 'open' in range ? open(ability, range, phrase('attack-range-from', owner.name, ship.name)) : ranges.includes(range.answer);
}

/** Whether the condition that follows the choice holds: "if you do and you are in its arc". */
export function holdsFor(state: GameState, { target, ship: owner }: Ability, chosen: string): boolean | Refusal {
  if (!target?.ownerInArc || chosen === owner) return true;
  const inArc = askArc(state.table, state.decisions, chosen, owner, target.ownerInArc);
  if ('open' in inArc)
    return refuse('too-close', phrase('too-close-call-whether-arc', owner, phrase(target.ownerInArc), chosen), phrase('judge-decides'), [
      inArc.open,
    ]);
  return inArc.answer;
}

/** Whether an effect on these ships would change anything (QUE-07). */
export function doesAnything(state: GameState, ability: Ability, effect: Effect, target: string | undefined): boolean {
  const at = (who: Who) => {
    const id = who === 'self' ? ability.ship : target;
    return id === undefined ? undefined : knownShip(state, id);
  };
  switch (effect.does) {
    case 'act': {
      const ship = at(effect.who);
      return ship !== undefined && !actionRefusal(ship) && !ship.isDestroyed;
    }
    case 'gain':
    case 'suffer':
      return at(effect.who) !== undefined;
    case 'remove':
      return (at(effect.who)?.tokens[effect.token] ?? 0) > 0;
    case 'remove green': {
      const ship = at(effect.who);
      return ship !== undefined && greenOf(ship.tokens).length > 0;
    }
    case 'transfer':
      return target !== undefined && knownShip(state, ability.ship).tokens[effect.token] >= effect.count;
    case 'transfer gained':
    case 'by hand':
      return true;
  }
}

/** Applies one effect of an ability that is being resolved. */
export function applied(state: GameState, ability: Ability, effect: Effect, target: string | undefined): GameState {
  const id = 'who' in effect && effect.who === 'target' ? target : ability.ship;
  if (id === undefined) return state;
  switch (effect.does) {
    case 'gain':
      return gain(state, id, effect.token, effect.count);
    case 'remove':
      return remove(state, id, effect.token, effect.count);
    case 'remove green':
      return greenOf(knownShip(state, id).tokens).reduce((next, kind) => remove(next, id, kind, knownShip(next, id).tokens[kind]), state);
    case 'transfer':
      return target === undefined
        ? state
        : gain(remove(state, ability.ship, effect.token, effect.count), target, effect.token, effect.count);
    case 'act':
      return performed(state, id, effect.action, effect.isRed, true);
    case 'suffer':
      return suffer(
        withNote(state, phrase('suffers', knownShip(state, id).name, effect.count, phrase(effect.damage), ability.name)),
        id,
        effect.damage,
        effect.count,
      ).state;
    case 'by hand':
      return withNote(state, phrase('colon', ability.name, effect.text));
    case 'transfer gained':
      return state;
  }
}

function open(ability: Ability, asked: Asked<number> | Asked<boolean>, what: Phrase): Refusal {
  return refuse('too-close', phrase('too-close-call-2', ability.name, what), phrase('judge-decides'), 'open' in asked ? [asked.open] : []);
}
