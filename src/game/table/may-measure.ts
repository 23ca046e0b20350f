import type { Player } from '../../table/table.js';
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
  /** Where a maneuver would end; without a code: every maneuver of the dial. */
  | { readonly what: 'maneuver'; readonly ship: string; readonly code?: string }
  | { readonly what: 'reposition'; readonly ship: string }
  | { readonly what: 'device'; readonly ship: string }
  /** What is not where it was, and how it gets back there. */
  | { readonly what: 'what moved' };

export interface Allowed {
  readonly allowed: true;
  /** Absent where no rule of the list speaks of it. */
  readonly rule?: RuleId;
}

/** Who owns a ship; undefined: nobody said, or it is no ship. */
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
const NOT_YET = 'Say what is going on, once it is so.';

function ofPair(moment: Moment, from: string, to: string, ownerOf: OwnerOf): Allowed | Refusal {
  if (moment.kind === 'ability') return ofAbility(moment.ship, from, to);
  if (moment.kind === 'action') {
    return refuse(
      'RNG-04',
      'An action asks for a range, arcs ignored; arcs are measured for an attack.',
      'Lay the ruler from the ship instead.',
    );
  }
  if (moment.kind === 'attack') {
    if (from === moment.ship && to === moment.defender) return allowed('RNG-03');
    return refuse(
      'ATK-04',
      'The defender is declared: only the attack on it is measured.',
      'Choose the attacker first, then the defender.',
    );
  }
  if (moment.kind !== 'declare target') {
    return refuse('ATK-02', 'Ranges and arcs between ships are measured when a ship attacks.', NOT_YET);
  }
  return ofAttacker(moment.ship, from, to, ownerOf);
}

function ofAttacker(attacker: string, from: string, to: string, ownerOf: OwnerOf): Allowed | Refusal {
  if (from !== attacker) return refuse('ATK-02', 'Only the ship that attacks measures.', 'Choose the attacker first.');
  const [own, other] = [ownerOf(from), ownerOf(to)];
  if (own !== undefined && own === other) return refuse('ATK-02', 'An attacker measures to enemy ships.', 'Choose an enemy ship.');
  return allowed('ATK-02');
}

function ofAbility(ship: string, from: string | undefined, to: string | undefined): Allowed | Refusal {
  if (from === ship || to === ship) return allowed('QUE-08');
  return refuse('QUE-08', 'An ability asks for ranges and arcs of its own ship.', 'Choose the ship whose ability resolves.');
}

function ofArcs(moment: Moment, of: string): Allowed | Refusal {
  if (moment.kind === 'ability') return allowed('QUE-08');
  const isAttacker = (moment.kind === 'declare target' || moment.kind === 'attack') && moment.ship === of;
  return isAttacker ? allowed('ATK-02') : refuse('ATK-02', 'Only the arcs of the ship that attacks are looked at.', NOT_YET);
}

/** They would show friends and obstacles too, which nobody may measure at once. */
function ofAllRanges(moment: Moment): Refusal {
  if (moment.kind === 'ability') {
    return refuse('QUE-08', 'An ability asks about one thing at a time.', 'Choose the two ships, or lay the ruler.');
  }
  return refuse(
    'ATK-02',
    'All ranges at once would show friends and obstacles too.',
    'When the ship attacks, choose it and then each enemy ship.',
  );
}

function ofRange(moment: Moment, from: string | undefined, to: string | undefined, ownerOf: OwnerOf): Allowed | Refusal {
  if (from === undefined || to === undefined) {
    return refuse(
      'RNG-01',
      'Range is measured between two objects; a point or the edge of the mat is not an object.',
      'Choose two objects.',
    );
  }
  if (moment.kind === 'ability') return ofAbility(moment.ship, from, to);
  if (moment.kind === 'action') {
    if (from === moment.ship || to === moment.ship) return allowed('RNG-04');
    return refuse('RNG-04', 'An action asks for ranges of its own ship.', 'Lay the ruler from the ship that acts.');
  }
  if (moment.kind === 'declare target' && ownerOf(to) !== undefined) return ofAttacker(moment.ship, from, to, ownerOf);
  if (moment.kind === 'attack' && from === moment.ship && to === moment.defender) return allowed('RNG-03');
  return refuse('RNG-04', 'Nothing asks for this range now: no action, no ability, no attack.', NOT_YET);
}

function ofManeuver(moment: Moment, { ship, code }: Extract<Measuring, { readonly what: 'maneuver' }>): Allowed | Refusal {
  if (moment.kind !== 'maneuver' || moment.ship !== ship) {
    return refuse('MAN-02', 'A template is laid when its ship executes its maneuver, not before.', NOT_YET);
  }
  if (code === undefined) return refuse('MAN-27', 'Of the whole dial only the revealed maneuver is executed.', 'Choose that one.');
  // Its difficulty may have been changed; where it leads has not.
  if (moment.code !== undefined && moment.code.slice(0, 2) !== code.slice(0, 2)) {
    return refuse('MAN-27', `The revealed maneuver is ${moment.code}, and no other.`, 'Choose that one.');
  }
  return allowed('MAN-02');
}

/** The list has no rule for how a ship rolls, boosts or drops a device: this much is known, that it is done by an action or an ability. */
function ofActing(moment: Moment, { ship }: { readonly ship: string }): Allowed | Refusal {
  if ((moment.kind === 'action' || moment.kind === 'ability') && moment.ship === ship) return allowed();
  return refuse('out-of-turn', 'A ship is repositioned, or drops a device, by its action or an ability, and not tried before.', NOT_YET);
}
