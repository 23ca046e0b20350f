import { openPercent } from '../../judge/core/judgement.js';
import type { ArcKind } from '../../pieces/arcs.js';
import { type Phrase, phrase } from '../../texts/rules-texts.js';
import type { AttackFacts, GameShip, GameState } from '../model/game-state.js';
import { isOnTable, knownShip, nameOf } from '../model/lookup.js';
import { answerWord, type OpenQuestion } from '../model/question.js';
import { isRefusal, type Refusal, refuse } from '../model/refusal.js';
import { arcsOf, type Weapon, weaponTitle } from '../model/weapon.js';
import { astrayRefusal } from './astray.js';
import { askJudgement, askRange, type Measured, measure, measureRuledIn, withoutContact } from './measure.js';

/** An attack with one weapon on one ship: its facts, why it may not be made, or what is too close to call. */
export type Target = { readonly facts: AttackFacts } | Refusal;

/**
 * Judges an attack on one enemy ship by the table and the weapon. Questions too close to call are only asked where an answer could permit
 * the attack: in the arc or not, nobody attacks a ship beyond range 3. `range0By`: the ability that permits range 0.
 */
export function attackTarget(state: GameState, attacker: GameShip, weapon: Weapon, defenderId: string, range0By?: string): Target {
  const astray = astrayRefusal(state, attacker.id, defenderId);
  if (astray) return astray;
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
  const messages = new Map([first, ...others].map(({ message }) => [JSON.stringify(message), message]));
  return refuse(first.code, phrase('or-sentences', ...messages.values()), first.hint);
}

function targetAsMeasured(state: GameState, attacker: GameShip, weapon: Weapon, defenderId: string, range0By?: string): Target {
  if (!isOnTable(state, attacker.id)) return notOnTable(attacker.name);
  if (!isOnTable(state, defenderId)) return notOnTable(nameOf(state, defenderId));
  const arcs = arcsOf(weapon, attacker.turret);
  const measured = measure(state.table, attacker.id, defenderId, arcs);
  const { decisions } = state;
  const from = attacker.id;
  const to = defenderId;
  const defender = knownShip(state, to).name;
  const touches = askJudgement({ about: 'touching', from, to }, measured.touching, decisions);
  if ('open' in touches) return tooClose(touches.open, phrase('whether-touch'));
  const allowsRange0 = range0By !== undefined || weapon.minRange === 0;
  if (touches.answer && !allowsRange0) {
    return refuse('ATK-21', phrase('touches-they-range-0', attacker.name, defender), phrase('ship-cannot-attack-range'));
  }
  const inside = arcs.map((arc) => ({ arc, found: askJudgement({ about: 'arc', from, to, arc }, measured.arcs[arc]!.inArc, decisions) }));
  const inArc = inside.find(({ found }) => 'answer' in found && found.answer)?.arc;
  if (!inArc) {
    const open = inside.flatMap(({ found }) => ('open' in found ? [found.open] : []));
    if (open.length > 0) return tooClose(open[0]!, phrase('whether-in-arc'));
    return refuse(
      'ATK-04',
      phrase('not-arc', defender, phrase('or-list', ...arcs.map((arc) => phrase(arc))), attacker.name),
      phrase('choose-another-defender-another'),
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
  if ('open' in ranged) return tooClose(ranged.open, phrase('the-attack-range'));
  const range = ranged.answer;
  const least = isTouching ? 0 : weapon.minRange;
  if (range > weapon.maxRange || range < least) {
    const found = range > 3 ? phrase('beyond-range', 3) : phrase('at-range', range);
    return refuse(
      'ATK-05',
      phrase('needs-range', knownShip(state, to).name, found, weaponTitle(weapon.name), weapon.minRange, weapon.maxRange),
      phrase('choose-another-defender-another'),
    );
  }
  const obstructed = askJudgement({ about: 'obstructed', from, to, arc }, line.obstructed, decisions);
  if ('open' in obstructed) return tooClose(obstructed.open, phrase('whether-obstructed'));
  const { mm } = isTouching ? measured.closest : apart;
  return { facts: { arc, range, isTouching, isObstructed: obstructed.answer, mm } };
}

/** Whether certainty about an open question is all that is missing. */
export function isOpen(target: Target): target is Refusal & { readonly open: readonly OpenQuestion[] } {
  return 'open' in target && target.open !== undefined;
}

function tooClose(open: OpenQuestion, what: Phrase): Refusal {
  const shown = open.outcomes.map(({ answer, probability }) => phrase('percent', answerWord(answer), openPercent(probability)));
  return refuse('too-close', phrase('too-close-call', what, phrase('or-list', ...shown)), phrase('measure-hand-record-judge'), [open]);
}

function notOnTable(name: string): Refusal {
  return refuse('unknown', phrase('not-table', name), phrase('add-map-let-camera'));
}
