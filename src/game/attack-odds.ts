import { diceDue } from './attack-dice.js';
import { type DamageOdds, type DiceSide, damageOdds } from './damage-odds.js';
import type { AttackStep, GameShip, GameState } from './game-state.js';
import { ATTACK_STEPS } from './game-state.js';
import { attackOf, knownShip } from './lookup.js';

/** What to expect of the attack that is going on, from where it stands; undefined before its defender is declared and after damage. */
export function attackOdds(state: GameState): DamageOdds | undefined {
  const attack = attackOf(state);
  if (!attack?.facts || !attack.defender || isPast(attack.step, 'deal damage')) return undefined;
  const attacker = knownShip(state, attack.attacker);
  const defender = knownShip(state, attack.defender);
  const hasLock = attacker.locks.includes(defender.id);
  const attackSide = side(attacker, attack.attackDice, diceDue(state, 'attack'), isPast(attack.step, 'roll defense'));
  const defenseSide = side(defender, attack.defenseDice, diceDue(state, 'defense'), isPast(attack.step, 'neutralize'));
  return damageOdds(
    { ...attackSide, evades: 0, rerolls: hasLock && !isPast(attack.step, 'roll defense') ? Infinity : 0 },
    { ...defenseSide, evades: isPast(attack.step, 'neutralize') ? 0 : defender.tokens.evade },
  );
}

/** Whether the attack has reached a step. */
function isPast(step: AttackStep, reached: AttackStep): boolean {
  return ATTACK_STEPS.indexOf(step) >= ATTACK_STEPS.indexOf(reached);
}

function side({ tokens }: GameShip, dice: DiceSide['rolled'], due: number, isOver: boolean): DiceSide {
  // Abilities may have added dice beyond the roll.
  const toRoll = Math.max(0, due - dice.length);
  if (isOver) return { rolled: dice, toRoll: 0, focus: false, single: 0, rerolls: 0, evades: 0 };
  return { rolled: dice, toRoll, focus: tokens.focus > 0, single: tokens.calculate + tokens.force, rerolls: 0, evades: 0 };
}
