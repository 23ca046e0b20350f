import type { ArcKind } from '../../pieces/arcs.js';
import type { AttackFacts, GameShip, GameState } from '../model/game-state.js';
import { inPlay, isOnTable, knownShip } from '../model/lookup.js';
import { answerWord, type OpenQuestion } from '../model/question.js';
import { isRefusal, type Refusal, refuse } from '../model/refusal.js';
import { arcsOf, type Weapon } from '../model/weapon.js';
import { askJudgement, askRange, type Measured, measure, measureRuledIn, withoutContact } from './measure.js';

/** What an attack with one weapon on one ship would be: its facts, why it may not be, or what is too close to call. */
export type Target = { readonly facts: AttackFacts } | Refusal;

export interface Candidate {
  readonly defender: string;
  readonly target: Target;
}

/** Every enemy ship, and whether a weapon may attack it (ATK-02, ATK-04, ATK-05). `range0By`: the ability that permits range 0. */
export function candidates(state: GameState, attacker: GameShip, weapon: Weapon, range0By?: string): readonly Candidate[] {
  return inPlay(state)
    .filter(({ owner, id }) => owner !== attacker.owner && isOnTable(state, id))
    .map(({ id }) => ({ defender: id, target: attackTarget(state, attacker, weapon, id, range0By) }));
}

/**
 * What the table and the weapon say about attacking one enemy ship. What is too close to call is only asked where an answer could permit the
 * attack: in the arc or not, nobody attacks a ship beyond range 3.
 */
export function attackTarget(state: GameState, attacker: GameShip, weapon: Weapon, defenderId: string, range0By?: string): Target {
  const target = targetAsMeasured(state, attacker, weapon, defenderId, range0By);
  if (!isOpen(target)) return target;
  const { question, outcomes } = target.open[0]!;
  const ruled = outcomes.map(({ answer }) => {
    // Before a judge's own word on it, which the table may no longer allow.
    const decisions = [{ question, answer }, ...state.decisions];
    return attackTarget({ ...state, decisions }, attacker, weapon, defenderId, range0By);
  });
  const [first, ...others] = ruled.filter((one) => isRefusal(one) && !isOpen(one)) as Refusal[];
  if (!first || others.length + 1 < ruled.length) return target;
  const messages = new Set([first, ...others].map(({ message }) => message));
  return refuse(first.code, [...messages].join(' Or: '), first.hint);
}

function targetAsMeasured(state: GameState, attacker: GameShip, weapon: Weapon, defenderId: string, range0By?: string): Target {
  if (!isOnTable(state, attacker.id)) return notOnTable(attacker.id);
  if (!isOnTable(state, defenderId)) return notOnTable(defenderId);
  const arcs = arcsOf(weapon, attacker.turret);
  const measured = measure(state.table, attacker.id, defenderId, arcs);
  const { decisions } = state;
  const from = attacker.id;
  const to = defenderId;
  const defender = knownShip(state, to).name;
  const touches = askJudgement({ about: 'touching', from, to }, measured.touching, decisions);
  if ('open' in touches) return tooClose(touches.open, 'whether the ships touch');
  const allowsRange0 = range0By !== undefined || weapon.minRange === 0;
  if (touches.answer && !allowsRange0) {
    return refuse(
      'ATK-21',
      `${attacker.name} touches ${defender}: they are at range 0.`,
      'A ship cannot attack at range 0; an ability that permits it is given by name.',
    );
  }
  const inside = arcs.map((arc) => ({ arc, found: askJudgement({ about: 'arc', from, to, arc }, measured.arcs[arc]!.inArc, decisions) }));
  const inArc = inside.find(({ found }) => 'answer' in found && found.answer)?.arc;
  if (!inArc) {
    const open = inside.flatMap(({ found }) => ('open' in found ? [found.open] : []));
    if (open.length > 0) return tooClose(open[0]!, 'whether the ship is in the arc');
    return refuse(
      'ATK-04',
      `${defender} is not in the ${arcs.join(' or ')} arc of ${attacker.name}.`,
      'Choose another defender or another weapon.',
    );
  }
  return inRange(state, weapon, { from, to, arc: inArc, measured, isTouching: touches.answer });
}

interface Inside {
  readonly from: string;
  readonly to: string;
  readonly arc: ArcKind;
  readonly measured: Measured;
  readonly isTouching: boolean;
}

function inRange(state: GameState, weapon: Weapon, { from, to, arc, measured, isTouching }: Inside): Target {
  const { decisions } = state;
  // A judge may have ruled a ship into the arc that the table has just outside it.
  const line = measured.arcs[arc]!.attack ?? measureRuledIn(state.table, from, to, arc);
  const apart = isTouching ? line : withoutContact(line);
  const ranged = isTouching && apart.range === 0 ? { answer: 0 } : askRange({ about: 'attack range', from, to, arc }, apart, decisions);
  if ('open' in ranged) return tooClose(ranged.open, 'the attack range');
  const range = ranged.answer;
  const least = isTouching ? 0 : weapon.minRange;
  if (range > weapon.maxRange || range < least) {
    const found = range > 3 ? 'beyond range 3' : `at range ${range}`;
    return refuse(
      'ATK-05',
      `${knownShip(state, to).name} is ${found}; ${weapon.name} needs range ${weapon.minRange} to ${weapon.maxRange}.`,
      'Choose another defender or another weapon.',
    );
  }
  const obstructed = askJudgement({ about: 'obstructed', from, to, arc }, line.obstructed, decisions);
  if ('open' in obstructed) return tooClose(obstructed.open, 'whether an obstacle is in the way');
  return { facts: { arc, range, isTouching, isObstructed: obstructed.answer, mm: apart.mm } };
}

/** Whether the certainty of an open question is all that is missing. */
export function isOpen(target: Target): target is Refusal & { readonly open: readonly OpenQuestion[] } {
  return 'open' in target && target.open !== undefined;
}

function tooClose(open: OpenQuestion, what: string): Refusal {
  const share = (probability: number) => `${Math.min(99, Math.max(1, Math.round(probability * 100)))} %`;
  const shown = open.outcomes.map(({ answer, probability }) => `${answerWord(answer)} (${share(probability)})`).join(' or ');
  return refuse(
    'too-close',
    `Too close to call: ${what}. ${shown}.`,
    'Measure by hand and record what the judge decides; or see the table better.',
    [open],
  );
}

function notOnTable(id: string): Refusal {
  return refuse('unknown', `${id} is not on the table.`, 'Add it on the map, or let the camera see it.');
}
