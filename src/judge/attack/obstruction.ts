import { measureClearance } from '../../geometry/clearance.js';
import type { HalfSize } from '../../geometry/half-size.js';
import { pointSegmentDistanceSq } from '../../geometry/ring-point.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import { isUnrecognised } from '../../table/unmeasured-reason.js';
import { attackLinesAt } from '../arc/attack-line.js';
import type { Blocker } from '../core/blockers.js';
import { SURE_SIGMAS } from '../core/error-propagation.js';
import { type Judgement, judgement } from '../core/judgement.js';
import type { Pair } from '../core/pair.js';
import { errorsOf } from '../core/pair-errors.js';
import type { Line } from '../core/shortest-lines.js';
import type { Workspace } from '../core/workspace.js';
import { type Closest, linesOnTable } from '../range/closest.js';
import type { Attack } from './attack.js';
import { lineChoices, type Span } from './line-choice.js';
import { type LineMoves, lineMoves } from './line-moves.js';
import { type OpenBlocker, obstructionProbability, sampledObstruction } from './obstruction-probability.js';

/** The obstacles that the line of an attack passes over. */
export interface Obstruction {
  /** Whether the attack is obstructed: every line that the attacker may choose passes over an obstacle. */
  readonly judgement: Judgement;
  /** Obstacles under the line; with a choice, under any of the lines. In the order of the table. */
  readonly by: readonly string[];
  /** Whether several lines are equally short, some obstructed and some not. */
  readonly choice: boolean;
  /** With several equally short lines: each stretch of them with its consequence; else empty. */
  readonly spans: readonly Span[];
}

/** Standard deviations of their difference within which lengths of lines count as equal. */
const TIE_SIGMAS = 2;

/**
 * Whether the line of an attack passes over obstacles (ATK-11). A line that only grazes an outline passes
 * over it. Of several equally short lines the attacker chooses, so the attack is obstructed only when all of them are. `blockers` are the
 * obstacles that may lie between the two ships.
 */
export function obstruction(work: Workspace, pair: Pair, attack: Attack, nearest: Closest, blockers: readonly Blocker[]): Obstruction {
  return withUnseen(pair.table, attack, ifThere(blockers, known(work, pair, attack, nearest, blockers)));
}

/** Makes an obstructed line as likely obstructed as any of the obstacles that it passes over is there. */
function ifThere(blockers: readonly Blocker[], found: Obstruction): Obstruction {
  const { value, probability, marginMm } = found.judgement;
  if (!value) return found;
  const none = blockers.reduce((product, one) => (found.by.includes(one.id) ? product * (1 - one.probability) : product), 1);
  if (none === 0) return found;
  return withJudgement(found, judgement(true, probability * (1 - none), marginMm));
}

/** Obstacles that lie on a mat where none was recognised: half of the six that two players bring. Nobody counts them. */
const UNRECOGNISED = 3;
/** Mean width of an obstacle, mm: over the tokens of `OBSTACLES` and all directions. */
const OBSTACLE_MM = 55;

/**
 * Makes a clear line that crosses something seen but not recognised as likely obstructed as that is there; where no obstacle was
 * recognised, one may be anywhere on the mat. Where a person said which obstacles there are, only these count.
 */
function withUnseen(
  { unmeasurable = [], areObstaclesOpen, areObstaclesSaid, widthMm, depthMm }: Pair['table'],
  { lines: { first, last, gapMm } }: Attack,
  found: Obstruction,
): Obstruction {
  const { value, probability, marginMm } = found.judgement;
  if (value) return found;
  const crossed = unmeasurable.filter(
    ({ at, radiusMm, reason }) =>
      !(areObstaclesSaid && isUnrecognised({ reason })) &&
      [first, last].some(({ from, to }) => pointSegmentDistanceSq(at.x, at.y, from.x, from.y, to.x, to.y) <= radiusMm * radiusMm),
  );
  const unrecognised =
    areObstaclesOpen && gapMm > ROUNDING_MM ? (UNRECOGNISED * OBSTACLE_MM * (gapMm + OBSTACLE_MM)) / (widthMm * depthMm) : 0;
  if (crossed.length === 0 && unrecognised === 0) return found;
  const clear = crossed.reduce((product, one) => product * (1 - one.probability), (1 - probability) * Math.exp(-unrecognised));
  return withJudgement(found, judgement(false, 1 - clear, marginMm));
}

function known(work: Workspace, pair: Pair, attack: Attack, nearest: Closest, blockers: readonly Blocker[]): Obstruction {
  const { first, last, gapMm } = attack.lines;
  if (gapMm <= ROUNDING_MM) return inContact(work, pair, attack, blockers);
  const moves = pair.exact ? STILL : movesOf(work, pair, attack, nearest, blockers);
  const found = survey(work, first, blockers, moves.reachMm);
  const spans = first === last ? [] : lineChoices(first, last, blockers);
  const nominal = spans.length > 0 ? chosen(work, first, last, spans, blockers) : single(found);
  if (found.open.length === 0 && spans.length === 0 && apartProbability(attack) === 1) return nominal;
  if (pair.exact && blockers.every(({ looseMm }) => looseMm === 0)) return nominal;
  const { value, marginMm } = nominal.judgement;
  const withErrors = judgement(value, probabilityOf(work, pair, attack, found, moves), marginMm);
  if (withErrors.certain || nominal.choice || pair.exact) return withJudgement(nominal, withErrors);
  // Within the errors other lines may be as short: the players will lay the ruler along any of them.
  const tied = attackLinesAt(work, pair, attack.arc, pair.view, TIE_SIGMAS * lengthSigmaMm(pair));
  if (!tied || tied.first === tied.last) return withJudgement(nominal, withErrors);
  const wide = linesOnTable(pair.view, tied);
  const row = lineChoices(wide.first, wide.last, blockers);
  const choice = row.length > 0 ? chosen(work, wide.first, wide.last, row, blockers) : nominal;
  return withJudgement(choice.choice ? choice : nominal, withErrors);
}

/** The answer for bases that touch: they have no line, so nothing obstructs it; as far as they may be apart, one is sampled. */
function inContact(work: Workspace, pair: Pair, attack: Attack, blockers: readonly Blocker[]): Obstruction {
  const probability = apartProbability(attack) === 0 ? 0 : sampledObstruction(work, pair, attack.arc, blockers);
  return { judgement: judgement(false, probability, -Infinity), by: [], choice: false, spans: [] };
}

function apartProbability({ answer }: Attack): number {
  return 1 - answer.probability[0];
}

/** Probability that there is a line, the bases being apart, and that it passes over something. */
function probabilityOf(work: Workspace, pair: Pair, attack: Attack, { sure, open }: Survey, { line }: Moves): number {
  const apart = apartProbability(attack);
  if (sure) return apart;
  if (apart === 1) return obstructionProbability(work, pair, attack.arc, open, line);
  return sampledObstruction(
    work,
    pair,
    attack.arc,
    open.map(({ blocker }) => blocker),
  );
}

function withJudgement({ by, choice, spans }: Obstruction, withErrors: Judgement): Obstruction {
  return { judgement: withErrors, by, choice, spans };
}

/** Maximum distance that any point of the line can move, mm, and the moves of its ends, where those were needed. */
interface Moves {
  readonly reachMm: number;
  readonly line?: LineMoves | undefined;
}

const STILL: Moves = { reachMm: 0 };

function movesOf(work: Workspace, pair: Pair, attack: Attack, { tieMm }: Closest, blockers: readonly Blocker[]): Moves {
  // A line that cannot jump to other corners stays near where it is; with nothing near it, it need not be looked at closer.
  const steady = attack.wholeInArc && tieMm > 2 * SURE_SIGMAS * pair.shiftMm;
  const steadyMm = SURE_SIGMAS * pair.lineShiftMm;
  if (steady && !isNear(attack.lines.first, blockers, steadyMm)) return { reachMm: steadyMm };
  const line = lineMoves(work, pair, attack.arc);
  return { reachMm: line?.reachMm ?? 0, line };
}

/** Whether any blocker's disc comes within `withinMm` of a line. */
function isNear({ from, to }: Line, blockers: readonly Blocker[], withinMm: number): boolean {
  for (let i = 0; i < blockers.length; i++) {
    const { x, y, radiusMm, looseMm } = blockers[i]!;
    const farMm = withinMm + radiusMm + looseMm;
    if (pointSegmentDistanceSq(x, y, from.x, from.y, to.x, to.y) <= farMm * farMm) return true;
  }
  return false;
}

const longerMm = ({ x, y }: HalfSize) => Math.max(x, y);

/** Standard deviation of the difference in length of two lines as far apart as the smaller base is wide: the relative heading's. */
function lengthSigmaMm(pair: Pair): number {
  return 2 * Math.min(longerMm(pair.viewerHalf), longerMm(pair.targetHalf)) * Math.sqrt(errorsOf(pair).covariance[0]!);
}

/** Position of a line relative to everything on the table. */
interface Survey {
  /** Blockers that it passes over, as measured. */
  readonly by: readonly string[];
  /** Least clearance, mm, at most CLEAR_MARGIN_MM; negative when the line passes over something. */
  readonly minMm: number;
  /** Whether it passes over something whatever the errors. */
  readonly sure: boolean;
  /** Blockers that it may or may not pass over, depending on the errors. */
  readonly open: readonly OpenBlocker[];
}

/** Largest margin reported for a clear line, mm: nobody can overlook this or more. */
export const CLEAR_MARGIN_MM = 25;

/** Measures a line whose points go no farther than `reachMm` against the blockers. */
function survey(work: Workspace, line: Line, blockers: readonly Blocker[], reachMm: number): Survey {
  const { from, to } = line;
  const { clearance } = work;
  const by: string[] = [];
  const open: OpenBlocker[] = [];
  let minMm = CLEAR_MARGIN_MM;
  let sure = false;
  for (let i = 0; i < blockers.length; i++) {
    const blocker = blockers[i]!;
    const withinMm = reachMm + blocker.looseMm;
    const farMm = Math.max(withinMm, minMm) + blocker.radiusMm;
    if (pointSegmentDistanceSq(blocker.x, blocker.y, from.x, from.y, to.x, to.y) > farMm * farMm) continue;
    const gapMm = clearanceMm(work, line, blocker);
    minMm = Math.min(minMm, gapMm);
    if (gapMm <= ROUNDING_MM) by.push(blocker.id);
    if (gapMm > withinMm) continue;
    if (withinMm === 0 || clearance.discMm > withinMm) sure = true;
    else open.push({ blocker, clearance: { ...clearance } });
  }
  return { by, minMm, sure, open };
}

/** The answer of a line that is the only shortest one. */
function single({ by, minMm, sure, open }: Survey): Obstruction {
  const value = by.length > 0;
  const probability = open.length === 0 ? Number(sure) : Number(value);
  return { judgement: judgement(value, probability, value ? Math.max(0, -minMm) : -minMm), by, choice: false, spans: [] };
}

/** The answer of a row of equally short lines, of which the attacker chooses one. */
function chosen(work: Workspace, first: Line, last: Line, spans: readonly Span[], near: readonly Blocker[]): Obstruction {
  const clear = spans.filter(({ by }) => by.length === 0);
  const blocked = new Set(spans.flatMap(({ by }) => by));
  const by = near.filter(({ id }) => blocked.has(id)).map(({ id }) => id);
  const value = clear.length === 0;
  const choice = !value && by.length > 0;
  const widthMm = Math.hypot(first.from.x - last.from.x, first.from.y - last.from.y);
  const roomMm = choice ? (widthMm / 2) * Math.max(...clear.map(({ from, to }) => to - from)) : clearOfBoth(work, first, last, near);
  return { judgement: judgement(value, Number(value), value ? Math.max(0, -roomMm) : -roomMm), by, choice, spans };
}

/** Least clearance of the first and the last line: of a row that is clear or blocked all over, the answer turns over at its ends first. */
function clearOfBoth(work: Workspace, first: Line, last: Line, near: readonly Blocker[]): number {
  return Math.min(CLEAR_MARGIN_MM, ...near.flatMap((blocker) => [clearanceMm(work, first, blocker), clearanceMm(work, last, blocker)]));
}

function clearanceMm({ clearance }: Workspace, { from, to }: Line, { ring }: Blocker): number {
  measureClearance(clearance, from.x, from.y, to.x, to.y, ring);
  return clearance.gapMm;
}
