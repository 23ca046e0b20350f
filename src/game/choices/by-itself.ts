import { roll } from '../model/dice.js';
import type { GameEvent } from '../model/event.js';
import type { Attack, GameShip, GameState } from '../model/game-state.js';
import { attackOf, changedShip, inPlay, isOnTable, knownShip } from '../model/lookup.js';
import { isRefusal } from '../model/refusal.js';
import { HOLD_FIRE } from '../model/tokens.js';
import { nextToActivate, nextToEngage } from '../model/turn-order.js';
import { hasTurret, POINTINGS } from '../model/weapon.js';
import { isPointless } from '../queue/queue.js';
import { reduce } from '../reduce.js';
import { AILERONS_SHIPS } from '../steps/activation.js';
import { weaponRefusal } from '../steps/attack-declare.js';
import { diceDue, diceKindOf, diceOf } from '../steps/attack-dice.js';
import { fleeing, overEdge } from '../table/over-edge.js';
import { attackChoices } from './attack-choices.js';
import { phaseChoices } from './phase-choices.js';

/**
 * The event that follows automatically, because nobody has a choice at this moment: the dial that was entered is turned over, costs are
 * paid, nothing is modified where no token would change a die, damage is dealt. Undefined where somebody decides, rolls, moves a ship or
 * has to say something. `last`: the event that led here; who has declined to attack is not asked again. Card texts are not known: whoever
 * has one that acts in such a step goes back to it.
 */
export function byItself(state: GameState, last: GameEvent): GameEvent | undefined {
  const event = proposed(state, last);
  return event && !isRefusal(reduce(state, event)) ? event : undefined;
}

function proposed(state: GameState, last: GameEvent): GameEvent | undefined {
  if (state.changedTable || state.replacing.length > 0 || state.isResolving) return undefined;
  const attack = attackOf(state);
  const [front] = state.queue;
  if (front && state.queue.length > (attack?.queueBelow ?? 0))
    return isPointless(state, front) ? { kind: 'resolve', key: front.key } : undefined;
  return attack ? inAttack(state, attack, last) : betweenAttacks(state, last);
}

function inAttack(state: GameState, attack: Attack, last: GameEvent): GameEvent | undefined {
  switch (attack.step) {
    case 'choose weapon':
      return onlyWeapon(state, attack.attacker);
    case 'declare defender':
      return undefined;
    case 'pay costs':
      return { kind: 'pay costs' };
    case 'roll attack':
    case 'roll defense': {
      const kind = diceKindOf(attack);
      const due = diceDue(state, kind) - diceOf(attack, kind).length;
      return due === 0 ? { kind: 'roll', faces: roll(state.seed, kind, 0).faces, source: 'generator' } : undefined;
    }
    case 'neutralize':
      return { kind: 'neutralize' };
    case 'deal damage':
      return { kind: 'deal damage' };
    default:
      // A player who changes dice by a card says when that is all; what a reinforce token adds is done by hand.
      if (last.kind === 'modify' && last.change.with === 'ability') return undefined;
      if (attack.step === 'defender modifies defense' && knownShip(state, attack.defender!).tokens.reinforce > 0) return undefined;
      return attackChoices(state, attack).some(({ event, isVariant }) => !isVariant && changesDice(state, event))
        ? undefined
        : { kind: 'done' };
  }
}

/** Spending a token is a choice where some die then shows something else, or is rerolled. */
function changesDice(state: GameState, event: GameEvent): boolean {
  if (event.kind !== 'modify') return false;
  const next = reduce(state, event);
  if (isRefusal(next)) return false;
  return event.change.with === 'lock' || JSON.stringify(diceShown(next)) !== JSON.stringify(diceShown(state));
}

function diceShown(state: GameState) {
  const { attackDice, defenseDice } = attackOf(state)!;
  return [attackDice, defenseDice];
}

/** The one weapon that can be used; without any usable weapon there is no attack. */
function onlyWeapon(state: GameState, id: string): GameEvent | undefined {
  const usable = usableWeapons(state, id);
  if (usable.length > 1) return undefined;
  return usable[0] ? { kind: 'choose weapon', weapon: usable[0].id } : { kind: 'no attack' };
}

/** Weapons with a target that is certain, or too close to call. */
function usableWeapons(state: GameState, id: string) {
  const ship = knownShip(state, id);
  return isOnTable(state, id) ? ship.weapons.filter((weapon) => !weaponRefusal(state, ship, weapon)) : [];
}

function betweenAttacks(state: GameState, last: GameEvent): GameEvent | undefined {
  const { phase, activation, engagement } = state;
  const fled = fleeing(state);
  if (fled !== undefined) return { kind: 'flee', ship: fled };
  if (inPlay(state).some(({ id }) => isOver(state, id))) return undefined;
  if (phase === 'planning') return undefined;
  if (phase === 'end') return { kind: 'next phase' };
  if (activation) return activating(state, last);
  if (engagement.ship !== undefined) return engaging(state, engagement.ship, last);
  const due = [...nextToActivate(state), ...nextToEngage(state)];
  if (due.length === 0) return { kind: 'next phase' };
  return due.length === 1 ? { kind: phase === 'activation' ? 'activate' : 'engage', ship: due[0]!.id } : undefined;
}

/** A ship that certainly hangs over the edge: if it has not just been flown there, people say what it does before anything else. */
function isOver(state: GameState, id: string): boolean {
  const over = overEdge(state, id);
  return over?.certain === true && over.value;
}

function activating(state: GameState, last: GameEvent): GameEvent | undefined {
  const { ship: id, step, skipsAction, wentOver } = state.activation!;
  const { set, xws = '' } = knownShip(state, id);
  if (step === 'reveal') return set && !AILERONS_SHIPS.includes(xws) ? { kind: 'reveal' } : undefined;
  // The effect of an obstacle is resolved before anything else.
  if (step === 'execute' || (last.kind === 'execute' && wentOver.length > 0)) return undefined;
  const acts = phaseChoices(state).filter(({ event }) => event.kind === 'act');
  const mayAct = !skipsAction && acts.some(({ event }) => !isRefusal(reduce(state, event)));
  // One action stands among the choices of a ship that skips it too, to be refused.
  return mayAct ? undefined : { kind: 'end activation' };
}

/** The next event of an engaging ship: an attack if there is anybody to attack; the end once it has attacked, or has declined to. */
function engaging(state: GameState, id: string, last: GameEvent): GameEvent | undefined {
  const ship = knownShip(state, id);
  if (ship.hasAttacked || last.kind === 'no attack') return { kind: 'end engaging' };
  // Whether a disarmed or cloaked ship attacks all the same, by a card, people say; and where a turret points that nobody may have said.
  if (HOLD_FIRE.some((kind) => ship.tokens[kind] > 0)) return undefined;
  if (usableWeapons(state, id).length > 0) return { kind: 'attack', attacker: id };
  return mightAttackTurned(state, ship) ? undefined : { kind: 'end engaging' };
}

/** Whether a ship that has nobody to attack would have with its turret elsewhere. */
function mightAttackTurned(state: GameState, { id, weapons }: GameShip): boolean {
  return weapons.some(hasTurret) && POINTINGS.some((turret) => usableWeapons(changedShip(state, id, { turret }), id).length > 0);
}
