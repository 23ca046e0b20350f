/** Two things whose middles are this near are one: the smallest base is 40 mm wide, so another cannot stand there. */
export const SAME_PLACE_MM = 20;

/** A pairing of rows with columns: `columnOfRow[row]` is undefined where the row stays alone. */
export type Assignment = readonly (number | undefined)[];

/**
 * The cheapest pairing of rows with columns, where leaving a row alone costs `gate`, so that no pair dearer than `gate` is made.
 * Shortest augmenting paths (Jonker and Volgenant's form of the Hungarian method), O(n³) for n rows and columns.
 * `cost[row][column]` in any one unit, finite or Infinity.
 */
export function assign(cost: readonly (readonly number[])[], gate: number): Assignment {
  const rows = cost.length;
  const real = cost[0]?.length ?? 0;
  // A column of its own for each row stands for "alone".
  const columns = real + rows;
  const price = (row: number, column: number) => (column < real ? Math.min(cost[row]![column]!, 1e9) : column - real === row ? gate : 1e9);
  const rowOf = new Array<number>(columns).fill(-1);
  const u = new Array<number>(rows).fill(0);
  const v = new Array<number>(columns).fill(0);
  for (let row = 0; row < rows; row++) augment(row, columns, price, rowOf, u, v);
  const columnOfRow = new Array<number | undefined>(rows).fill(undefined);
  rowOf.forEach((row, column) => {
    if (row >= 0 && column < real && cost[row]![column]! < gate) columnOfRow[row] = column;
  });
  return columnOfRow;
}

/** Finds a place for one more row along the cheapest alternating path; keeps the potentials u, v feasible: price − u − v ≥ 0. */
function augment(
  start: number,
  columns: number,
  price: (row: number, column: number) => number,
  rowOf: number[],
  u: number[],
  v: number[],
): void {
  const least = new Array<number>(columns).fill(Number.POSITIVE_INFINITY);
  const from = new Array<number>(columns).fill(-1);
  const isDone = new Array<boolean>(columns).fill(false);
  const path: { row: number; column: number }[] = [];
  let row = start;
  let at = -1;
  for (;;) {
    path.push({ row, column: at });
    let next = -1;
    for (let column = 0; column < columns; column++) {
      if (isDone[column]) continue;
      const reduced = price(row, column) - u[row]! - v[column]!;
      if (reduced < least[column]!) {
        least[column] = reduced;
        from[column] = at;
      }
      if (next < 0 || least[column]! < least[next]!) next = column;
    }
    const step = least[next]!;
    for (const visited of path) {
      u[visited.row]! += step;
      if (visited.column >= 0) v[visited.column]! -= step;
    }
    for (let column = 0; column < columns; column++) if (!isDone[column]) least[column]! -= step;
    isDone[next] = true;
    at = next;
    if (rowOf[at]! < 0) break;
    row = rowOf[at]!;
  }
  while (at >= 0) {
    const before = from[at]!;
    rowOf[at] = before >= 0 ? rowOf[before]! : start;
    at = before;
  }
}
