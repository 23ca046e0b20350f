import type { Attack, AttackStep, GameShip, GameState } from '../model/game-state.js';
import { ATTACK_STEPS } from '../model/game-state.js';
import { attackOf, knownShip, weaponOf } from '../model/lookup.js';
import { isRefusal } from '../model/refusal.js';
import { payCosts } from '../steps/attack-declare.js';
import { diceDue } from '../steps/attack-dice.js';
import type { DiceSide } from './best-play.js';
import { type DamageOdds, damageOdds } from './damage-odds.js';

/** Tokens that one side may spend on its dice. */
export type Means = Omit<DiceSide, 'rolled' | 'toRoll'>;

export interface BothMeans {
  readonly attack: Means;
  readonly defense: Means;
}

/** More dice than any attack of the game rolls; their decisions would take seconds to go through. */
const MAX_DICE = 16;

const NONE: Means = { focus: false, single: 0, rerolls: 0, evades: 0 };

/** Means of both ships of the attack that is going on, by their tokens. */
export function meansOf(state: GameState): BothMeans | undefined {
  const attack = attackOf(state);
  if (!attack?.defender) return undefined;
  const attacker = afterCosts(state, knownShip(state, attack.attacker), attack);
  const defender = knownShip(state, attack.defender);
  return {
    attack: { ...ownMeans(attacker), rerolls: attacker.locks.includes(defender.id) ? Infinity : 0 },
    defense: { ...ownMeans(defender), evades: defender.tokens.evade },
  };
}

/** The attacker after paying for its weapon: costs are spent before the dice. */
function afterCosts(state: GameState, attacker: GameShip, { weapon: id, defender, step }: Attack): GameShip {
  const weapon = weaponOf(attacker, id);
  if (!weapon || !defender || isPast(step, 'roll attack')) return attacker;
  const paid = payCosts(state, attacker, weapon, defender);
  return isRefusal(paid) ? attacker : paid;
}

function ownMeans({ tokens }: GameShip): Means {
  return { ...NONE, focus: tokens.focus > 0, single: tokens.calculate + tokens.force };
}

/**
 * Odds of the attack that is going on, from where it stands; undefined before its defender is declared, after damage, and of more than 16
 * dice of a kind. With other means than the tokens it answers "what if".
 */
export function attackOdds(state: GameState, means: BothMeans | undefined = meansOf(state)): DamageOdds | undefined {
  const attack = attackOf(state);
  if (!attack?.facts || !means || isPast(attack.step, 'deal damage')) return undefined;
  if (Math.max(diceDue(state, 'attack'), diceDue(state, 'defense'), attack.attackDice.length, attack.defenseDice.length) > MAX_DICE)
    return undefined;
  return damageOdds(
    side(attack, attack.attackDice, diceDue(state, 'attack'), means.attack, ['defender modifies attack', 'roll defense']),
    side(attack, attack.defenseDice, diceDue(state, 'defense'), means.defense, ['attacker modifies defense', 'neutralize']),
  );
}

/** Whether the attack has reached a step. */
function isPast(step: AttackStep, reached: AttackStep): boolean {
  return ATTACK_STEPS.indexOf(step) >= ATTACK_STEPS.indexOf(reached);
}

/** One side's dice: from the first step on none is rolled any more, whatever would be due by now; from the second on they stay as they lie. */
function side(
  { step }: Attack,
  rolled: DiceSide['rolled'],
  due: number,
  means: Means,
  [areRolled, over]: readonly [AttackStep, AttackStep],
): DiceSide {
  if (isPast(step, over)) return { ...NONE, rolled, toRoll: 0 };
  return { ...means, rolled, toRoll: isPast(step, areRolled) ? 0 : Math.max(0, due - rolled.length) };
}
