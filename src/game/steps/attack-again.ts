import { type Phrase, phrase } from '../../texts/rules-texts.js';
import type { Attack, AttackStep, GameState } from '../model/game-state.js';
import { attackOf, knownShip, weaponOf, withAttack, withNote } from '../model/lookup.js';
import { isRefusal, type Refusal, refuse } from '../model/refusal.js';
import { attackTarget, type Target } from '../table/attack-target.js';

/** Steps at which range and obstruction still decide about dice that are to be rolled. */
const MEASURED: readonly AttackStep[] = [
  'pay costs',
  'roll attack',
  'defender modifies attack',
  'attacker modifies attack',
  'roll defense',
];

/** An attack that is going on, with the table's present answer about it. */
export interface MeasuredAgain {
  readonly facts: NonNullable<Attack['facts']>;
  readonly target: Target;
  /** Whether its range, arc, contact and obstruction are unchanged. */
  readonly isSame: boolean;
}

/** The attack that is going on as table, turret and rulings of the state have it; undefined where they no longer affect it. */
export function attackAgain(state: GameState): MeasuredAgain | undefined {
  const attack = attackOf(state);
  if (!attack?.facts || !attack.defender || !MEASURED.includes(attack.step)) return undefined;
  const { facts } = attack;
  const attacker = knownShip(state, attack.attacker);
  const target = attackTarget(state, attacker, weaponOf(attacker, attack.weapon)!, attack.defender, attack.range0By);
  return { facts, target, isSame: !isRefusal(target) && isSameAttack(facts, target.facts) };
}

function isSameAttack(one: NonNullable<Attack['facts']>, other: NonNullable<Attack['facts']>): boolean {
  const { arc, range, isTouching, isObstructed } = other;
  return arc === one.arc && range === one.range && isTouching === one.isTouching && isObstructed === one.isObstructed;
}

/**
 * The attack that is going on, after something changed under it: range, arc and obstruction are asked again. Dice that lie there stay. A
 * target that is no longer valid, or too close to call, is declared again if nothing was paid yet; after the costs the change is refused.
 * `since`: what changed, for people. `hint`: what else may be done.
 */
export function remeasured(state: GameState, since: Phrase, hint: Phrase): GameState | Refusal {
  const again = attackAgain(state);
  if (!again) return state;
  const { facts, target, isSame } = again;
  if (!isRefusal(target)) {
    const { range, arc, isObstructed } = target.facts;
    const words = [
      phrase('range-n', range),
      ...(arc === facts.arc ? [] : [phrase('arc-of', phrase(arc))]),
      ...(isObstructed ? [phrase('obstructed')] : []),
      ...(isSame ? [phrase('as-before')] : []),
    ];
    return withNote(withAttack(state, { facts: target.facts }), phrase('colon', since, phrase('list', ...words)));
  }
  if (attackOf(state)!.step !== 'pay costs') return refuse(target.code, target.message, hint);
  const declaredAgain: Partial<Attack> = { step: 'declare defender', defender: undefined, facts: undefined, range0By: undefined };
  return withNote(withAttack(state, declaredAgain), phrase('defender-declared-again', target.message));
}
