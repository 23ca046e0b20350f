import { phrase } from '../../texts/rules-texts.js';
import type { GameState } from '../model/game-state.js';
import type { Handlers } from '../model/handler.js';
import { attackOf, isOnTable, withAttack, withNote } from '../model/lookup.js';
import { answerWord, isAnswerTo, isSameQuestion, type OpenQuestion } from '../model/question.js';
import { isRefusal, refuse } from '../model/refusal.js';
import { tableInPlay } from '../model/table-in-play.js';
import { withStrays } from '../table/astray.js';
import { isOpen } from '../table/attack-target.js';
import { changeNames } from '../table/change-names.js';
import { nameInMatch } from '../table/name-in-match.js';
import { openQuestion } from '../table/open-question.js';
import { hidesOtherwise, whatChanged } from '../table/what-changed.js';
import { attackAgain, remeasured } from './attack-again.js';

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
      return withNote({ ...next, changedTable: table }, phrase('changed-during-attack', changeNames(state, changed, table)));
    // A judge's rulings were about the earlier table. Where everything is back in its place, there is nothing to ask.
    const taken = { ...next, table, decisions: changed.length > 0 ? [] : state.decisions };
    const said = changed.length > 0 ? withNote(taken, phrase('changed-table', changeNames(state, changed, table))) : taken;
    const noted = withStrays(state, said);
    const again = measuredAgain(noted);
    // A worse measurement of the same table leaves open what a better one has answered.
    if (again === 'open' && !hidesOtherwise(state.table, table)) return next;
    if (typeof again === 'string') return withNote({ ...next, changedTable: table }, phrase('attack-measured-differently-now'));
    return again;
  },
  'which table': (state, { counts }) => {
    const { changedTable } = state;
    if (!changedTable) return refuse('out-of-turn', phrase('table-did-not-change'), phrase('nothing-choose'));
    if (counts === 'before') return { ...state, changedTable: undefined };
    // Rulings on the old table may not hold on this one. Its counting is also an answer about the ships that moved.
    const now = { ...state, table: changedTable, changedTable: undefined, decisions: [] };
    return remeasured(now, phrase('table-as-now'), phrase('let-table-count-take'));
  },
  decide: (state, { question, answer, by }) => {
    if (!isAnswerTo(question, answer))
      return refuse('unknown', phrase('got-for', String(answer), phrase(question.about)), phrase('range-decided-0-4'));
    const stranger = [question.from, ...('to' in question ? [question.to] : [])].find((id) => !liesOnTable(state, id));
    if (stranger !== undefined) return refuse('unknown', phrase('not-table', nameInMatch(state, stranger)), phrase('decide-about'));
    const open = openQuestion(state, question);
    if (!open) return refuse('unknown', phrase('not-too-close-call', phrase(question.about)), phrase('where-table-wrong-about'));
    if (!open.outcomes.some((one) => one.answer === answer)) {
      const offered = phrase('or-list', ...open.outcomes.map((one) => answerWord(one.answer)));
      return refuse(
        'unknown',
        phrase('got-table-allows', answerWord(answer), phrase(question.about), offered),
        phrase('decide-among-these'),
      );
    }
    const others = state.decisions.filter((one) => !isSameQuestion(one.question, question));
    const ruled: GameState = { ...state, decisions: [...others, { question, answer, ...(by && { by }) }] };
    // A ruling that replaces another one may change the attack that was declared by that one.
    const isOther = attackAgain(ruled)?.isSame === false;
    return isOther ? remeasured(ruled, phrase('as-decided-now'), phrase('take-attack-back-declare')) : ruled;
  },
};

/** The attack that is going on, by the table of the state; `otherwise` when its range, arc or obstruction differs. */
function measuredAgain(state: GameState): GameState | 'otherwise' | 'open' {
  const again = attackAgain(state);
  if (!again) return state;
  const { facts, target, isSame } = again;
  if (isRefusal(target)) return isOpen(target) && mayBeAtRange(target.open, facts.range) ? 'open' : 'otherwise';
  return isSame ? withAttack(state, { facts: target.facts }) : 'otherwise';
}

/** Whether none of the open questions rules out an attack range. */
function mayBeAtRange(open: readonly OpenQuestion[], range: number): boolean {
  return open.every(({ question, outcomes }) => question.about !== 'attack range' || outcomes.some(({ answer }) => answer === range));
}

function liesOnTable(state: GameState, id: string): boolean {
  return isOnTable(state, id) || state.table.obstacles.some((obstacle) => obstacle.id === id);
}
