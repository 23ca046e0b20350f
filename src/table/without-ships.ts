import type { Table } from './table.js';

/** The table without these ships (ids); what else stands on it, and how it errs together, is unchanged. Returns the same table if it has none of them. */
export function withoutShips(table: Table, ids: ReadonlySet<string>): Table {
  const kept = table.ships.flatMap(({ id }, place) => (ids.has(id) ? [] : [place]));
  if (kept.length === table.ships.length) return table;
  const { jointCovariance: joint, ...rest } = table;
  const ships = kept.map((place) => table.ships[place]!);
  if (!joint) return { ...rest, ships };
  const side = 3 * table.ships.length;
  const rows = kept.flatMap((place) => [3 * place, 3 * place + 1, 3 * place + 2]);
  return { ...rest, ships, jointCovariance: rows.flatMap((row) => rows.map((column) => joint[row * side + column]!)) };
}
