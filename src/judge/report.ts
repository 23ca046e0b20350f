import { ROUNDING_MM } from '../geometry/rounding.js';
import { arcRegion } from '../pieces/arcs.js';
import { NOMINAL, type PhysicalSet } from '../pieces/dimensions.js';
import type { Table } from '../table/table.js';
import type { AttackFrom } from './attack-line.js';
import { blockersOf } from './blockers.js';
import { objectRange } from './object-range.js';
import { offTable } from './off-table.js';
import { judgementReport, pairReport, type ReportContext, rangeReport } from './pair-report.js';
import type { PairReport, Report, ShipReport } from './report-file.js';

export interface ReportOptions {
  /** The player's own templates and arcs; default `NOMINAL`. */
  readonly physical?: PhysicalSet;
  /** Reading of the attack range; default `whole base` (RNG-03). */
  readonly attackFrom?: AttackFrom;
}

/**
 * Every range, arc and obstruction answer of a table, each with its doubt, as in report.schema.json. Exact poses give exact answers; see
 * judgement.ts for when an answer counts as certain, range.ts for what holds on a line exactly. Throws on a joint covariance of the wrong size.
 */
export function report(table: Table, options: ReportOptions = {}): Report {
  const context = reportContext(table, options);
  const pairs: PairReport[] = [];
  table.ships.forEach((_, from) => {
    table.ships.forEach((_, to) => {
      if (from !== to) pairs.push(pairReport(context, from, to));
    });
  });
  return { format: 'hashmark-report', version: 1, pairs, ships: shipReports(context, pairs) };
}

/** What all pairs of a table's report share. */
export function reportContext(table: Table, { physical = NOMINAL, attackFrom = 'whole base' }: ReportOptions): ReportContext {
  const regions = table.ships.map(({ base, arcs }) => arcs.map((arc) => arcRegion(base, arc, physical)));
  return { table, blockers: blockersOf(table), regions, attackFrom };
}

function shipReports({ table, blockers }: ReportContext, pairs: readonly PairReport[]): ShipReport[] {
  const objects = blockers.filter(({ shipIndex }) => shipIndex === undefined);
  return table.ships.map(({ id }, index) => {
    const ranges = objects.map((object) => ({ id: object.id, closest: rangeReport(objectRange(table, index, object)) }));
    const under = ranges.filter(({ closest }) => closest.mm <= ROUNDING_MM).map((object) => object.id);
    const against = pairs.filter(({ from, touching }) => from === id && touching.value).map(({ to }) => to);
    return { id, overlaps: [...under, ...against], offTable: judgementReport(offTable(table, index)), objects: ranges };
  });
}
