import type { Pixel } from '../../geometry/point.js';

/** A homography, 3×3 row-major, last element 1. */
export type Homography = readonly number[];

/**
 * The homography that takes four or more places (a, b) to others, more than four as well as it can; undefined when all but one, or all, of either
 * lie on a line.
 */
export function homographyFrom(
  from: readonly (readonly [number, number])[],
  to: readonly (readonly [number, number])[],
): Homography | undefined {
  // Sums of products of many are taken in units of their own reach, so that they stay near one.
  const reach = from.length === 4 ? 1 : Math.max(...from.flat().map(Math.abs));
  const rows: number[][] = [];
  from.forEach((place, i) => {
    const [x, y] = [place[0] / reach, place[1] / reach];
    const [u, v] = to[i]!;
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  });
  const h = solveLinear(from.length === 4 ? rows : normalRows(rows));
  return h ? [...h.map((value, i) => (i % 3 === 2 ? value : value / reach)), 1] : undefined;
}

/** The normal equations AᵀA·x = Aᵀb of rows [A | b]. */
function normalRows(rows: readonly (readonly number[])[]): number[][] {
  const n = rows[0]!.length;
  return Array.from({ length: n - 1 }, (_, i) =>
    Array.from({ length: n }, (__, j) => rows.reduce((sum, row) => sum + row[i]! * row[j]!, 0)),
  );
}

/** Gaussian elimination with partial pivoting on rows of [A | b]. */
function solveLinear(rows: number[][]): number[] | undefined {
  const n = rows.length;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column + 1; row < n; row++) if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    if (Math.abs(rows[pivot]![column]!) < 1e-12) return undefined;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const top = rows[column]!;
    for (let row = 0; row < n; row++) {
      if (row === column) continue;
      const factor = rows[row]![column]! / top[column]!;
      if (factor === 0) continue;
      for (let k = column; k <= n; k++) rows[row]![k]! -= factor * top[k]!;
    }
  }
  return rows.map((row, i) => row[n]! / row[i]!);
}

/** An image line a·u + b·v = c with a² + b² = 1. */
export interface ImageLine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

/** The line through two pixels; undefined where they are the same. */
export function lineThrough(p: Pixel, q: Pixel): ImageLine | undefined {
  const a = p.v - q.v;
  const b = q.u - p.u;
  const length = Math.hypot(a, b);
  if (length < 1e-9) return undefined;
  return { a: a / length, b: b / length, c: (a * p.u + b * p.v) / length };
}

/** Crossing of two lines, px; undefined where they are parallel. */
export function intersect(l: ImageLine, m: ImageLine): Pixel | undefined {
  const det = l.a * m.b - m.a * l.b;
  if (Math.abs(det) < 1e-6) return undefined;
  return { u: (l.c * m.b - m.c * l.b) / det, v: (l.a * m.c - m.a * l.c) / det };
}

/** Total-least-squares line through weighted pixels. */
export function fitLine(pixels: readonly Pixel[]): ImageLine | undefined {
  const n = pixels.length;
  if (n < 2) return undefined;
  let mu = 0;
  let mv = 0;
  for (const p of pixels) {
    mu += p.u / n;
    mv += p.v / n;
  }
  let suu = 0;
  let suv = 0;
  let svv = 0;
  for (const p of pixels) {
    suu += (p.u - mu) ** 2;
    suv += (p.u - mu) * (p.v - mv);
    svv += (p.v - mv) ** 2;
  }
  const angle = 0.5 * Math.atan2(2 * suv, suu - svv);
  const a = -Math.sin(angle);
  const b = Math.cos(angle);
  return { a, b, c: a * mu + b * mv };
}
