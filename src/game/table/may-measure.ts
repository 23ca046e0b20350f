import type { Player } from '../../table/table.js';
import { phrase } from '../../texts/rules-texts.js';
import { type Refusal, refuse } from '../model/refusal.js';
import type { RuleId } from '../model/rule-id.js';
import type { Moment } from './moment.js';

/** Something that a person asks of the table. Ships and other objects by their ids. */
export type Measuring =
  /** Range, arcs and obstruction from one ship to another. */
  | { readonly what: 'pair'; readonly from: string; readonly to: string }
  /** From one ship to everything, and where its arcs are. */
  | { readonly what: 'all ranges'; readonly from: string }
  | { readonly what: 'arcs'; readonly of: string }
  /** The range between two things, arcs ignored; undefined: a point, or an edge of the mat. */
  | { readonly what: 'range'; readonly from: string | undefined; readonly to: string | undefined }
  /** The end of a maneuver; without a code: of every maneuver of the dial. */
  | { readonly what: 'maneuver'; readonly ship: string; readonly code?: string }
  | { readonly what: 'reposition'; readonly ship: string }
  | { readonly what: 'device'; readonly ship: string }
  /** Pieces that have moved, and how they get back. */
  | { readonly what: 'what moved' };

export interface Allowed {
  readonly allowed: true;
  /** Absent where no rule of the list speaks of it. */
  readonly rule?: RuleId;
}

/** Owner of a ship; undefined: nobody said, or it is not a ship. */
export type OwnerOf = (id: string) => Player | undefined;

/**
 * Whether the rules let this be measured at this moment. Nothing is measured ahead: a range when an attack, an action or an ability asks for it, a
 * template when its ship moves. A ship of no known owner may be an enemy.
 */
export function mayMeasure(moment: Moment, asked: Measuring, ownerOf: OwnerOf): Allowed | Refusal {
  switch (asked.what) {
    case 'what moved':
      return { allowed: true };
    case 'maneuver':
      return ofManeuver(moment, asked);
    case 'reposition':
    case 'device':
      return ofActing(moment, asked);
    case 'arcs':
      return ofArcs(moment, asked.of);
    case 'all ranges':
      return ofAllRanges(moment);
    case 'range':
      return ofRange(moment, asked.from, asked.to, ownerOf);
    case 'pair':
      return ofPair(moment, asked.from, asked.to, ownerOf);
  }
}

const allowed = (rule?: RuleId): Allowed => ({ allowed: true, ...(rule && { rule }) });
const NOT_YET = phrase('say-going-once-so');

function ofPair(moment: Moment, from: string, to: string, ownerOf: OwnerOf): Allowed | Refusal {
  if (moment.kind === 'ability') return ofAbility(moment.ship, from, to);
  if (moment.kind === 'action') {
    return refuse('RNG-04', phrase('action-asks-range-arcs'), phrase('lay-ruler-from-ship'));
  }
  if (moment.kind === 'attack') {
    if (from === moment.ship && to === moment.defender) return allowed('RNG-03');
    return refuse('ATK-04', phrase('defender-declared-only-attack'), phrase('choose-attacker-first-then'));
  }
  if (moment.kind !== 'declare target') {
    return refuse('ATK-02', phrase('ranges-arcs-between-ships'), NOT_YET);
  }
  return ofAttacker(moment.ship, from, to, ownerOf);
}

function ofAttacker(attacker: string, from: string, to: string, ownerOf: OwnerOf): Allowed | Refusal {
  if (from !== attacker) return refuse('ATK-02', phrase('only-ship-attacks-measures'), phrase('choose-attacker-first'));
  const [own, other] = [ownerOf(from), ownerOf(to)];
  if (own !== undefined && own === other) return refuse('ATK-02', phrase('attacker-measures-enemy-ships'), phrase('choose-enemy-ship'));
  return allowed('ATK-02');
}

function ofAbility(ship: string, from: string | undefined, to: string | undefined): Allowed | Refusal {
  if (from === ship || to === ship) return allowed('QUE-08');
  return refuse('QUE-08', phrase('ability-asks-ranges-arcs'), phrase('choose-ship-whose-ability'));
}

function ofArcs(moment: Moment, of: string): Allowed | Refusal {
  if (moment.kind === 'ability') return allowed('QUE-08');
  const isAttacker = (moment.kind === 'declare target' || moment.kind === 'attack') && moment.ship === of;
  return isAttacker ? allowed('ATK-02') : refuse('ATK-02', phrase('only-arcs-ship-attacks'), NOT_YET);
}

/** Refuses: all ranges would show friends and obstacles too, which nobody may measure at once. */
function ofAllRanges(moment: Moment): Refusal {
  if (moment.kind === 'ability') {
    return refuse('QUE-08', phrase('ability-asks-about-one'), phrase('choose-two-ships-lay'));
  }
  return refuse('ATK-02', phrase('all-ranges-once-would'), phrase('when-ship-attacks-choose'));
}

function ofRange(moment: Moment, from: string | undefined, to: string | undefined, ownerOf: OwnerOf): Allowed | Refusal {
  if (from === undefined || to === undefined) {
    return refuse('RNG-01', phrase('range-measured-between-two'), phrase('choose-two-objects'));
  }
  if (moment.kind === 'ability') return ofAbility(moment.ship, from, to);
  if (moment.kind === 'action') {
    if (from === moment.ship || to === moment.ship) return allowed('RNG-04');
    return refuse('RNG-04', phrase('action-asks-ranges-own'), phrase('lay-ruler-from-ship-acts'));
  }
  if (moment.kind === 'declare target' && ownerOf(to) !== undefined) return ofAttacker(moment.ship, from, to, ownerOf);
  if (moment.kind === 'attack' && from === moment.ship && to === moment.defender) return allowed('RNG-03');
  return refuse('RNG-04', phrase('nothing-asks-range-now'), NOT_YET);
}

function ofManeuver(moment: Moment, { ship, code }: Extract<Measuring, { readonly what: 'maneuver' }>): Allowed | Refusal {
  if (moment.kind !== 'maneuver' || moment.ship !== ship) {
    return refuse('MAN-02', phrase('template-laid-when-ship'), NOT_YET);
  }
  if (code === undefined) return refuse('MAN-27', phrase('whole-dial-only-revealed'), phrase('choose-one'));
  // Its difficulty may have been changed; where it leads has not.
  if (moment.code !== undefined && moment.code.slice(0, 2) !== code.slice(0, 2)) {
    return refuse('MAN-27', phrase('revealed-maneuver-no-other', moment.code), phrase('choose-one'));
  }
  return allowed('MAN-02');
}

/** The list has no rule for how a ship rolls, boosts or drops a device: this much is known, that it is done by an action or an ability. */
function ofActing(moment: Moment, { ship }: { readonly ship: string }): Allowed | Refusal {
  if ((moment.kind === 'action' || moment.kind === 'ability') && moment.ship === ship) return allowed();
  return refuse('out-of-turn', phrase('ship-repositioned-drops-device'), NOT_YET);
}
