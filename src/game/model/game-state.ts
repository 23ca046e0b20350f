import type { Pose } from '../../geometry/pose.js';
import type { ArcKind } from '../../pieces/arcs.js';
import type { Maneuver } from '../../pieces/maneuver.js';
import type { Player, Table } from '../../table/table.js';
import type { Phrase } from '../../texts/phrase.js';
import type { Ability, Replacement } from './ability.js';
import type { BarAction } from './action.js';
import type { DiceSeed, Die } from './dice.js';
import type { BlueRemoves } from './difficulty.js';
import type { Decision } from './question.js';
import type { TokenKind, Tokens } from './tokens.js';
import type { Pointing, Weapon } from './weapon.js';

export type Phase = 'planning' | 'activation' | 'engagement' | 'end';

/** Readings of the rules where the texts differ. */
export interface RuleOptions {
  /** Default `stress and strain`: the long text (MAN-04). */
  readonly blueRemoves?: BlueRemoves;
  /**
   * Whether a ship that stands where no move of the log leads is not judged until somebody says what happened. Default no: older logs
   * replay.
   */
  readonly asksWhatHappened?: boolean;
  /**
   * Whether a ship keeps every lock, and a jam token takes only a green token that was there before it: how logs by rules before version 7
   * were played. Default no.
   */
  readonly keepsLocks?: boolean;
}

/** A match as the rules see it at one moment. Plain data; every accepted event makes a new one. */
export interface GameState {
  readonly options: Required<RuleOptions>;
  readonly seed: DiceSeed;
  /** The table that counts now, without the ships that were removed. */
  readonly table: Table;
  /** Removed ships whose bases still stood there when the table was last seen. */
  readonly toTakeOff: readonly string[];
  /** A table that changed in the middle of an attack: which one counts is being asked. */
  readonly changedTable: Table | undefined;
  readonly decisions: readonly Decision[];
  readonly firstPlayer: Player;
  readonly round: number;
  readonly phase: Phase;
  readonly ships: readonly GameShip[];
  readonly activation: Activation | undefined;
  readonly engagement: Engagement;
  /** Attacks that are going on, the current one last; a bonus attack lies on top of the one that granted it. */
  readonly attacks: readonly Attack[];
  readonly abilities: readonly Ability[];
  readonly queue: readonly QueueEntry[];
  /** Replacement effects that wait for their player's word, before everything else (QUE-06). */
  readonly replacing: readonly Replacing[];
  /** The remaining steps of an ability that resolves, while a replacement effect is asked about. */
  readonly pending: readonly PendingStep[];
  /** Whether an ability that is done by hand was just resolved: effects that people now report belong to it (QUE-04). */
  readonly isResolving: boolean;
  /** Number of all abilities ever queued, so that each entry has a key of its own. */
  readonly queuedSoFar: number;
  /** Automatic consequences of the last event, for people to read. */
  readonly notes: readonly Phrase[];
}

export interface GameShip {
  readonly id: string;
  readonly owner: Player;
  readonly name: string;
  readonly initiative: number;
  readonly xws: string | undefined;
  /** Its squad points; undefined: nobody said. */
  readonly points: number | undefined;
  readonly agility: number;
  readonly hull: number;
  readonly shields: number;
  /** Faceup damage cards. */
  readonly crits: number;
  /** Codes of its dial; undefined: not known, any maneuver may be set. */
  readonly dial: readonly string[] | undefined;
  readonly weapons: readonly Weapon[];
  /** Its action bar; undefined: not known. */
  readonly actions: readonly BarAction[] | undefined;
  readonly turret: Pointing;
  readonly tokens: Tokens;
  /** Force charges that it began with; it recovers one of them in each End Phase. */
  readonly forceCapacity: number;
  /** Tokens beside the ship, as a player counted them; forgotten once their number changes. */
  readonly counted: Partial<Tokens>;
  /** Ships it has locked. */
  readonly locks: readonly string[];
  /** Charges left, by weapon. */
  readonly charges: Readonly<Record<string, number>>;
  /** Whether it was ionized when the Planning Phase ended, and has no dial this round (MAN-28). */
  readonly hasNoDial: boolean;
  /** The maneuver set on its dial this round (MAN-27), where it was entered or is revealed. */
  readonly set: { readonly code: string; readonly isRevealed: boolean } | undefined;
  readonly hasActivated: boolean;
  readonly hasEngaged: boolean;
  readonly hasAttacked: boolean;
  /** Whether it executed a maneuver only partially in this round, other than by Adaptive Ailerons. */
  readonly wasPartial: boolean;
  readonly isDestroyed: boolean;
  /** Whether it left the table, and is removed. */
  readonly hasFled: boolean;
  readonly isRemoved: boolean;
  /** Whether an action moves it: its new place is seen when the table is next looked at. */
  readonly mayShift: boolean;
  /**
   * Its distance from where the log has it, where the table shows it elsewhere: nothing about it is judged until somebody says what
   * happened.
   */
  readonly astray: Astray | undefined;
  /** Its present pose, and the round at whose end it first stood there. */
  readonly stands: { readonly pose: Pose; readonly sinceRound: number } | undefined;
  /** The referee's notes on it in this round. */
  readonly noticed: readonly Phrase[];
}

/** Distance of a ship from where the log has it. */
export interface Astray {
  readonly expected: Pose;
  readonly distanceMm: number;
  /** Clockwise is positive. */
  readonly turnDeg: number;
}

/** A ship that activates. */
export interface Activation {
  readonly ship: string;
  readonly step: 'reveal' | 'execute' | 'action' | 'over';
  /** Whether it is ionized: no dial, the ion maneuver. */
  readonly isIonized: boolean;
  /** The maneuver with its current difficulty, once known. */
  readonly maneuver: Maneuver | undefined;
  /** Whether Adaptive Ailerons moved it already in this activation (MAN-25). */
  readonly hasAileroned: boolean;
  /** Why it has no Perform Action step: it moved partially (MAN-24), or over an asteroid (which MAN-25 excepts ailerons from). */
  readonly skipsAction: 'MAN-24' | 'MAN-25' | undefined;
  /** Ids of the obstacles that it went over, whose effects people enter. */
  readonly wentOver: readonly string[];
  /** Actions that its bar links to the one performed, until one of them is performed. */
  readonly links: readonly Omit<BarAction, 'linked'>[];
}

export interface Engagement {
  /** The initiative that the game has reached; undefined before the first and after the last. */
  readonly initiative: number | undefined;
  readonly ship: string | undefined;
}

export const ATTACK_STEPS = [
  'choose weapon',
  'declare defender',
  'pay costs',
  'roll attack',
  'defender modifies attack',
  'attacker modifies attack',
  'roll defense',
  'attacker modifies defense',
  'defender modifies defense',
  'neutralize',
  'deal damage',
  'after 1',
  'after 2',
  'after 3',
  'after 4',
] as const;
export type AttackStep = (typeof ATTACK_STEPS)[number];

/** The table's answers for an attack, from when its defender was declared. */
export interface AttackFacts {
  readonly arc: ArcKind;
  readonly range: number;
  readonly isTouching: boolean;
  readonly isObstructed: boolean;
  readonly mm: number;
}

export interface Adjustment {
  readonly by: number;
  readonly reason: string;
}

export interface Attack {
  readonly attacker: string;
  readonly isBonus: boolean;
  /** Entries of the queue that were there before a bonus attack began and wait for its end. */
  readonly queueBelow: number;
  readonly step: AttackStep;
  readonly weapon: string | undefined;
  readonly defender: string | undefined;
  readonly facts: AttackFacts | undefined;
  /** The ability that lets it attack at range 0 (RNG-06). */
  readonly range0By: string | undefined;
  readonly attackAdjustments: readonly Adjustment[];
  readonly defenseAdjustments: readonly Adjustment[];
  readonly attackDice: readonly Die[];
  readonly defenseDice: readonly Die[];
  /** Results left after Neutralize Results; undefined once the damage is dealt. */
  readonly uncancelled: { readonly hits: number; readonly crits: number } | undefined;
  /** Damage dealt, in order. */
  readonly damage: readonly Damage[];
}

export interface Damage {
  readonly kind: 'hit' | 'crit';
  readonly on: 'shield' | 'hull';
}

/** An ability that waits to be resolved. */
export interface QueueEntry {
  readonly key: number;
  readonly ability: string;
  readonly player: Player;
  /** Number of the event that triggered it; entries of one event and one player may be ordered by that player. */
  readonly batch: number;
  /** Whether resolving has begun since it was added: its place is settled (QUE-03). */
  readonly isSettled: boolean;
}

export interface Replacing {
  readonly ability: Replacement['id'];
  readonly ship: string;
  readonly token: TokenKind;
  readonly count: number;
  /** Replacement effects that have already been tried on this gain; each replaces it once. */
  readonly tried: readonly string[];
}

/** An effect of an ability (by its place among them), or tokens that a ship is about to gain. */
export type PendingStep =
  | { readonly step: 'effect'; readonly ability: string; readonly place: number; readonly target: string | undefined }
  | ({ readonly step: 'gain' } & Omit<Replacing, 'ability'>);
