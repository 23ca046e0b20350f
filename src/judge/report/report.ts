import { ROUNDING_MM } from '../../geometry/rounding.js';
import { arcRegion } from '../../pieces/arcs.js';
import { baseHalf } from '../../pieces/bases.js';
import { NOMINAL, type PhysicalSet } from '../../pieces/dimensions.js';
import { onMat } from '../../table/on-mat.js';
import type { Table } from '../../table/table.js';
import { type AttackFrom, attackArc } from '../arc/attack-line.js';
import { blockersOf } from '../core/blockers.js';
import { alongTile } from '../core/facings.js';
import { newWorkspace } from '../core/workspace.js';
import { offTable } from './off-table.js';
import { judgementReport, objectReport, pairReports, type ReportContext } from './pair-report.js';
import type { PairReport, Report, ShipReport } from './report-file.js';
import { openShipWhereSupposed } from './supposed.js';

export interface ReportOptions {
  /** The player's own templates and arcs; default `NOMINAL`. */
  readonly physical?: PhysicalSet;
  /** Reading of the attack range; default `whole base` (RNG-03). */
  readonly attackFrom?: AttackFrom;
  /** Ids of ships: only these are reported, and the pairs that they are in; default all. All pairs of 200 ships take seconds. */
  readonly only?: readonly string[];
}

/**
 * Every range, arc and obstruction answer of a table, each with its uncertainty, as in report.schema.json. Exact poses give exact answers; see
 * judgement.ts for when an answer counts as certain, range.ts for what holds on a line exactly. Ships wholly beside the mat are named in
 * `offMat` and left out of all else. Throws on a joint covariance of the wrong size.
 */
export function report(whole: Table, options: ReportOptions = {}): Report {
  const { table, offMat } = onMat(whole);
  const context = reportContext(table, options);
  const count = table.ships.length;
  const rows: PairReport[][] = table.ships.map(() => []);
  const isAsked = table.ships.map(({ id }) => options.only?.includes(id) ?? true);
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      if (!isAsked[i] && !isAsked[j]) continue;
      const [there, back] = pairReports(context, i, j);
      // Each row is filled in the order of the ships: first what earlier ships left, then its own.
      rows[i]!.push(there);
      rows[j]!.push(back);
    }
  }
  return reportFile(
    rows.flat(),
    rows.flatMap((row, index) => (isAsked[index] ? [shipReport(context, index, row)] : [])),
    offMat,
  );
}

/** The document of what was found out. */
export function reportFile(pairs: readonly PairReport[], ships: readonly ShipReport[], offMat: readonly string[]): Report {
  return { format: 'hashmark-report', version: 1, pairs, ships, ...(offMat.length > 0 && { offMat }) };
}

/** Context that all pairs of a table's report share. */
export function reportContext(table: Table, { physical = NOMINAL, attackFrom = 'whole base' }: ReportOptions): ReportContext {
  const arcs = table.ships.map((ship) =>
    ship.arcs.map((arc) => attackArc(arcRegion(ship.base, arc, physical, baseHalf(ship).y), baseHalf(ship), attackFrom)),
  );
  const alongTiles = table.ships.map((_, index) => alongTile(table, index));
  return { table, blockers: blockersOf(table), arcs, alongTiles, work: newWorkspace() };
}

/** Everything about one ship by its place in `table.ships`, with the pairs from it; what is `known` already is taken as it is. */
export function shipReport(
  { table, blockers }: ReportContext,
  index: number,
  own: readonly PairReport[],
  known?: Pick<ShipReport, 'offTable' | 'objects'>,
): ShipReport {
  const ship = table.ships[index]!;
  const { id } = ship;
  const objects = known?.objects ?? blockers.filter(({ shipIndex }) => shipIndex < 0).map((object) => objectReport(table, index, object));
  const under = objects.filter(({ closest }) => closest.mm <= ROUNDING_MM).map((object) => object.id);
  const against = own.filter(({ touching }) => touching.value).map(({ to }) => to);
  const found = { id, overlaps: [...under, ...against], offTable: known?.offTable ?? judgementReport(offTable(table, index)), objects };
  return openShipWhereSupposed(found, ship);
}
