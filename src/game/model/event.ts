import type { Player, Table } from '../../table/table.js';
import type { Ability, Window } from './ability.js';
import type { ActionName, BarAction } from './action.js';
import type { DiceKind, DiceSeed, Face } from './dice.js';
import type { RuleOptions } from './game-state.js';
import type { Answer, Question } from './question.js';
import type { TokenKind, Tokens } from './tokens.js';
import type { Pointing, Weapon } from './weapon.js';

/** A ship as it enters the match; facts that are on no list are entered by hand. */
export interface ShipEntry {
  readonly id: string;
  readonly owner: Player;
  readonly name: string;
  readonly initiative: number;
  readonly xws?: string;
  /** Its squad points. */
  readonly points?: number;
  readonly agility: number;
  readonly hull: number;
  readonly shields: number;
  readonly dial?: readonly string[];
  readonly weapons: readonly Weapon[];
  /** Its action bar; missing: not known. A suggestion only: abilities grant others. */
  readonly actions?: readonly BarAction[];
  readonly turret?: Pointing;
  readonly charges?: Readonly<Record<string, number>>;
  readonly tokens?: Partial<Tokens>;
}

/** Source of a roll: the engine's own dice, which it checks, or dice on the table, tapped in. */
export type DiceSource = 'generator' | 'table';

export type DiceChange =
  | { readonly with: 'focus' }
  | { readonly with: 'calculate'; readonly die: number }
  | { readonly with: 'force'; readonly dice: readonly number[] }
  | { readonly with: 'evade'; readonly die: number }
  | { readonly with: 'lock'; readonly dice: readonly number[]; readonly faces: readonly Face[]; readonly source: DiceSource }
  | { readonly with: 'ability'; readonly name: string; readonly does: 'set'; readonly die: number; readonly face: Face }
  | { readonly with: 'ability'; readonly name: string; readonly does: 'add'; readonly face: Face }
  | {
      readonly with: 'ability';
      readonly name: string;
      readonly does: 'reroll';
      readonly dice: readonly number[];
      readonly faces: readonly Face[];
      readonly source: DiceSource;
    };

/** Everything that can happen in a match. Facts that a camera or a person adds are in the event, so that the log is complete. */
export type GameEvent =
  | {
      readonly kind: 'begin';
      readonly table: Table;
      readonly ships: readonly ShipEntry[];
      readonly abilities: readonly Ability[];
      readonly firstPlayer: Player;
      readonly seed: DiceSeed;
      readonly options: RuleOptions;
      /** Only one engagement is played: nobody sets dials or activates in this first round. */
      readonly startsIn?: 'engagement';
      /** Of that engagement only this ship's part is played. */
      readonly attacker?: string;
    }
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'which table'; readonly counts: 'before' | 'now' }
  | { readonly kind: 'decide'; readonly question: Question; readonly answer: Answer /** Who decided. */; readonly by?: string }
  | { readonly kind: 'describe ship'; readonly ship: ShipEntry }
  | { readonly kind: 'add ability'; readonly ability: Ability }
  | { readonly kind: 'remove ability'; readonly ability: string }
  | { readonly kind: 'next phase' }
  | { readonly kind: 'set dial'; readonly ship: string; readonly code: string }
  | { readonly kind: 'activate'; readonly ship: string }
  | { readonly kind: 'ailerons'; readonly code: string }
  /** `code`: shown by a dial that was set on the table and entered nowhere. */
  | { readonly kind: 'reveal'; readonly code?: string }
  | { readonly kind: 'change difficulty'; readonly by: 1 | -1; readonly reason: string }
  | { readonly kind: 'replace maneuver'; readonly code: string; readonly reason: string }
  | { readonly kind: 'execute'; readonly align?: 'left' | 'middle' | 'right'; readonly seen?: Table }
  | {
      readonly kind: 'act';
      readonly ship: string;
      readonly action: ActionName;
      readonly isRed?: boolean;
      /** It costs a force charge, which is spent with it. */
      readonly isPurple?: boolean;
      readonly target?: string;
      /** An ability grants it, outside the Perform Action step. */
      readonly grantedBy?: string;
    }
  | { readonly kind: 'end activation' }
  | { readonly kind: 'engage'; readonly ship: string }
  | { readonly kind: 'end engaging' }
  | { readonly kind: 'attack'; readonly attacker: string; readonly isBonus?: boolean }
  | { readonly kind: 'choose weapon'; readonly weapon: string }
  | { readonly kind: 'declare defender'; readonly defender: string; readonly range0By?: string }
  | { readonly kind: 'pay costs' }
  | { readonly kind: 'no attack' }
  | { readonly kind: 'adjust dice'; readonly dice: DiceKind; readonly by: number; readonly reason: string }
  | { readonly kind: 'roll'; readonly faces: readonly Face[]; readonly source: DiceSource; readonly tooFewDice?: boolean }
  | { readonly kind: 'modify'; readonly by: 'attacker' | 'defender'; readonly change: DiceChange }
  | { readonly kind: 'done' }
  | { readonly kind: 'neutralize' }
  | { readonly kind: 'deal damage' }
  | { readonly kind: 'trigger'; readonly window: Window; readonly ship?: string }
  | { readonly kind: 'order'; readonly keys: readonly number[] }
  | { readonly kind: 'resolve'; readonly key: number; readonly target?: string }
  | { readonly kind: 'skip'; readonly key: number }
  | { readonly kind: 'replace'; readonly isUsed: boolean; readonly target?: string }
  | { readonly kind: 'tokens'; readonly ship: string; readonly token: TokenKind; readonly by: number; readonly reason: string }
  | { readonly kind: 'lock'; readonly ship: string; readonly target: string; readonly isHeld: boolean; readonly reason: string }
  | { readonly kind: 'charges'; readonly ship: string; readonly weapon: string; readonly by: number; readonly reason: string }
  | { readonly kind: 'count tokens'; readonly ship: string; readonly token: TokenKind; readonly count: number }
  | { readonly kind: 'point turret'; readonly ship: string; readonly turret: Pointing }
  | { readonly kind: 'suffer'; readonly ship: string; readonly damage: 'hit' | 'crit'; readonly count: number; readonly reason: string }
  | { readonly kind: 'flee'; readonly ship: string }
  /** Another player is first from now on: it was entered wrongly, or drawn again. */
  | { readonly kind: 'first player'; readonly player: Player }
  /** A ship is not where the log has it, and the table is right. */
  | { readonly kind: 'stands right'; readonly ship: string; readonly reason: string };

export type EventOf<K extends GameEvent['kind']> = Extract<GameEvent, { readonly kind: K }>;

/** The maneuver of an ionized ship: a blue straight 1 (rules reference; the texts only say that it has no dial). */
export const ION_CODE = '1FB';
