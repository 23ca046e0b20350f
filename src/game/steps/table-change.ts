import type { Attack, AttackStep, GameState } from '../model/game-state.js';
import type { Handlers } from '../model/handler.js';
import { attackOf, isOnTable, knownShip, weaponOf, withAttack, withNote } from '../model/lookup.js';
import { isAnswerTo, isSameQuestion } from '../model/question.js';
import { isRefusal, type Refusal, refuse } from '../model/refusal.js';
import { attackTarget } from '../table/attack-target.js';
import { whatMoved } from '../table/what-moved.js';

/** Steps at which range and obstruction still decide about dice that are to be rolled. */
const MEASURED: readonly AttackStep[] = [
  'pay costs',
  'roll attack',
  'defender modifies attack',
  'attacker modifies attack',
  'roll defense',
];

export const tableHandlers: Handlers<'table' | 'which table' | 'decide'> = {
  /** The table changed. In the middle of an attack somebody has to say which table counts, if a ship moved. */
  table: (state, { table }) => {
    const moved = whatMoved(state.table, table);
    if (attackOf(state) && moved.length > 0)
      return withNote({ ...state, changedTable: table }, `Moved during the attack: ${moved.join(', ')}`);
    // What a judge decided was about the table as it was. Where all has come back to its place, nothing is to be asked.
    return { ...state, table, changedTable: undefined, decisions: moved.length > 0 ? [] : state.decisions };
  },
  'which table': (state, { counts }) => {
    const { changedTable } = state;
    if (!changedTable) return refuse('out-of-turn', 'The table did not change during an attack.', 'There is nothing to choose.');
    if (counts === 'before') return { ...state, changedTable: undefined };
    return measuredAnew({ ...state, table: changedTable, changedTable: undefined, decisions: [] });
  },
  decide: (state, { question, answer, by }) => {
    if (!isAnswerTo(question, answer))
      return refuse(
        'unknown',
        `Got ${String(answer)} for “${question.about}”.`,
        'A range is decided with 0 to 4, all else with yes or no.',
      );
    const stranger = [question.from, ...('to' in question ? [question.to] : [])].find((id) => !isOnTable(state, id));
    if (stranger !== undefined) return refuse('unknown', `${stranger} is not on the table.`, 'Decide about ships that are.');
    const others = state.decisions.filter((one) => !isSameQuestion(one.question, question));
    return { ...state, decisions: [...others, { question, answer, ...(by && { by }) }] };
  },
};

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
