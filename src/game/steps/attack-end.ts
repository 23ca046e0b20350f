import { phrase } from '../../texts/rules-texts.js';
import { countOf } from '../model/dice.js';
import type { Attack, AttackStep, GameState } from '../model/game-state.js';
import type { Handlers } from '../model/handler.js';
import { knownShip, withAttack, withNote } from '../model/lookup.js';
import { isRefusal } from '../model/refusal.js';
import { atStep } from './attack-declare.js';
import { suffer } from './effects.js';
import { triggered } from './triggers.js';

/** Results that are left when pairs of Evade and Hit, then of Evade and Crit, are cancelled (ATK-14). */
export function neutralized(hits: number, crits: number, evades: number): { readonly hits: number; readonly crits: number } {
  const left = Math.max(0, evades - hits);
  return { hits: Math.max(0, hits - evades), crits: Math.max(0, crits - left) };
}

/** Dealt damage cancels the results that it was dealt for (ATK-15). */
const NONE_LEFT = { hits: 0, crits: 0 } as const;

const AFTER_DONE: Partial<Record<AttackStep, AttackStep>> = {
  'defender modifies attack': 'attacker modifies attack',
  'attacker modifies attack': 'roll defense',
  'attacker modifies defense': 'defender modifies defense',
  'defender modifies defense': 'neutralize',
  'after 1': 'after 2',
  'after 2': 'after 3',
  'after 3': 'after 4',
};

export const endHandlers: Handlers<'done' | 'neutralize' | 'deal damage'> = {
  done: (state) => {
    const attack = atStep(state, ...(Object.keys(AFTER_DONE) as AttackStep[]), 'after 4');
    if (isRefusal(attack)) return attack;
    const next = AFTER_DONE[attack.step];
    if (!next) return withNote({ ...state, attacks: state.attacks.slice(0, -1) }, phrase('attack-over'));
    return entered(withAttack(state, { step: next }));
  },
  neutralize: (state) => {
    const attack = atStep(state, 'neutralize');
    if (isRefusal(attack)) return attack;
    const { attackDice, defenseDice } = attack;
    const uncancelled = neutralized(countOf(attackDice, 'hit'), countOf(attackDice, 'crit'), countOf(defenseDice, 'evade'));
    const isHit = uncancelled.hits + uncancelled.crits > 0;
    const next = withAttack(state, { uncancelled, step: isHit ? 'deal damage' : 'after 1' });
    return isHit ? withNote(next, phrase('attack-hits')) : entered(withNote(next, phrase('attack-misses')));
  },
  'deal damage': (state) => {
    const attack = atStep(state, 'deal damage');
    if (isRefusal(attack)) return attack;
    const { hits, crits } = attack.uncancelled!;
    // All hits before the first crit (ATK-15): so crits find the shields already lower.
    const { name } = knownShip(state, attack.defender!);
    const noted = withNote(state, phrase('suffers-hit-crit-damage', name, hits, crits));
    const first = suffer(noted, attack.defender!, 'hit', hits);
    const second = suffer(first.state, attack.defender!, 'crit', crits);
    return entered(withAttack(second.state, { damage: [...first.dealt, ...second.dealt], uncancelled: NONE_LEFT, step: 'after 1' }));
  },
};

/** The four windows after an attack, in order (ATK-16). */
function entered(state: GameState): GameState {
  const attack = state.attacks.at(-1)!;
  switch (attack.step) {
    case 'after 1':
      return window(state, attack, 'defender', false);
    case 'after 2':
      return window(state, attack, 'attacker', false);
    case 'after 3':
      return window(state, attack, 'defender', true);
    case 'after 4':
      return window(state, attack, 'attacker', true);
    default:
      return state;
  }
}

function window(state: GameState, attack: Attack, side: 'attacker' | 'defender', bonusAttacks: boolean): GameState {
  const attacker = knownShip(state, attack.attacker);
  const defender = knownShip(state, attack.defender!);
  const player = (side === 'attacker' ? attacker : defender).owner;
  // A player's abilities may wait for what the other side's ship did, too.
  const own = {
    window: side === 'attacker' ? 'after attacking' : 'after defending',
    ship: side === 'attacker' ? attacker : defender,
  } as const;
  const other = {
    window: side === 'attacker' ? 'after defending' : 'after attacking',
    ship: side === 'attacker' ? defender : attacker,
  } as const;
  return triggered(
    state,
    [own, other].map(({ window, ship }) => ({ window, ship: ship.id, bonusAttacks, player })),
    false,
  );
}
