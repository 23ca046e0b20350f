import { executeWithUncertainty } from '../../judge/maneuver/execute-uncertainty.js';
import { overObstacles } from '../../judge/maneuver/over-obstacles.js';
import { parseManeuver } from '../../pieces/maneuver.js';
import type { GameState } from '../model/game-state.js';
import { isFrontOpen, isOnTable } from '../model/lookup.js';
import type { OpenQuestion, Question } from '../model/question.js';
import { type Asked, askJudgement, askRange, measure, measureRuledIn, withoutContact } from './measure.js';

/**
 * A question as the table leaves it open, regardless of a judge's ruling; undefined where the table answers it, or where it makes no sense.
 */
export function openQuestion(state: GameState, question: Question): OpenQuestion | undefined {
  const isOfMove = question.about === 'full execution' || question.about === 'over obstacle';
  const ids = isOfMove ? [question.from] : [question.from, question.to];
  if (ids.some((id) => !isOnTable(state, id)) || (ids.length === 2 && ids[0] === ids[1])) return undefined;
  const asked = isOfMove ? askedOfMove(state, question) : askedOfPair(state, question);
  return asked && 'open' in asked ? asked.open : undefined;
}

type OfMove = Extract<Question, { readonly about: 'full execution' | 'over obstacle' }>;

function askedOfMove(state: GameState, question: OfMove): Asked<boolean> | undefined {
  const { from, code, align } = question;
  if (isFrontOpen(state, from)) return undefined;
  try {
    const maneuver = parseManeuver(code);
    const { execution, full } = executeWithUncertainty(state.table, from, maneuver, { ...(align && { align }) });
    if (question.about === 'full execution') return askJudgement(question, full, []);
    const fits = askJudgement({ about: 'full execution', from, code, ...(align && { align }) }, full, state.decisions);
    const isFull = 'answer' in fits ? fits.answer : execution.execution === 'full';
    const found = overObstacles(state.table, from, maneuver, execution, isFull).find(({ obstacle }) => obstacle.id === question.to);
    return found && askJudgement(question, found.over, []);
  } catch {
    // No such maneuver, or none with this alignment.
    return undefined;
  }
}

function askedOfPair({ table, decisions }: GameState, question: Exclude<Question, OfMove>): Asked<boolean> | Asked<number> {
  const { from, to } = question;
  const arcs = 'arc' in question ? [question.arc] : [];
  const { touching, closest, arcs: inArcs } = measure(table, from, to, arcs);
  const touches = askJudgement({ about: 'touching', from, to }, touching, decisions);
  // Once it is settled that the ships do not touch, range 0 is not offered.
  const isApart = 'answer' in touches && !touches.answer;
  switch (question.about) {
    case 'touching':
      return askJudgement(question, touching, []);
    case 'range':
      return askRange(question, isApart ? withoutContact(closest) : closest, []);
    case 'arc':
      return askJudgement(question, inArcs[question.arc]!.inArc, []);
    case 'attack range': {
      const line = inArcs[question.arc]!.attack ?? measureRuledIn(table, from, to, question.arc);
      return askRange(question, isApart ? withoutContact(line) : line, []);
    }
    case 'obstructed': {
      const line = inArcs[question.arc]!.attack ?? measureRuledIn(table, from, to, question.arc);
      return askJudgement(question, line.obstructed, []);
    }
  }
}
