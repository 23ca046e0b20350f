import { type PlaneView, pixelOf, planePointOf } from './plane-view.js';

/** Pictures are brought to one another exactly at every so many cells, in between straight. */
export const NODE_CELLS = 15;

/** The cells of a picture that was made small. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** Pixels of the picture a cell. */
  readonly cellPx: number;
}

/** Where the second view shows what the first shows, px, on nodes of its grid of cells; NaN where it does not. */
export interface Nodes {
  readonly across: number;
  readonly down: number;
  readonly us: Float64Array;
  readonly vs: Float64Array;
  /** The most it is away from there. */
  readonly mostPx: number;
}

/** Where `to` shows the cells of `from`. */
export function nodesBetween(from: PlaneView, to: PlaneView, { columns, rows, cellPx }: Grid): Nodes {
  const [across, down] = [Math.ceil(columns / NODE_CELLS) + 1, Math.ceil(rows / NODE_CELLS) + 1];
  const [us, vs] = [new Float64Array(across * down), new Float64Array(across * down)];
  let mostPx = 0;
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const [u, v] = [column * NODE_CELLS * cellPx - 0.5, row * NODE_CELLS * cellPx - 0.5];
      const at = planePointOf(from, { u, v });
      const seen = at && pixelOf(to, at);
      us[row * across + column] = seen ? seen.u : Number.NaN;
      vs[row * across + column] = seen ? seen.v : Number.NaN;
      mostPx = Math.max(mostPx, seen ? Math.hypot(seen.u - u, seen.v - v) : Number.POSITIVE_INFINITY);
    }
  }
  return { across, down, us, vs, mostPx };
}

/** The nodes' places between two rows of them. */
export function nodeRow({ across, down, us, vs }: Nodes, place: number, rowUs: Float64Array, rowVs: Float64Array): void {
  const row = Math.min(down - 2, Math.floor(place));
  const t = place - row;
  for (let i = 0; i < across; i++) {
    const at = row * across + i;
    rowUs[i] = us[at]! + t * (us[at + across]! - us[at]!);
    rowVs[i] = vs[at]! + t * (vs[at + across]! - vs[at]!);
  }
}

/** One of the nodes' values at a point between them, counted in nodes; NaN where the other view does not show it. */
export function valueAt({ across, down }: Nodes, values: Float64Array, x: number, y: number): number {
  const column = Math.min(across - 2, Math.floor(x));
  const row = Math.min(down - 2, Math.floor(y));
  const s = x - column;
  const at = row * across + column;
  const above = values[at]! + s * (values[at + 1]! - values[at]!);
  const below = values[at + across]! + s * (values[at + across + 1]! - values[at + across]!);
  return above + (y - row) * (below - above);
}
