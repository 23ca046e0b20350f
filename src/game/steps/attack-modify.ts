import { phrase } from '../../texts/rules-texts.js';
import { type DiceKind, type Die, type Face, isFaceOf } from '../model/dice.js';
import type { DiceChange, DiceSource } from '../model/event.js';
import type { Attack, GameState } from '../model/game-state.js';
import type { Handlers } from '../model/handler.js';
import { changedShip, knownShip } from '../model/lookup.js';
import { isRefusal, type Refusal, refuse } from '../model/refusal.js';
import { type TokenKind, withTokens } from '../model/tokens.js';
import { atStep } from './attack-declare.js';
import { checkedDice, diceKindOf, diceOf, withDice } from './attack-dice.js';

const MODIFY_STEPS = [
  'defender modifies attack',
  'attacker modifies attack',
  'attacker modifies defense',
  'defender modifies defense',
] as const;

/** The side whose turn it is to modify. */
export function modifierOf({ step }: Attack): 'attacker' | 'defender' {
  return step.startsWith('attacker') ? 'attacker' : 'defender';
}

/** The attack and dice that one change applies to. */
interface Modifying {
  readonly attack: Attack;
  readonly kind: DiceKind;
  readonly by: 'attacker' | 'defender';
  /** The ship that modifies. */
  readonly ship: string;
  readonly dice: readonly Die[];
  /** ATK-09 for attack dice, ATK-12 for defense dice. */
  readonly rule: 'ATK-09' | 'ATK-12';
}

type Change<W extends DiceChange['with']> = Extract<DiceChange, { readonly with: W }>;
type Changes = { readonly [W in DiceChange['with']]: (state: GameState, on: Modifying, change: Change<W>) => GameState | Refusal };

export const modifyHandlers: Handlers<'modify'> = {
  modify: (state, { by, change }) => {
    const attack = atStep(state, ...MODIFY_STEPS);
    if (isRefusal(attack)) return attack;
    const kind = diceKindOf(attack);
    const rule = kind === 'attack' ? 'ATK-09' : 'ATK-12';
    if (by !== modifierOf(attack)) {
      const order = kind === 'attack' ? phrase('defender-then-attacker') : phrase('attacker-then-defender');
      return refuse(rule, phrase('modifies-dice-now', phrase(modifierOf(attack)), phrase(kind)), phrase('the-order-is', order));
    }
    const ship = by === 'attacker' ? attack.attacker : attack.defender!;
    const apply = CHANGES[change.with] as (state: GameState, on: Modifying, change: DiceChange) => GameState | Refusal;
    return apply(state, { attack, kind, by, ship, dice: diceOf(attack, kind), rule }, change);
  },
};

/** The face that a focus result becomes for a ship that spends a token on its own dice. */
const GOOD: Readonly<Record<DiceKind, Face>> = { attack: 'hit', defense: 'evade' };

const CHANGES: Changes = {
  focus: (state, on) => {
    const spent = spend(state, on, 'focus', 1);
    if (isRefusal(spent)) return spent;
    return withDice(
      spent,
      on.kind,
      on.dice.map((die) => (die.face === 'focus' ? { ...die, face: GOOD[on.kind] } : die)),
    );
  },
  calculate: (state, on, { die }) => turnFocus(state, on, 'calculate', [die]),
  force: (state, on, { dice }) => turnFocus(state, on, 'force', dice),
  evade: (state, on, { die }) => {
    if (on.kind !== 'defense') return refuse(on.rule, phrase('evade-token-changes-defense'), phrase('keep-defense-dice'));
    const found = on.dice[die];
    if (!found || found.face === 'evade') return refuse(on.rule, phrase('evade-token-changes-blank'), phrase('choose-such-die'));
    const spent = spend(state, on, 'evade', 1);
    return isRefusal(spent) ? spent : set(spent, on, die, 'evade');
  },
  lock: (state, on, { dice, faces, source }) => {
    const { attack, kind, by, ship, rule } = on;
    if (kind !== 'attack' || by !== 'attacker') return refuse(rule, phrase('lock-rerolls-attack-dice'), phrase('spend-attack-dice'));
    const { locks, name } = knownShip(state, ship);
    if (!locks.includes(attack.defender!))
      return refuse(rule, phrase('has-no-lock-2', name, knownShip(state, attack.defender!).name), phrase('another-way-modify-none'));
    const rolled = reroll(state, on, dice, faces, source);
    if (isRefusal(rolled)) return rolled;
    return changedShip(rolled, ship, { locks: locks.filter((lock) => lock !== attack.defender) });
  },
  ability: (state, on, change) => {
    if (change.does === 'reroll') return reroll(state, on, change.dice, change.faces, change.source);
    if (!isFaceOf(on.kind, change.face))
      return refuse(on.rule, phrase('die-has-no', phrase(on.kind), phrase(change.face)), phrase('choose-one-faces'));
    if (change.does === 'add') return withDice(state, on.kind, [...on.dice, { face: change.face, isRerolled: false }]);
    if (!on.dice[change.die]) return refuse(on.rule, phrase('no-die', change.die + 1), phrase('choose-one-dice'));
    return set(state, on, change.die, change.face);
  },
};

function set(state: GameState, { kind, dice }: Modifying, index: number, face: Face): GameState {
  return withDice(
    state,
    kind,
    dice.map((die, i) => (i === index ? { ...die, face } : die)),
  );
}

/** Spends tokens on one's own dice: the attacker's attack dice, the defender's defense dice. */
function spend(state: GameState, { by, kind, ship, rule }: Modifying, token: TokenKind, count: number): GameState | Refusal {
  const isOwn = (by === 'attacker') === (kind === 'attack');
  const { tokens, name } = knownShip(state, ship);
  if (!isOwn) return refuse(rule, phrase('cannot-spend-other-ships', name, phrase(token)), phrase('only-ability-changes-those'));
  if (tokens[token] < count)
    return refuse(rule, phrase('has-would-spent', name, tokens[token], phrase(token), count), phrase('another-way-modify-none'));
  return changedShip(state, ship, { tokens: withTokens(tokens, token, -count) });
}

/** Turns one focus result for each calculate token or force charge. */
function turnFocus(state: GameState, on: Modifying, token: 'calculate' | 'force', indices: readonly number[]): GameState | Refusal {
  const isRight = indices.length > 0 && new Set(indices).size === indices.length && indices.every((i) => on.dice[i]?.face === 'focus');
  if (!isRight) return refuse(on.rule, phrase('one-changes-one-focus', phrase(token)), phrase('choose-dice-show-focus'));
  const spent = spend(state, on, token, indices.length);
  return isRefusal(spent) ? spent : indices.reduce((next, i) => withDice(next, on.kind, replaced(next, on.kind, i)), spent);
}

function replaced(state: GameState, kind: DiceKind, index: number): readonly Die[] {
  return diceOf(state.attacks.at(-1)!, kind).map((die, i) => (i === index ? { ...die, face: GOOD[kind] } : die));
}

/** Rerolls dice, none of which was rerolled in this attack before (ATK-10, ATK-13). */
function reroll(
  state: GameState,
  on: Modifying,
  indices: readonly number[],
  faces: readonly Face[],
  source: DiceSource,
): GameState | Refusal {
  const { kind, dice, rule } = on;
  if (indices.length === 0 || new Set(indices).size < indices.length || indices.some((i) => !dice[i])) {
    return refuse(rule, phrase('reroll-got-no-dice'), phrase('choose-dice-reroll-each'));
  }
  if (faces.length !== indices.length || faces.some((face) => !isFaceOf(kind, face))) {
    return refuse(rule, phrase('reroll-got-results-dice', faces.length, indices.length), phrase('give-one-result-kind'));
  }
  const twice = indices.find((i) => dice[i]!.isRerolled);
  if (twice !== undefined) {
    return refuse(kind === 'attack' ? 'ATK-10' : 'ATK-13', phrase('die-rerolled-attack', twice + 1), phrase('die-rerolled-once-attack'));
  }
  const checked = checkedDice(state, kind, faces, source);
  if (isRefusal(checked)) return checked;
  return withDice(
    checked,
    kind,
    dice.map((die, i) => (indices.includes(i) ? { face: faces[indices.indexOf(i)]!, isRerolled: true } : die)),
  );
}
