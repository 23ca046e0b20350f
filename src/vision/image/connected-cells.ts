/**
 * The connected parts (8 neighbours) of the cells of a mask, row by row in `columns`, that are above `threshold`.
 *
 * @returns the indices of each part's cells, in the order of the parts' first cells
 */
export function connectedCells(mask: Float32Array, columns: number, threshold: number): ReadonlySet<number>[] {
  const taken = new Uint8Array(mask.length);
  const parts: ReadonlySet<number>[] = [];
  for (let first = 0; first < mask.length; first++) {
    if (taken[first] || !(mask[first]! > threshold)) continue;
    const cells = new Set([first]);
    const open = [first];
    taken[first] = 1;
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const step of [1, -1, columns, -columns, columns + 1, columns - 1, 1 - columns, -1 - columns]) {
        const cell = next + step;
        const wraps = Math.abs((cell % columns) - (next % columns)) > 1;
        if (wraps || taken[cell] !== 0 || !(mask[cell]! > threshold)) continue;
        taken[cell] = 1;
        cells.add(cell);
        open.push(cell);
      }
    }
    parts.push(cells);
  }
  return parts;
}
