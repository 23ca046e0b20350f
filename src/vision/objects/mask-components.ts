import type { Point } from '../../geometry/point.js';
import { connectedCells } from '../image/connected-cells.js';
import { CELL_MM, MASK_CELLS, tableFromRectified } from '../image/rectify.js';

/** A connected component of a mask (8 neighbours), in the table frame of the rectified picture. */
export interface MaskComponent {
  readonly cells: ReadonlySet<number>;
  readonly centroid: Point;
  readonly areaMm2: number;
  /** Heading of its longer axis (clockwise from +y, rad). */
  readonly axisRad: number;
  /** Along and across that axis, of the rectangle that spreads as it does (second moments). */
  readonly lengthMm: number;
  readonly widthMm: number;
  readonly window: { readonly left: number; readonly right: number; readonly low: number; readonly high: number };
}

/** Connected components of a mask's cells above `threshold`, of at least `minCells`, the largest first. */
export function maskComponents(mask: Float32Array, threshold: number, minCells: number): MaskComponent[] {
  return connectedCells(mask, MASK_CELLS, threshold)
    .filter(({ size }) => size >= minCells)
    .map(componentOf)
    .sort((a, b) => b.areaMm2 - a.areaMm2);
}

function componentOf(cells: ReadonlySet<number>): MaskComponent {
  const places = [...cells].map((cell) =>
    tableFromRectified({ u: 4 * (cell % MASK_CELLS) + 1.5, v: 4 * Math.floor(cell / MASK_CELLS) + 1.5 }),
  );
  const mean = (pick: (p: Point) => number) => places.reduce((sum, p) => sum + pick(p), 0) / places.length;
  const centroid = { x: mean((p) => p.x), y: mean((p) => p.y) };
  const xx = mean((p) => (p.x - centroid.x) ** 2);
  const yy = mean((p) => (p.y - centroid.y) ** 2);
  const xy = mean((p) => (p.x - centroid.x) * (p.y - centroid.y));
  const [middle, halfDifference] = [(xx + yy) / 2, Math.hypot((xx - yy) / 2, xy)];
  const sideMm = (spread: number) => Math.sqrt(12 * spread + CELL_MM ** 2);
  return {
    cells,
    centroid,
    areaMm2: cells.size * CELL_MM ** 2,
    axisRad: Math.PI / 2 - 0.5 * Math.atan2(2 * xy, xx - yy),
    lengthMm: sideMm(middle + halfDifference),
    widthMm: sideMm(middle - halfDifference),
    window: {
      left: Math.min(...places.map((p) => p.x)),
      right: Math.max(...places.map((p) => p.x)),
      low: Math.min(...places.map((p) => p.y)),
      high: Math.max(...places.map((p) => p.y)),
    },
  };
}
