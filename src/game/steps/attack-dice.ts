import { phrase, type Value } from '../../texts/rules-texts.js';
import { type DiceKind, type Die, type Face, isFaceOf, roll } from '../model/dice.js';
import type { DiceSource } from '../model/event.js';
import type { Adjustment, Attack, GameState } from '../model/game-state.js';
import type { Handlers } from '../model/handler.js';
import { attackOf, knownShip, weaponOf, withAttack } from '../model/lookup.js';
import { isRefusal, type Refusal, refuse } from '../model/refusal.js';
import { HOLD_FIRE, type TokenKind } from '../model/tokens.js';
import { rangeBonus, weaponTitle } from '../model/weapon.js';
import { atStep } from './attack-declare.js';

/** No ability of the game adds or removes more dice at once. */
const MAX_DICE = 20;

/** One thing that makes dice more or fewer, with its rule. */
export interface DiceTerm {
  readonly by: number;
  readonly reason: Value;
  readonly rule: 'ATK-08' | 'ATK-11' | 'RNG-09' | 'RNG-11';
}

/** Terms of the number of dice, for the attack (ATK-08) or the defense (ATK-11). */
export function diceTerms(state: GameState, kind: DiceKind): readonly DiceTerm[] {
  const attack = attackOf(state);
  if (!attack?.facts || !attack.defender) return [];
  const weapon = weaponOf(knownShip(state, attack.attacker), attack.weapon)!;
  const { range, isObstructed } = attack.facts;
  const bonus = rangeBonus(weapon, range)[kind];
  const rule = kind === 'attack' ? 'ATK-08' : 'ATK-11';
  const base: DiceTerm =
    kind === 'attack'
      ? { by: weapon.value, reason: weaponTitle(weapon.name), rule }
      : { by: knownShip(state, attack.defender).agility, reason: phrase('agility'), rule };
  const ranged: readonly DiceTerm[] = bonus
    ? [{ by: bonus, reason: phrase('range-n', range), rule: range === 0 ? 'RNG-11' : 'RNG-09' }]
    : [];
  const blocked: readonly DiceTerm[] =
    kind === 'defense' && isObstructed ? [{ by: 1, reason: phrase('obstructed-by-an-obstacle'), rule }] : [];
  const byHand = adjustmentsOf(attack, kind).map((one): DiceTerm => ({ ...one, rule }));
  return [base, ...ranged, ...blocked, ...byHand];
}

/** A token that changes dice or results, or forbids the attack, by a text that no rule here has. */
export interface UncountedToken {
  readonly name: string;
  readonly kind: TokenKind;
  readonly count: number;
}

/** Tokens of the two ships of an attack that are not counted; empty before its defender is declared. */
export function uncountedTokens(state: GameState): readonly UncountedToken[] {
  const attack = attackOf(state);
  if (!attack?.defender) return [];
  const heldBy = (id: string, kinds: readonly TokenKind[]) => {
    const { name, tokens } = knownShip(state, id);
    return kinds.flatMap((kind) => (tokens[kind] > 0 ? [{ name, kind, count: tokens[kind] }] : []));
  };
  return [...heldBy(attack.attacker, [...HOLD_FIRE, 'deplete']), ...heldBy(attack.defender, ['strain', 'tractor', 'cloak', 'reinforce'])];
}

/** Number of dice that a ship has to roll; never below 0. */
export function diceDue(state: GameState, kind: DiceKind): number {
  return Math.max(
    0,
    diceTerms(state, kind).reduce((sum, { by }) => sum + by, 0),
  );
}

function adjustmentsOf(attack: Attack, kind: DiceKind): readonly Adjustment[] {
  return kind === 'attack' ? attack.attackAdjustments : attack.defenseAdjustments;
}

/** The dice that are being rolled or changed at a step. */
export function diceKindOf({ step }: Attack): DiceKind {
  return step === 'roll attack' || step.endsWith('modifies attack') ? 'attack' : 'defense';
}

export function diceOf(attack: Attack, kind: DiceKind): readonly Die[] {
  return kind === 'attack' ? attack.attackDice : attack.defenseDice;
}

export function withDice(state: GameState, kind: DiceKind, dice: readonly Die[]): GameState {
  return withAttack(state, kind === 'attack' ? { attackDice: dice } : { defenseDice: dice });
}

export const diceHandlers: Handlers<'adjust dice' | 'roll'> = {
  'adjust dice': (state, { dice: kind, by, reason }) => {
    const attack = atStep(state, kind === 'attack' ? 'roll attack' : 'roll defense');
    if (isRefusal(attack)) return attack;
    const rule = kind === 'attack' ? 'ATK-08' : 'ATK-11';
    if (by === 0 || Math.abs(by) > MAX_DICE)
      return refuse(rule, phrase('dice-got-expected-whole', by, MAX_DICE, MAX_DICE), phrase('say-how-many-dice'));
    if (diceOf(attack, kind).length > 0) return refuse(rule, phrase('dice-rolled-already'), phrase('add-remove-dice-before'));
    const adjustments = [...adjustmentsOf(attack, kind), { by, reason }];
    return withAttack(state, kind === 'attack' ? { attackAdjustments: adjustments } : { defenseAdjustments: adjustments });
  },
  roll: (state, { faces, source, tooFewDice = false }) => {
    const attack = atStep(state, 'roll attack', 'roll defense');
    if (isRefusal(attack)) return attack;
    const kind = diceKindOf(attack);
    const before = diceOf(attack, kind);
    const due = diceDue(state, kind) - before.length;
    const wrong = faces.find((face) => !isFaceOf(kind, face));
    if (wrong)
      return refuse(kind === 'attack' ? 'ATK-08' : 'ATK-11', phrase('die-has-no', phrase(kind), phrase(wrong)), phrase('tap-dice-show'));
    if (faces.length > due)
      return refuse(kind === 'attack' ? 'ATK-08' : 'ATK-11', phrase('got-dice-expected', faces.length, due), phrase('roll-many-due'));
    if (faces.length < due && !tooFewDice) {
      return refuse('ATK-19', phrase('got-dice-expected-ship', faces.length, due), phrase('too-few-dice-hand'));
    }
    if (tooFewDice && faces.length === 0 && due > 0) return refuse('ATK-20', phrase('no-die-rolled'), phrase('roll-dice-then-rest'));
    const next = checkedDice(state, kind, faces, source);
    if (isRefusal(next)) return next;
    // A roll in parts is one roll: none of its dice counts as rerolled (ATK-20).
    const dice = [...before, ...faces.map((face): Die => ({ face, isRerolled: false }))];
    const rolled = withDice(next, kind, dice);
    if (faces.length < due) return rolled;
    return withAttack(rolled, { step: kind === 'attack' ? 'defender modifies attack' : 'attacker modifies defense' });
  },
};

/** Accepts dice from the table unchanged; those of the generator must be the ones that its seed gives, which then advances. */
export function checkedDice(state: GameState, kind: DiceKind, faces: readonly Face[], source: DiceSource): GameState | Refusal {
  if (source === 'table') return state;
  const rolled = roll(state.seed, kind, faces.length);
  if (rolled.faces.some((face, i) => face !== faces[i])) {
    return refuse('not-the-dice', phrase('got-generator-gives', faces.join(', '), rolled.faces.join(', ')), phrase('roll-seed-match'));
  }
  return { ...state, seed: rolled.seed };
}
