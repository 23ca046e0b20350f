import { tableFromPiece } from '../geometry/pose.js';
import { ROUNDING_MM } from '../geometry/rounding.js';
import { pointSegmentDistanceSq, segmentClearanceMm } from '../geometry/segment-clearance.js';
import type { Table } from '../table/table.js';
import type { Attack } from './attack.js';
import type { Blocker } from './blockers.js';
import { type Judgement, judgement } from './judgement.js';
import { lineChoices, type Span } from './line-choice.js';
import { obstructionProbability } from './obstruction-doubt.js';
import type { PairView } from './pair-view.js';
import type { Line, ShortestLines } from './shortest-lines.js';

/** What the line of an attack passes over. */
export interface Obstruction {
  /** Obstructed: every line that the attacker may choose passes over something. */
  readonly judgement: Judgement;
  /** What the line passes over; with a choice, what any of the lines passes over. In the order of the table. */
  readonly by: readonly string[];
  /** Several lines are equally short, some obstructed and some not. */
  readonly choice: boolean;
  /** With several equally short lines: each stretch of them with its consequence; else empty. */
  readonly spans: readonly Span[];
}

/** Lines whose lengths differ by less than this many standard deviations of the difference count as equally short. */
const TIE_SIGMAS = 2;

/**
 * Whether the line of an attack passes over obstacles, devices or other ships (RR obstructed). A line that only grazes an outline passes
 * over it. Of several equally short lines the attacker chooses, so the attack is obstructed only when all of them are.
 */
export function obstruction(table: Table, pair: PairView, attack: Attack, blockers: readonly Blocker[]): Obstruction {
  const { shortest, lines } = attack;
  if (shortest.gapMm <= ROUNDING_MM) return { judgement: judgement(false, 0, -Infinity), by: [], choice: false, spans: [] };
  const near = blockers.filter((blocker) => isNear(pair, blocker));
  const nominal = decide(onTable(pair, shortest), near);
  if (near.length === 0 || (pair.exact && near.every((blocker) => isFixed(table, blocker)))) return nominal;
  const { value, marginMm } = nominal.judgement;
  const doubted = judgement(value, obstructionProbability(table, pair, lines, near, value), marginMm);
  if (doubted.certain || nominal.choice) return { ...nominal, judgement: doubted };
  // Within the errors other lines may be as short: the players will lay the ruler along any of them.
  const tied = lines.linesAt(pair.centre, TIE_SIGMAS * lengthSigmaMm(pair));
  const wide = tied ? decide(onTable(pair, tied), near) : nominal;
  return { ...nominal, judgement: doubted, ...(wide.choice && { choice: true, by: wide.by, spans: wide.spans }) };
}

/** Standard deviation of the difference in length of two lines as far apart as the smaller base is wide: the relative heading's. */
function lengthSigmaMm({ covariance, viewerHalfMm, targetHalfMm }: PairView): number {
  const relativeSq = covariance[2 * 6 + 2]! + covariance[3 * 6 + 3]! - 2 * covariance[2 * 6 + 3]!;
  return 2 * Math.min(viewerHalfMm, targetHalfMm) * Math.sqrt(Math.max(0, relativeSq));
}

function isFixed(table: Table, { sigmaMm, shipIndex }: Blocker): boolean {
  if (shipIndex === undefined) return sigmaMm === 0;
  const { xx, yy, hh } = table.ships[shipIndex]!.covariance;
  return table.jointCovariance === undefined && xx === 0 && yy === 0 && hh === 0;
}

/** Whether a line between the two bases could reach the blocker, whatever the errors. */
function isNear({ viewer, target, viewerIndex, targetIndex, viewerHalfMm, targetHalfMm, reachMm }: PairView, blocker: Blocker): boolean {
  if (blocker.shipIndex === viewerIndex || blocker.shipIndex === targetIndex) return false;
  const { x: ax, y: ay } = viewer.pose;
  const { x: bx, y: by } = target.pose;
  const far = blocker.radiusMm + Math.SQRT2 * Math.max(viewerHalfMm, targetHalfMm) + reachMm + blocker.looseMm;
  return pointSegmentDistanceSq(blocker.x, blocker.y, ax, ay, bx, by) <= far * far;
}

function onTable({ centre }: PairView, { first, last }: ShortestLines): readonly [Line, Line] {
  const place = (line: Line): Line => ({ from: tableFromPiece(centre.viewer, line.from), to: tableFromPiece(centre.viewer, line.to) });
  const placed = place(first);
  return [placed, first === last ? placed : place(last)];
}

/** The answer for the table as measured. */
function decide([first, last]: readonly [Line, Line], near: readonly Blocker[]): Obstruction {
  if (first !== last) {
    const spans = lineChoices(first, last, near);
    if (spans.length > 0) return chosen(first, last, spans, near);
  }
  const clearances = near.map((blocker) => clearanceMm(first, blocker));
  const least = Math.min(Infinity, ...clearances);
  const by = near.filter((_, i) => clearances[i]! <= ROUNDING_MM).map(({ id }) => id);
  const value = by.length > 0;
  return { judgement: judgement(value, Number(value), value ? Math.max(0, -least) : -least), by, choice: false, spans: [] };
}

function chosen(first: Line, last: Line, spans: readonly Span[], near: readonly Blocker[]): Obstruction {
  const clear = spans.filter(({ by }) => by.length === 0);
  const blocked = new Set(spans.flatMap(({ by }) => by));
  const by = near.filter(({ id }) => blocked.has(id)).map(({ id }) => id);
  const value = clear.length === 0;
  const choice = !value && by.length > 0;
  const widthMm = Math.hypot(first.from.x - last.from.x, first.from.y - last.from.y);
  const roomMm = choice ? (widthMm / 2) * Math.max(...clear.map(({ from, to }) => to - from)) : clearOfBoth(first, last, near);
  return { judgement: judgement(value, Number(value), value ? Math.max(0, -roomMm) : -roomMm), by, choice, spans };
}

/** Least clearance of the first and the last line: of a row that is clear or blocked all over, the answer turns over at its ends first. */
function clearOfBoth(first: Line, last: Line, near: readonly Blocker[]): number {
  return Math.min(Infinity, ...near.flatMap((blocker) => [clearanceMm(first, blocker), clearanceMm(last, blocker)]));
}

function clearanceMm({ from, to }: Line, { ring }: Blocker): number {
  return segmentClearanceMm(from.x, from.y, to.x, to.y, ring);
}
