import { isSupposed } from '../../table/ship-certainty.js';
import type { Ship } from '../../table/table.js';
import type { ObjectReport, PairReport, ShipReport } from './report-file.js';

/** The report of two ships: open in every line, whatever its margin, where a hand placed one of them or one may not be a ship. */
export function openWhereSupposed(pair: PairReport, ...ships: readonly Ship[]): PairReport {
  if (!ships.some(isSupposed)) return pair;
  const arcs = Object.entries(pair.arcs).map(([arc, { inArc, byPrintedLines, attack }]) => [
    arc,
    {
      inArc: opened(inArc),
      ...(byPrintedLines && { byPrintedLines: opened(byPrintedLines) }),
      attack: attack && { ...opened(attack), ...(attack.obstructed && { obstructed: opened(attack.obstructed) }) },
    },
  ]);
  return { ...pair, closest: opened(pair.closest), touching: opened(pair.touching), arcs: Object.fromEntries(arcs) };
}

/** The same for one ship. */
export function openShipWhereSupposed(said: ShipReport, ship: Ship): ShipReport {
  if (!isSupposed(ship)) return said;
  const objects = said.objects.map((object): ObjectReport => ({ ...object, closest: opened(object.closest) }));
  return { ...said, offTable: opened(said.offTable), objects };
}

/** The same answer, no longer certain. */
export function opened<T extends { readonly certain: boolean }>(answer: T): T {
  return { ...answer, certain: false };
}
