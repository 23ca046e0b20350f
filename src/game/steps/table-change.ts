import type { Attack, AttackStep, GameState } from '../model/game-state.js';
import type { Handlers } from '../model/handler.js';
import { attackOf, isOnTable, knownShip, weaponOf, withAttack, withNote } from '../model/lookup.js';
import { answerWord, isAnswerTo, isSameQuestion, type OpenQuestion } from '../model/question.js';
import { isRefusal, type Refusal, refuse } from '../model/refusal.js';
import { tableInPlay } from '../model/table-in-play.js';
import { attackTarget, isOpen } from '../table/attack-target.js';
import { openQuestion } from '../table/open-question.js';
import { hidesOtherwise, whatChanged } from '../table/what-changed.js';

/** Steps at which range and obstruction still decide about dice that are to be rolled. */
const MEASURED: readonly AttackStep[] = [
  'pay costs',
  'roll attack',
  'defender modifies attack',
  'attacker modifies attack',
  'roll defense',
];

export const tableHandlers: Handlers<'table' | 'which table' | 'decide'> = {
  /**
   * The table changed, or is measured better. In the middle of an attack somebody has to say which table counts when anything came, went or
   * moved, or when the attack would be another one.
   */
  table: (state, { table: seen }) => {
    const { table, toTakeOff } = tableInPlay(state, seen);
    const changed = whatChanged(state.table, table);
    const next: GameState = { ...state, toTakeOff, changedTable: undefined };
    if (attackOf(state) && changed.length > 0)
      return withNote({ ...next, changedTable: table }, `Changed during the attack: ${named(state, changed)}`);
    // What a judge decided was about the table as it was. Where all has come back to its place, nothing is to be asked.
    const taken = { ...next, table, decisions: changed.length > 0 ? [] : state.decisions };
    const noted = changed.length > 0 ? withNote(taken, `Changed on the table: ${named(state, changed)}`) : taken;
    const again = measuredAgain(noted);
    // A worse measurement of the same table leaves open what a better one has answered.
    if (again === 'open' && !hidesOtherwise(state.table, table)) return next;
    if (typeof again === 'string') return withNote({ ...next, changedTable: table }, 'The attack is measured otherwise now');
    return again;
  },
  'which table': (state, { counts }) => {
    const { changedTable } = state;
    if (!changedTable) return refuse('out-of-turn', 'The table did not change during an attack.', 'There is nothing to choose.');
    if (counts === 'before') return { ...state, changedTable: undefined };
    // What was decided of the old table may not hold on this one.
    return measuredAnew({ ...state, table: changedTable, changedTable: undefined, decisions: [] });
  },
  decide: (state, { question, answer, by }) => {
    if (!isAnswerTo(question, answer))
      return refuse(
        'unknown',
        `Got ${String(answer)} for “${question.about}”.`,
        'A range is decided with 0 to 4, all else with yes or no.',
      );
    const stranger = [question.from, ...('to' in question ? [question.to] : [])].find((id) => !liesOnTable(state, id));
    if (stranger !== undefined) return refuse('unknown', `${stranger} is not on the table.`, 'Decide about what is.');
    const open = openQuestion(state, question);
    if (!open)
      return refuse(
        'unknown',
        `“${question.about}” is not too close to call here.`,
        'Where the table is wrong about it, correct the table.',
      );
    if (!open.outcomes.some((one) => one.answer === answer)) {
      const offered = open.outcomes.map((one) => answerWord(one.answer)).join(' or ');
      return refuse('unknown', `Got ${answerWord(answer)} for “${question.about}”, the table allows ${offered}.`, 'Decide among these.');
    }
    const others = state.decisions.filter((one) => !isSameQuestion(one.question, question));
    return { ...state, decisions: [...others, { question, answer, ...(by && { by }) }] };
  },
};

/** The attack that is going on as the table of the state has it; `otherwise` when its range, arc or obstruction is another one. */
function measuredAgain(state: GameState): GameState | 'otherwise' | 'open' {
  const attack = attackOf(state);
  if (!attack?.facts || !attack.defender || !MEASURED.includes(attack.step)) return state;
  const attacker = knownShip(state, attack.attacker);
  const target = attackTarget(state, attacker, weaponOf(attacker, attack.weapon)!, attack.defender, attack.range0By);
  if (isRefusal(target)) return isOpen(target) && mayBeAtRange(target.open, attack.facts.range) ? 'open' : 'otherwise';
  const { arc, range, isTouching, isObstructed } = target.facts;
  const { facts } = attack;
  const isSame = arc === facts.arc && range === facts.range && isTouching === facts.isTouching && isObstructed === facts.isObstructed;
  return isSame ? withAttack(state, { facts: target.facts }) : 'otherwise';
}

/** Whether none of the open questions rules out an attack range. */
function mayBeAtRange(open: readonly OpenQuestion[], range: number): boolean {
  return open.every(({ question, outcomes }) => question.about !== 'attack range' || outcomes.some(({ answer }) => answer === range));
}

function liesOnTable(state: GameState, id: string): boolean {
  return isOnTable(state, id) || state.table.obstacles.some((obstacle) => obstacle.id === id);
}

/** Things of the table by their names, or by their ids where they have none. */
function named({ ships }: GameState, ids: readonly string[]): string {
  return ids.map((id) => ships.find((ship) => ship.id === id)?.name ?? id).join(', ');
}

/**
 * The attack that is going on, on a table that changed under it: range, arc and obstruction are asked again. Dice that lie there stay.
 * What is no target any more, or too close to call, is declared again where nothing was paid yet; else the new table cannot count.
 */
function measuredAnew(state: GameState): GameState | Refusal {
  const attack = attackOf(state);
  if (!attack?.defender || !MEASURED.includes(attack.step)) return state;
  const attacker = knownShip(state, attack.attacker);
  const weapon = weaponOf(attacker, attack.weapon)!;
  const target = attackTarget(state, attacker, weapon, attack.defender, attack.range0By);
  if (!isRefusal(target)) return withNote(withAttack(state, { facts: target.facts }), factsWords(attack, target.facts));
  if (attack.step === 'pay costs') {
    const again: Partial<Attack> = { step: 'declare defender', defender: undefined, facts: undefined, range0By: undefined };
    return withNote(withAttack(state, again), `The defender is to be declared again: ${target.message}`);
  }
  return refuse(target.code, target.message, 'Let the table as it was count, or take the attack back and declare it again.');
}

function factsWords({ facts: old }: Attack, { range, isObstructed }: NonNullable<Attack['facts']>): string {
  const words = `range ${range}${isObstructed ? ', obstructed' : ''}`;
  const isSame = old?.range === range && old.isObstructed === isObstructed;
  return isSame ? `On the table as it is now: ${words}, as before` : `On the table as it is now: ${words}`;
}
