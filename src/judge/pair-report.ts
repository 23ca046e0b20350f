import { ROUNDING_MM } from '../geometry/rounding.js';
import type { ArcRegion } from '../pieces/arcs.js';
import type { Table } from '../table/table.js';
import { inArc } from './arc.js';
import { attack } from './attack.js';
import type { AttackFrom } from './attack-line.js';
import type { Blocker } from './blockers.js';
import { type Closest, closest } from './closest.js';
import { isCertain, type Judgement, judgement } from './judgement.js';
import { type Obstruction, obstruction } from './obstruction.js';
import { type PairView, pairView } from './pair-view.js';
import type { RangeAnswer } from './range.js';
import type { ArcReport, AttackReport, JudgementReport, PairReport, RangeReport } from './report-file.js';

/** What all pairs of one report share. */
export interface ReportContext {
  readonly table: Table;
  readonly blockers: readonly Blocker[];
  /** Regions of the arcs that each ship lists, by its place in `table.ships`. */
  readonly regions: readonly (readonly ArcRegion[])[];
  readonly attackFrom: AttackFrom;
}

/** Everything about one ordered pair of ships, by their places in `table.ships`. */
export function pairReport(context: ReportContext, fromIndex: number, toIndex: number): PairReport {
  const pair = pairView(context.table, fromIndex, toIndex);
  const nearest = closest(pair);
  const arcs: Record<string, ArcReport> = {};
  const along = obstructionOf(context, pair);
  for (const region of context.regions[fromIndex]!) arcs[region.arc] = arcReport(context, pair, region, nearest, along);
  return {
    from: pair.viewer.id,
    to: pair.target.id,
    closest: rangeReport(nearest.answer),
    touching: judgementReport(touching(nearest)),
    arcs,
  };
}

/** Touching is range 0 (RNG-05); overlapping bases, which errors of measurement bring about, touch too. */
export function touching({ answer, signedGapMm }: Closest): Judgement {
  const value = signedGapMm <= ROUNDING_MM;
  return judgement(value, answer.probability[0], value ? Math.max(0, -signedGapMm) : -signedGapMm);
}

type ObstructionOf = (found: NonNullable<ReturnType<typeof attack>>) => Obstruction;

/** Arcs that hold the whole target share one line, and so one answer about it. */
function obstructionOf({ table, blockers }: ReportContext, pair: PairView): ObstructionOf {
  let shared: Obstruction | undefined;
  return (found) => {
    if (!found.wholeInArc) return obstruction(table, pair, found, blockers);
    shared ??= obstruction(table, pair, found, blockers);
    return shared;
  };
}

function arcReport(context: ReportContext, pair: PairView, region: ArcRegion, nearest: Closest, along: ObstructionOf): ArcReport {
  const inside = inArc(pair, region);
  const found = inside.value ? attack(pair, region, context.attackFrom, nearest) : undefined;
  if (!found) return { inArc: judgementReport(inside), attack: null };
  const { judgement: obstructed, by, choice } = along(found);
  // The range of an attack is only as certain as that there is an attack.
  const certain = isCertain(inside.probability * found.answer.probability[found.answer.range]);
  const report: AttackReport = { ...rangeReport(found.answer), certain, obstructed: judgementReport(obstructed), by, choice };
  return { inArc: judgementReport(inside), attack: report };
}

/** A distance as it stands in a report. */
export function rangeReport({ gapMm, sigmaMm, range, probability, certain, from, to }: RangeAnswer): RangeReport {
  const [p0, p1, p2, p3, p4] = probability;
  return {
    mm: gapMm,
    sigmaMm,
    range,
    probability: { '0': p0, '1': p1, '2': p2, '3': p3, '4': p4 },
    certain,
    fromMm: [from.x, from.y],
    toMm: [to.x, to.y],
  };
}

/** A judgement as it stands in a report; a margin without end (nothing that could turn the answer over) is left out. */
export function judgementReport({ value, probability, certain, marginMm }: Judgement): JudgementReport {
  return { value, probability, certain, ...(Number.isFinite(marginMm) && { marginMm }) };
}
