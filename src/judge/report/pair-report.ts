import { cornerMm } from '../../geometry/half-size.js';
import { pointSegmentDistanceSq } from '../../geometry/ring-point.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import type { Table } from '../../table/table.js';
import type { AttackArc } from '../arc/attack-line.js';
import { inArc } from '../arc/in-arc.js';
import { type Attack, attack } from '../attack/attack.js';
import { CLEAR_MARGIN_MM, type Obstruction, obstruction } from '../attack/obstruction.js';
import { type OnLine, onLine } from '../attack/on-line.js';
import type { Blocker } from '../core/blockers.js';
import { SURE_SIGMAS } from '../core/error-propagation.js';
import { isCertain, type Judgement, judgement } from '../core/judgement.js';
import { type Pair, pairOf } from '../core/pair.js';
import type { Workspace } from '../core/workspace.js';
import { type Closest, closest, reversed } from '../range/closest.js';
import { objectRange } from '../range/object-range.js';
import type { RangeAnswer } from '../range/range.js';
import type { ArcReport, AttackReport, JudgementReport, ObjectReport, PairReport, RangeReport } from './report-file.js';
import { openWhereSupposed } from './supposed.js';

/** Context that all pairs of one report share. */
export interface ReportContext {
  readonly table: Table;
  readonly blockers: readonly Blocker[];
  /** The arcs that each ship lists, by its place in `table.ships`. */
  readonly arcs: readonly (readonly AttackArc[])[];
  /** The table with each ship turned as its printed tile is, by the ship's place in `table.ships`; undefined where no tile was measured. */
  readonly alongTiles: readonly (Table | undefined)[];
  readonly work: Workspace;
}

/** Everything about two ships, by their places in `table.ships`: seen from the one and from the other. */
export function pairReports(context: ReportContext, index: number, otherIndex: number): readonly [PairReport, PairReport] {
  const pair = pairOf(context.table, index, otherIndex);
  const back = pairOf(context.table, otherIndex, index);
  const between = blockersBetween(pair, back, context.blockers);
  const nearest = closest(context.work, pair);
  // Arcs that hold the whole target share one line, whichever of the two ships it is measured from, and so one answer about it.
  const shared: SharedLine = {};
  return [pairReport(context, pair, nearest, between, shared), pairReport(context, back, reversed(nearest), between, shared)];
}

/** The answer about the line that all arcs share that hold the whole target. */
interface SharedLine {
  line?: { readonly over: Obstruction; readonly onLine: OnLine };
}

/** Largest distance from the middle line between two ships at which something still matters to their report, mm. */
export function corridorMm(pair: Pair, back: Pair): number {
  const errorsMm = SURE_SIGMAS * Math.max(pair.seenShiftMm, back.seenShiftMm);
  return Math.max(cornerMm(pair.viewerHalf), cornerMm(pair.targetHalf)) + Math.max(CLEAR_MARGIN_MM, errorsMm);
}

/** Things that may be between two ships, in the order of the table; the two themselves left out. */
export function blockersBetween(pair: Pair, back: Pair, blockers: readonly Blocker[]): readonly Blocker[] {
  const wideMm = corridorMm(pair, back);
  const { viewerX: ax, viewerY: ay } = pair.view;
  const { viewerX: bx, viewerY: by } = back.view;
  const between: Blocker[] = [];
  for (let i = 0; i < blockers.length; i++) {
    const blocker = blockers[i]!;
    const farMm = wideMm + blocker.radiusMm + blocker.looseMm;
    if (pointSegmentDistanceSq(blocker.x, blocker.y, ax, ay, bx, by) > farMm * farMm) continue;
    if (blocker.shipIndex < 0 || (blocker.shipIndex !== pair.viewerIndex && blocker.shipIndex !== pair.targetIndex)) between.push(blocker);
  }
  return between;
}

function pairReport(context: ReportContext, pair: Pair, nearest: Closest, between: readonly Blocker[], shared: SharedLine): PairReport {
  const arcs: Record<string, ArcReport> = {};
  const turned = context.alongTiles[pair.viewerIndex];
  const printed = turned && pairOf(turned, pair.viewerIndex, pair.targetIndex);
  for (const arc of context.arcs[pair.viewerIndex]!) {
    const asked = arcReport(context.work, pair, arc, nearest, between, shared);
    arcs[arc.region.arc] = printed ? withPrintedLines(asked, inArc(printed, arc.region)) : asked;
  }
  const found = {
    from: pair.viewer.id,
    to: pair.target.id,
    closest: rangeReport(nearest.answer),
    touching: judgementReport(touching(nearest)),
    arcs,
  };
  return openWhereSupposed(found, pair.viewer, pair.target);
}

function withPrintedLines(asked: ArcReport, byLines: Judgement): ArcReport {
  const isSame = asked.inArc.value === byLines.value && asked.inArc.certain === byLines.certain;
  return isSame || !asked.inArc.certain ? asked : { ...asked, byPrintedLines: judgementReport(byLines) };
}

/** Whether two ships touch: range 0 (RNG-05). Bases that overlap, by errors of measurement, touch too. */
export function touching({ answer, signedGapMm }: Closest): Judgement {
  const value = signedGapMm <= ROUNDING_MM;
  return judgement(value, answer.probability[0], value ? Math.max(0, -signedGapMm) : -signedGapMm);
}

function arcReport(
  work: Workspace,
  pair: Pair,
  arc: AttackArc,
  nearest: Closest,
  between: readonly Blocker[],
  shared: SharedLine,
): ArcReport {
  const inside = inArc(pair, arc.region);
  const found = inside.value ? attack(work, pair, arc, nearest) : undefined;
  if (!found) return { inArc: judgementReport(inside), attack: null };
  const line = (found.wholeInArc ? shared.line : undefined) ?? lineOver(work, pair, found, nearest, between);
  if (found.wholeInArc) shared.line = line;
  const over = pair.viewer.isFrontOpen ? uncertain(line.over) : line.over;
  // The range of an attack is only as certain as the attack itself.
  const certain = isCertain(inside.probability * found.answer.probability[found.answer.range]);
  return { inArc: judgementReport(inside), attack: attackReport(found.answer, certain, over, line.onLine) };
}

/** The obstacles under the line of an attack, and what else is on it: only obstacles obstruct (ATK-11). */
export function lineOver(work: Workspace, pair: Pair, found: Attack, nearest: Closest, between: readonly Blocker[]) {
  const obstacles = between.filter(({ kind }) => kind === 'obstacle');
  return { over: obstruction(work, pair, found, nearest, obstacles), onLine: onLine(work, found, between) };
}

/** The line of an attack from a ship that may face another way may be another one. */
function uncertain(over: Obstruction): Obstruction {
  return { ...over, judgement: { ...over.judgement, certain: false } };
}

/** An attack as it stands in a report. */
export function attackReport(distance: RangeAnswer, certain: boolean, over: Obstruction, { ships, devices }: OnLine): AttackReport {
  return {
    ...rangeReport(distance),
    certain,
    obstructed: judgementReport(over.judgement),
    by: over.by,
    choice: over.choice,
    shipsOnLine: ships,
    ...(devices.length > 0 && { devicesOnLine: devices }),
  };
}

/** A distance as it stands in a report. */
export function rangeReport({ gapMm, sigmaMm, range, probability, certain, from, to }: RangeAnswer): RangeReport {
  return {
    mm: gapMm,
    sigmaMm,
    range,
    probability: byRange(probability),
    certain,
    fromMm: [from.x, from.y],
    toMm: [to.x, to.y],
  };
}

/** Closest range from a ship, by its place in `table.ships`, to an obstacle or device. */
export function objectReport(table: Table, shipIndex: number, object: Blocker): ObjectReport {
  return { id: object.id, closest: rangeReport(objectRange(table, shipIndex, object)) };
}

function byRange(probability: RangeAnswer['probability']): RangeReport['probability'] {
  const settled = probability.indexOf(1);
  if (settled >= 0) return SETTLED[settled]!;
  const [p0, p1, p2, p3, p4] = probability;
  return { '0': p0, '1': p1, '2': p2, '3': p3, '4': p4 };
}

/** Probabilities of ranges that are certain; most are not, so they share one object each. */
const SETTLED: readonly RangeReport['probability'][] = [0, 1, 2, 3, 4].map((range) => {
  return Object.freeze({ '0': +(range === 0), '1': +(range === 1), '2': +(range === 2), '3': +(range === 3), '4': +(range === 4) });
});

/** A judgement as it stands in a report; a margin without end (nothing that could turn the answer over) is left out. */
export function judgementReport(judgement: Judgement): JudgementReport {
  if (Number.isFinite(judgement.marginMm)) return judgement;
  const { value, probability, certain } = judgement;
  return { value, probability, certain };
}
