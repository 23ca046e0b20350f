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
  /** A ship that stands where no move of the log leads is not judged until somebody says what happened. Default no: logs from before it replay. */
  readonly asksWhatHappened?: boolean;
}

/** A match as the rules see it at one moment. Plain data; every accepted event makes a new one. */
export interface GameState {
  readonly options: Required<RuleOptions>;
  readonly seed: DiceSeed;
  /** The table that counts now, without the ships that were removed. */
  readonly table: Table;
  /** Removed ships whose bases still stood there when the table was last seen. */
  readonly toTakeOff: readonly string[];
  /** The table changed in the middle of an attack: which one counts is being asked. */
  readonly changedTable: Table | undefined;
  readonly decisions: readonly Decision[];
  readonly firstPlayer: Player;
  readonly round: number;
  readonly phase: Phase;
  readonly ships: readonly GameShip[];
  readonly activation: Activation | undefined;
  readonly engagement: Engagement;
  /** The attack that is going on is the last; a bonus attack lies on top of the one that granted it. */
  readonly attacks: readonly Attack[];
  readonly abilities: readonly Ability[];
  readonly queue: readonly QueueEntry[];
  /** Replacement effects that wait for their player's word, before everything else (QUE-06). */
  readonly replacing: readonly Replacing[];
  /** What is left of an ability that resolves, while a replacement effect is asked about. */
  readonly pending: readonly PendingStep[];
  /** An ability that is done by hand was just resolved: what people now say of its effects belongs to it (QUE-04). */
  readonly isResolving: boolean;
  /** Counts everything that was ever queued, so that each entry has a key of its own. */
  readonly queuedSoFar: number;
  /** What happened by itself in the last event, for people to read. */
  readonly notes: readonly Phrase[];
}

export interface GameShip {
  readonly id: string;
  readonly owner: Player;
  readonly name: string;
  readonly initiative: number;
  readonly xws: string | undefined;
  /** What it costs in its squad; undefined: nobody said. */
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
  /** Force charges that it began with, and recovers one of in each End Phase. */
  readonly forceCapacity: number;
  /** What a player says lies beside the ship, where that was counted. */
  readonly counted: Partial<Tokens>;
  /** Ships it has locked. */
  readonly locks: readonly string[];
  /** Charges left, by weapon. */
  readonly charges: Readonly<Record<string, number>>;
  /** It was ionized when the Planning Phase ended, and has no dial this round (MAN-28). */
  readonly hasNoDial: boolean;
  /** The maneuver set on its dial this round (MAN-27), where it was entered or is revealed. */
  readonly set: { readonly code: string; readonly isRevealed: boolean } | undefined;
  readonly hasActivated: boolean;
  readonly hasEngaged: boolean;
  readonly hasAttacked: boolean;
  /** In this round it executed a maneuver only partially, and it was not by Adaptive Ailerons. */
  readonly wasPartial: boolean;
  readonly isDestroyed: boolean;
  /** It left the table, and is removed. */
  readonly hasFled: boolean;
  readonly isRemoved: boolean;
  /** An action moves it: where to is seen when the table is next looked at. */
  readonly mayShift: boolean;
  /** The table shows it where the log does not have it: nothing is judged of it until somebody says what happened. */
  readonly astray: Astray | undefined;
  /** Since the end of which round it has stood where it stands now. */
  readonly stands: { readonly pose: Pose; readonly sinceRound: number } | undefined;
  /** What the referee noticed in this round. */
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
  /** It is ionized: no dial, the ion maneuver. */
  readonly isIonized: boolean;
  /** The maneuver with its difficulty as it is now, once known. */
  readonly maneuver: Maneuver | undefined;
  /** Adaptive Ailerons moved it already in this activation (MAN-25). */
  readonly hasAileroned: boolean;
  /** Why it has no Perform Action step: it moved partially (MAN-24), or over an asteroid (which MAN-25 excepts ailerons from). */
  readonly skipsAction: 'MAN-24' | 'MAN-25' | undefined;
  /** What its bar says may follow the action that it has performed, until one of these is. */
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

/** Answers of the table for an attack, when its defender was declared. */
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
  /** An ability lets it attack at range 0 (RNG-06). */
  readonly range0By: string | undefined;
  readonly attackAdjustments: readonly Adjustment[];
  readonly defenseAdjustments: readonly Adjustment[];
  readonly attackDice: readonly Die[];
  readonly defenseDice: readonly Die[];
  /** After Neutralize Results: what is left; none once the damage is dealt. */
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
  /** What triggered it; entries of one event and one player may be ordered by that player. */
  readonly batch: number;
  /** Resolving has begun since it was added: its place is settled (QUE-03). */
  readonly isSettled: boolean;
}

export interface Replacing {
  readonly ability: Replacement['id'];
  readonly ship: string;
  readonly token: TokenKind;
  readonly count: number;
  /** Replacement effects that this gain has been through; each replaces it once. */
  readonly tried: readonly string[];
}

/** An effect of an ability (by its place among them), or tokens that a ship is about to gain. */
export type PendingStep =
  | { readonly step: 'effect'; readonly ability: string; readonly place: number; readonly target: string | undefined }
  | ({ readonly step: 'gain' } & Omit<Replacing, 'ability'>);
