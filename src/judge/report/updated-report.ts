import { pointSegmentDistanceSq } from '../../geometry/ring-point.js';
import { onMat } from '../../table/on-mat.js';
import { crossCovariance, shipCovariance } from '../../table/pair-covariance.js';
import { isSupposed } from '../../table/ship-certainty.js';
import type { Ship, Table, Unmeasurable } from '../../table/table.js';
import { type Blocker, blockersOf } from '../core/blockers.js';
import { pairOf } from '../core/pair.js';
import { corridorMm, objectReport, pairReports, type ReportContext } from './pair-report.js';
import { report, reportContext, reportFile, shipReport } from './report.js';
import type { ObjectReport, PairReport, Report } from './report-file.js';

/** A report and what it was made of. */
export interface Reported {
  readonly table: Table;
  readonly report: Report;
}

/**
 * The report of a table of which an earlier state was reported: the same as `report(table)`, but only what a change can have
 * touched is worked out again: the pairs of a ship that moved, and pairs between which something moved. The rest is taken over as it is.
 */
export function updatedReport(earlier: Reported, whole: Table): Report {
  // They change every line.
  const { areObstaclesOpen, areObstaclesSaid } = earlier.table;
  if (areObstaclesOpen !== whole.areObstaclesOpen || areObstaclesSaid !== whole.areObstaclesSaid) return report(whole);
  const before = { report: earlier.report, table: onMat(earlier.table).table };
  const { table, offMat } = onMat(whole);
  const context = reportContext(table, {});
  const changes = changesOf(before.table, table, context.blockers);
  const known = new Map(before.report.pairs.map((pair) => [`${pair.from}\n${pair.to}`, pair]));
  const count = table.ships.length;
  const rows: PairReport[][] = table.ships.map(() => []);
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      const there = known.get(`${table.ships[i]!.id}\n${table.ships[j]!.id}`);
      const back = known.get(`${table.ships[j]!.id}\n${table.ships[i]!.id}`);
      const keep = there && back && !isTouched(context, before.table, changes, i, j);
      const [one, other] = keep ? [there, back] : pairReports(context, i, j);
      rows[i]!.push(one);
      rows[j]!.push(other);
    }
  }
  return reportFile(rows.flat(), shipsAgain(context, before, changes, rows), offMat);
}

type Disc = Pick<Blocker, 'x' | 'y' | 'radiusMm' | 'looseMm'>;

interface Changes {
  /** Ids of ships, obstacles and devices that are not what or where they were. */
  readonly ids: ReadonlySet<string>;
  /** Their discs, before and now. */
  readonly discs: readonly Disc[];
  /** Places in the earlier table, by id. */
  readonly shipWas: ReadonlyMap<string, number>;
}

function changesOf(was: Table, table: Table, blockers: readonly Blocker[]): Changes {
  const shipWas = new Map(was.ships.map(({ id }, index) => [id, index]));
  const objectWas = new Map([...was.obstacles, ...was.devices].map((object) => [object.id, object]));
  const ids = new Set<string>();
  table.ships.forEach((ship, index) => {
    const old = shipWas.get(ship.id);
    if (old === undefined || !isSameShip(was.ships[old]!, ship) || !isSameSpread(was, old, table, index)) ids.add(ship.id);
  });
  for (const object of [...table.obstacles, ...table.devices]) {
    const old = objectWas.get(object.id);
    if (!old || (old !== object && (old.sigmaMm !== object.sigmaMm || !isSameOutline(old.outline, object.outline)))) ids.add(object.id);
  }
  const now = new Set([...table.ships, ...table.obstacles, ...table.devices].map(({ id }) => id));
  for (const { id } of [...was.ships, ...was.obstacles, ...was.devices]) if (!now.has(id)) ids.add(id);
  const moved = ids.size === 0 ? [] : [...blockersOf(was), ...blockers].filter(({ id }) => ids.has(id));
  const discs = [...moved, ...unlike(was, table), ...unlike(table, was)];
  return { ids, discs, shipWas };
}

/** The discs of what one table holds for unmeasurable and another does not. */
function unlike({ unmeasurable = [] }: Table, { unmeasurable: other = [] }: Table): Disc[] {
  const isSame = (a: Unmeasurable, b: Unmeasurable) =>
    a.at.x === b.at.x && a.at.y === b.at.y && a.radiusMm === b.radiusMm && a.probability === b.probability;
  return unmeasurable.flatMap((one) => (other.some((b) => isSame(one, b)) ? [] : [{ ...one.at, radiusMm: one.radiusMm, looseMm: 0 }]));
}

function isSameShip(a: Ship, b: Ship): boolean {
  if (a === b) return true;
  const same =
    a.base === b.base &&
    a.lengthMm === b.lengthMm &&
    a.isFrontOpen === b.isFrontOpen &&
    isSupposed(a) === isSupposed(b) &&
    isSameTile(a, b) &&
    a.arcs.length === b.arcs.length &&
    a.arcs.every((arc, i) => arc === b.arcs[i]);
  return same && a.pose.x === b.pose.x && a.pose.y === b.pose.y && a.pose.headingRad === b.pose.headingRad;
}

function isSameTile({ tile: a }: Ship, { tile: b }: Ship): boolean {
  return a === b || (a?.turnRad === b?.turnRad && a?.sigmaRad === b?.sigmaRad);
}

function isSameSpread(was: Table, old: number, table: Table, index: number): boolean {
  const a = shipCovariance(was, old);
  const b = shipCovariance(table, index);
  return a === b || (a.xx === b.xx && a.xy === b.xy && a.xh === b.xh && a.yy === b.yy && a.yh === b.yh && a.hh === b.hh);
}

function isSameOutline(a: readonly { x: number; y: number }[], b: readonly { x: number; y: number }[]): boolean {
  return a === b || (a.length === b.length && a.every(({ x, y }, i) => x === b[i]!.x && y === b[i]!.y));
}

/** Whether a change can have touched what is said about two ships that stay. */
function isTouched({ table }: ReportContext, was: Table, { ids, discs, shipWas }: Changes, i: number, j: number): boolean {
  const a = table.ships[i]!;
  const b = table.ships[j]!;
  if (ids.has(a.id) || ids.has(b.id)) return true;
  // Of each two ships the first one's view is worked out; seen from the other the last digit may differ.
  if (shipWas.get(a.id)! > shipWas.get(b.id)!) return true;
  if (table.jointCovariance !== was.jointCovariance) {
    const now = crossCovariance(table, i, j);
    const then = crossCovariance(was, shipWas.get(a.id)!, shipWas.get(b.id)!);
    if (now.some((value, k) => value !== then[k])) return true;
  }
  if (discs.length === 0) return false;
  const wideMm = corridorMm(pairOf(table, i, j), pairOf(table, j, i));
  return discs.some(({ x, y, radiusMm, looseMm }) => {
    const reachMm = radiusMm + looseMm + wideMm;
    return pointSegmentDistanceSq(x, y, a.pose.x, a.pose.y, b.pose.x, b.pose.y) <= reachMm * reachMm;
  });
}

function shipsAgain(context: ReportContext, { table: was, report }: Reported, { ids }: Changes, rows: readonly (readonly PairReport[])[]) {
  const { table, blockers } = context;
  const sameTable = was.widthMm === table.widthMm && was.depthMm === table.depthMm;
  const known = new Map(report.ships.map((ship) => [ship.id, ship]));
  const objects = blockers.filter(({ shipIndex }) => shipIndex < 0);
  return table.ships.map(({ id }, index) => {
    const old = ids.has(id) ? undefined : known.get(id);
    if (!old || !sameTable) return shipReport(context, index, rows[index]!);
    const ranges = new Map(old.objects.map((object) => [object.id, object]));
    const again = objects.map(
      (object): ObjectReport => (ids.has(object.id) ? undefined : ranges.get(object.id)) ?? objectReport(table, index, object),
    );
    return shipReport(context, index, rows[index]!, { offTable: old.offTable, objects: again });
  });
}
