import { bilinear } from './bilinear.js';

/** Points over a picture of `columns` × `rows` pixels, `across` × `down` of them, `stepPx` from each other. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly stepPx: number;
  readonly across: number;
  readonly down: number;
}

/** The grid with a point every `stepPx`, its last row and column on or beyond the last pixel. */
export function gridOver(columns: number, rows: number, stepPx: number): Grid {
  return { columns, rows, stepPx, across: Math.ceil((columns - 1) / stepPx) + 1, down: Math.ceil((rows - 1) / stepPx) + 1 };
}

/** Fills a plane of pixels with the values of a grid's points, straight in between. */
export function fillFromGrid(plane: Float32Array, { columns, rows, stepPx, across, down }: Grid, values: Float64Array): void {
  for (let row = 0, at = 0; row < rows; row++) {
    const r = Math.min(down - 2, Math.floor(row / stepPx));
    const t = row / stepPx - r;
    for (let c = 0, column = 0; c < across - 1; c++) {
      const i = r * across + c;
      const [low, lowNext, high, highNext] = [values[i]!, values[i + 1]!, values[i + across]!, values[i + across + 1]!];
      const end = c === across - 2 ? columns : (c + 1) * stepPx;
      for (; column < end; column++, at++) plane[at] = bilinear(column / stepPx - c, t, low, lowNext, high, highNext);
    }
  }
}
