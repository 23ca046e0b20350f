import { amongFour } from './among-four.js';

/** Points over a picture of `columns` × `rows` pixels, so many across and down, `stepPx` from each other. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly stepPx: number;
  readonly across: number;
  readonly down: number;
}

export function gridOver(columns: number, rows: number, stepPx: number): Grid {
  return { columns, rows, stepPx, across: Math.ceil((columns - 1) / stepPx) + 1, down: Math.ceil((rows - 1) / stepPx) + 1 };
}

/** Fills a plane of pixels with the values of a grid's points, straight in between. */
export function fillFromGrid(plane: Float32Array, { columns, rows, stepPx, across, down }: Grid, values: Float64Array): void {
  for (let row = 0, at = 0; row < rows; row++) {
    const r = Math.min(down - 2, Math.floor(row / stepPx));
    const t = row / stepPx - r;
    for (let column = 0; column < columns; column++, at++) {
      const c = Math.min(across - 2, Math.floor(column / stepPx));
      const i = r * across + c;
      plane[at] = amongFour(column / stepPx - c, t, values[i]!, values[i + 1]!, values[i + across]!, values[i + across + 1]!);
    }
  }
}
