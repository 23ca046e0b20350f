import type { ArcKind } from '../../pieces/arcs.js';
import type { ActionName } from './action.js';
import type { TokenKind } from './tokens.js';

/** When abilities trigger. */
export const WINDOWS = [
  'start of planning',
  'start of activation',
  'after revealing',
  'after executing',
  'after action',
  'start of engagement',
  'before engaging',
  'after defending',
  'after attacking',
  'start of end',
] as const;
export type Window = (typeof WINDOWS)[number];

/**
 * An ability that a card gives its ship, as data. Cards' texts are not shipped: the rules' own examples are, everything else a player
 * enters. `ability` waits in the queue; `replacement` happens at once, in place of gaining tokens (QUE-06).
 */
export type Ability = QueuedAbility | Replacement;

interface AbilityBase {
  readonly id: string;
  readonly name: string;
  /** Id of the ship whose ability it is. */
  readonly ship: string;
  /** "You may": its player can leave it. */
  readonly isOptional: boolean;
  readonly target?: Target;
  readonly effects: readonly Effect[];
}

export interface QueuedAbility extends AbilityBase {
  readonly kind: 'ability';
  readonly window: Window;
  /** Ships whose doing triggers it; absent for windows that belong to no ship. */
  readonly of?: 'self' | 'friendly' | 'enemy';
  /** Of `after action`: only these. */
  readonly actions?: readonly ActionName[];
  /** Of `after attacking` and `after defending`: only at these attack ranges (RNG-03). */
  readonly attackRanges?: readonly number[];
  /** It grants a bonus attack, which is resolved after all others of its window (ATK-16). */
  readonly grantsBonusAttack?: boolean;
}

export interface Replacement extends AbilityBase {
  readonly kind: 'replacement';
  /** Kinds of token; gaining one of them is what it replaces. */
  readonly tokens: readonly TokenKind[];
}

/** Ships that an ability is about. */
export interface Target {
  readonly whose: 'friendly' | 'enemy' | 'any';
  /** It is at one of these ranges, 0 to 3 (RNG-07), or with 4 beyond range 3; beyond range 1 is 2, 3 and 4 (RNG-08). Arcs do not matter (RNG-04). */
  readonly ranges: readonly number[];
  /** The text names the attack range: that of the attack that is going on between the two ships, else in `inOwnersArc` (RNG-03, RNG-04). */
  readonly isAttackRange?: boolean;
  /** Every such ship, instead of one that the player chooses. */
  readonly isEach?: boolean;
  /** "If you are in its arc": without it, the choice stands and the effect does not happen. */
  readonly ownerInArc?: ArcKind;
  /** "In your arc". */
  readonly inOwnersArc?: ArcKind;
}

export type Who = 'self' | 'target';

export type Effect =
  | { readonly does: 'gain'; readonly who: Who; readonly token: TokenKind; readonly count: number }
  | { readonly does: 'remove'; readonly who: Who; readonly token: TokenKind; readonly count: number }
  | { readonly does: 'remove green'; readonly who: Who }
  | { readonly does: 'transfer'; readonly token: TokenKind; readonly count: number }
  /** Of a replacement: hand on one of the tokens that would be gained. */
  | { readonly does: 'transfer gained'; readonly count: number }
  | { readonly does: 'act'; readonly who: Who; readonly action: ActionName; readonly isRed: boolean }
  | { readonly does: 'suffer'; readonly who: Who; readonly damage: 'hit' | 'crit'; readonly count: number }
  /** Done with the pieces on the table; the engine only keeps its turn. */
  | { readonly does: 'by hand'; readonly text: string };
