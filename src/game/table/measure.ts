import { CERTAIN_PROBABILITY, isCertain } from '../../judge/core/judgement.js';
import { attackIfInArc } from '../../judge/report/attack-if-in-arc.js';
import { pairReports } from '../../judge/report/pair-report.js';
import { reportContext } from '../../judge/report/report.js';
import type { ArcReport, AttackReport, JudgementReport, RangeReport } from '../../judge/report/report-file.js';
import type { ArcKind } from '../../pieces/arcs.js';
import { pairCovariance } from '../../table/pair-covariance.js';
import type { Table } from '../../table/table.js';
import type { Answer, Decision, OpenQuestion, Question } from '../model/question.js';
import { decided } from '../model/question.js';

/** Answers of the table about two ships that the rules ask about. */
export interface Measured {
  readonly closest: RangeReport;
  readonly touching: JudgementReport;
  readonly arcs: Readonly<Record<string, ArcReport>>;
}

/** Measures from one ship to another, in the given arcs. Throws on a ship that is not on the table. */
export function measure(table: Table, fromId: string, toId: string, arcs: readonly ArcKind[]): Measured {
  const { closest, touching, arcs: inArcs } = pairReports(reportContext(onlyThese(table, fromId, toId, arcs), {}), 0, 1)[0];
  return { closest, touching, arcs: inArcs };
}

/**
 * The attack of one ship on another that a judge ruled into an arc: to the part of it that is in the arc or nearest to it. Throws on a ship
 * that is not on the table.
 */
export function measureRuledIn(table: Table, fromId: string, toId: string, arc: ArcKind): AttackReport {
  return attackIfInArc(onlyThese(table, fromId, toId, [arc]), fromId, toId, arc);
}

/**
 * Two ships and the obstacles: only these count as obstruction, since ships and devices in the way give no die; everything else is left
 * out.
 */
function onlyThese(table: Table, fromId: string, toId: string, arcs: readonly ArcKind[]): Table {
  const [from, to] = [fromId, toId].map((id) => table.ships.findIndex((ship) => ship.id === id)) as [number, number];
  if (from < 0 || to < 0) {
    throw new Error(`measure: ship '${from < 0 ? fromId : toId}' is not on the table, expected one of ${table.ships.map(({ id }) => id)}`);
  }
  return {
    widthMm: table.widthMm,
    depthMm: table.depthMm,
    ...(table.areObstaclesOpen && { areObstaclesOpen: true }),
    ...(table.areObstaclesSaid && { areObstaclesSaid: true }),
    ships: [{ ...table.ships[from]!, arcs }, table.ships[to]!],
    obstacles: table.obstacles,
    devices: [],
    ...(table.unmeasurable && { unmeasurable: table.unmeasurable }),
    ...(table.jointCovariance ? { jointCovariance: pairCovariance(table, from, to) } : {}),
  };
}

/** An answer of the table, or the question that it leaves open. */
export type Asked<T extends Answer> = { readonly answer: T } | { readonly open: OpenQuestion };

/** A yes or no: the table's where it is certain, otherwise a judge's, otherwise open. */
export function askJudgement(question: Question, found: JudgementReport, decisions: readonly Decision[]): Asked<boolean> {
  if (found.certain) return { answer: found.value };
  const word = decided(decisions, question);
  if (typeof word === 'boolean') return { answer: word };
  const outcomes = [
    { answer: true, probability: found.probability },
    { answer: false, probability: 1 - found.probability },
  ];
  return { open: { question, outcomes: likeliestFirst(outcomes) } };
}

/** A range 0 to 4 (beyond): the table's where it is certain, otherwise a judge's where the table still allows it, otherwise open. */
export function askRange(question: Question, found: RangeReport, decisions: readonly Decision[]): Asked<number> {
  // Not `found.certain`: the range of an attack counts the uncertainty about its arc in, which is a question of its own.
  if (isCertain(found.probability[found.range]!)) return { answer: found.range };
  const likely = Object.entries(found.probability).filter(([, probability]) => probability >= 1 - CERTAIN_PROBABILITY);
  const word = decided(decisions, question);
  if (typeof word === 'number' && likely.some(([range]) => Number(range) === word)) return { answer: word };
  return {
    open: { question, outcomes: likeliestFirst(likely.map(([range, probability]) => ({ answer: Number(range), probability }))) },
  };
}

function likeliestFirst(outcomes: readonly { readonly answer: Answer; readonly probability: number }[]): OpenQuestion['outcomes'] {
  return [...outcomes].sort((a, b) => b.probability - a.probability);
}

/** Range between two ships for an ability: arcs are ignored (RNG-04), and a ship is at range 0 of itself (RNG-05). */
export function abilityRange(table: Table, decisions: readonly Decision[], from: string, to: string): Asked<number> {
  if (from === to) return { answer: 0 };
  const { closest, touching } = measure(table, from, to, []);
  const touches = askJudgement({ about: 'touching', from, to }, touching, decisions);
  if ('open' in touches) return touches;
  if (touches.answer) return { answer: 0 };
  return askRange({ about: 'range', from, to }, withoutContact(closest), decisions);
}

/** Once it is settled that ships do not touch, the range is at least 1. */
export function withoutContact(closest: RangeReport): RangeReport {
  const { '0': contact = 0, ...apart } = closest.probability;
  if (contact === 0) return closest;
  const rest = 1 - contact;
  if (rest <= 0) return { ...closest, range: 1, certain: true, probability: { '0': 0, '1': 1, '2': 0, '3': 0, '4': 0 } };
  const scaled = Object.fromEntries(Object.entries(apart).map(([range, p]) => [range, p / rest]));
  const range = Math.max(1, closest.range);
  return { ...closest, range, certain: isCertain(scaled[range]!), probability: { '0': 0, ...scaled } };
}

/** Attack range between two ships, for an ability that names it, in an arc that the second one is known to be in (RNG-03). */
export function attackRangeIn(table: Table, decisions: readonly Decision[], from: string, to: string, arc: ArcKind): Asked<number> {
  const { touching, arcs } = measure(table, from, to, [arc]);
  const line = arcs[arc]!.attack ?? measureRuledIn(table, from, to, arc);
  const touches = askJudgement({ about: 'touching', from, to }, touching, decisions);
  if ('open' in touches) return touches;
  return askRange({ about: 'attack range', from, to, arc }, touches.answer ? line : withoutContact(line), decisions);
}

/** Whether a ship is in an arc of another one. */
export function askArc(table: Table, decisions: readonly Decision[], from: string, to: string, arc: ArcKind): Asked<boolean> {
  const { inArc } = measure(table, from, to, [arc]).arcs[arc]!;
  return askJudgement({ about: 'arc', from, to, arc }, inArc, decisions);
}
