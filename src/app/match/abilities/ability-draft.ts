import type { Ability, Effect, Target, Window } from '../../../game/model/ability.js';
import type { ActionName } from '../../../game/model/action.js';
import type { TokenKind } from '../../../game/model/tokens.js';
import type { ArcName } from '../../../table/table.js';

export const DOES = [
  'by hand',
  'performs an action',
  'gains tokens',
  'removes tokens',
  'removes all green tokens',
  'hands tokens on',
  'hands on what it would gain',
  'suffers damage',
  'a bonus attack',
] as const;

/** An ability while it is entered: one word for each field of the form. */
export interface AbilityDraft {
  readonly ship: string;
  readonly name: string;
  readonly kind: Ability['kind'];
  readonly may: 'may' | 'must';
  readonly window: Window;
  readonly of: 'self' | 'friendly' | 'enemy';
  /** Of `after action`: only this one; empty: any. */
  readonly afterAction: ActionName | '';
  /** For a replacement effect: gaining one of these two tokens is replaced. */
  readonly replaces: TokenKind;
  readonly orReplaces: TokenKind | '';
  readonly does: (typeof DOES)[number];
  readonly action: ActionName;
  readonly color: 'white' | 'red';
  readonly token: TokenKind;
  readonly damage: 'hit' | 'crit';
  readonly count: number;
  readonly whom: 'self' | 'friendly' | 'enemy' | 'any';
  /** 4: beyond range 3. */
  readonly ranges: readonly number[];
  readonly measured: 'range' | 'attack range';
  readonly each: 'one' | 'each';
  readonly inOwnersArc: ArcName | '';
  readonly ownerInArc: ArcName | '';
}

export const NEW_DRAFT: AbilityDraft = {
  ship: '',
  name: '',
  kind: 'ability',
  may: 'may',
  window: 'after executing',
  of: 'self',
  afterAction: '',
  replaces: 'jam',
  orReplaces: '',
  does: 'by hand',
  action: 'focus',
  color: 'white',
  token: 'focus',
  damage: 'hit',
  count: 1,
  whom: 'self',
  ranges: [0, 1],
  measured: 'range',
  each: 'one',
  inOwnersArc: '',
  ownerInArc: '',
};

/** The ability that a draft describes, of a ship of the match. */
export function abilityFrom(draft: AbilityDraft, ship: string, id: string): Ability {
  const name = draft.name.trim() || 'Ability';
  const isBonus = draft.does === 'a bonus attack' && draft.kind === 'ability';
  const hasTarget = draft.whom !== 'self' && !isBonus;
  const base = {
    id,
    name,
    ship,
    isOptional: draft.may === 'may',
    effects: isBonus ? [] : [effectOf(draft, name)],
    ...(hasTarget && { target: targetOf(draft) }),
  };
  if (draft.kind === 'replacement')
    return { ...base, kind: 'replacement', tokens: draft.orReplaces ? [...new Set([draft.replaces, draft.orReplaces])] : [draft.replaces] };
  const isOfAShip = !draft.window.startsWith('start of');
  return {
    ...base,
    kind: 'ability',
    window: draft.window,
    ...(isOfAShip && draft.of !== 'self' && { of: draft.of }),
    ...(draft.window === 'after action' && draft.afterAction && { actions: [draft.afterAction] }),
    ...(isBonus && { grantsBonusAttack: true }),
  };
}

function targetOf({ whom, ranges, measured, each, inOwnersArc, ownerInArc }: AbilityDraft): Target {
  return {
    whose: whom as Target['whose'],
    ranges,
    ...(measured === 'attack range' && { isAttackRange: true }),
    ...(each === 'each' && { isEach: true }),
    ...(inOwnersArc && { inOwnersArc }),
    ...(ownerInArc && { ownerInArc }),
  };
}

function effectOf({ does, action, color, token, damage, count, whom }: AbilityDraft, name: string): Effect {
  const who = whom === 'self' ? 'self' : 'target';
  switch (does) {
    case 'performs an action':
      return { does: 'act', who, action, isRed: color === 'red' };
    case 'gains tokens':
      return { does: 'gain', who, token, count };
    case 'removes tokens':
      return { does: 'remove', who, token, count };
    case 'removes all green tokens':
      return { does: 'remove green', who };
    case 'hands tokens on':
      return { does: 'transfer', token, count };
    case 'hands on what it would gain':
      return { does: 'transfer gained', count };
    case 'suffers damage':
      return { does: 'suffer', who, damage, count };
    case 'a bonus attack':
      return { does: 'by hand', text: 'bonus attack' };
    case 'by hand':
      return { does: 'by hand', text: name };
  }
}
