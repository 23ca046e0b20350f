import { ROUNDING_MM } from '../geometry/rounding.js';
import { arcRegion } from '../pieces/arcs.js';
import { halfSideMm } from '../pieces/bases.js';
import { NOMINAL, type PhysicalSet } from '../pieces/dimensions.js';
import type { Table } from '../table/table.js';
import { type AttackFrom, attackArc } from './attack-line.js';
import { blockersOf } from './blockers.js';
import { objectRange } from './object-range.js';
import { offTable } from './off-table.js';
import { judgementReport, pairReports, type ReportContext, rangeReport } from './pair-report.js';
import type { PairReport, Report, ShipReport } from './report-file.js';
import { newWorkspace } from './workspace.js';

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
  const count = table.ships.length;
  const rows: PairReport[][] = table.ships.map(() => []);
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      const [there, back] = pairReports(context, i, j);
      rows[i]![j] = there;
      rows[j]![i] = back;
    }
  }
  for (const row of rows) for (const pair of row) if (pair) pairs.push(pair);
  return { format: 'hashmark-report', version: 1, pairs, ships: shipReports(context, pairs) };
}

/** What all pairs of a table's report share. */
export function reportContext(table: Table, { physical = NOMINAL, attackFrom = 'whole base' }: ReportOptions): ReportContext {
  const arcs = table.ships.map((ship) =>
    ship.arcs.map((arc) => attackArc(arcRegion(ship.base, arc, physical), halfSideMm(ship.base), attackFrom)),
  );
  return { table, blockers: blockersOf(table), arcs, work: newWorkspace() };
}

function shipReports({ table, blockers }: ReportContext, pairs: readonly PairReport[]): ShipReport[] {
  const objects = blockers.filter(({ shipIndex }) => shipIndex < 0);
  return table.ships.map(({ id }, index) => {
    const ranges = objects.map((object) => ({ id: object.id, closest: rangeReport(objectRange(table, index, object)) }));
    const under = ranges.filter(({ closest }) => closest.mm <= ROUNDING_MM).map((object) => object.id);
    const against = pairs.filter(({ from, touching }) => from === id && touching.value).map(({ to }) => to);
    return { id, overlaps: [...under, ...against], offTable: judgementReport(offTable(table, index)), objects: ranges };
  });
}
