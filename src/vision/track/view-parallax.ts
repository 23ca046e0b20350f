import { pixelFromTable, tableFromPixel } from '../../geometry/camera.js';
import { CORNER_SIGNS } from '../../geometry/corner-signs.js';
import type { Reference } from './compare-views.js';
import type { Standing } from './feature-points.js';
import { type PlaneView, pixelOf, planePointOf } from './plane-view.js';

/** Typical height of pieces on a table, mm: a reference stands for views in which their tops are shifted little. */
const STANDING_MM = 60;
/** Heights between which pieces stand, mm: a large model on two pegs reaches to the top. */
const STOREYS = [
  [0, 30],
  [30, 60],
  [60, 90],
  [90, 120],
] as const;
/** Largest apparent shift of standing pieces, in units of the picture's long side, with which a reference stands for a view… */
const MAX_PARALLAX = 0.007;
/** …or, before a measurement gives the camera's pose, the largest bend and shift of the picture. */
const MAX_BENT = 0.02;
const MAX_SHIFT = 0.12;
/** Assumed largest shift of standing pieces in that case. */
const UNMEASURED_PARALLAX = 0.002;

/** Places of a picture at which two views are compared, as shares of it. */
const PLACES = [0.15, 0.5, 0.85].flatMap((x) => [0.15, 0.5, 0.85].map((y) => [x, y] as const));

/** Distance between two views. */
export interface ViewDistance {
  /** Up to 1 where one view stands for the other. */
  readonly parallax: number;
  readonly parallaxPx: number;
  /** In units of the picture's long side. */
  readonly shift: number;
}

const TOO_FAR: ViewDistance = { parallax: Number.POSITIVE_INFINITY, parallaxPx: Number.POSITIVE_INFINITY, shift: Number.POSITIVE_INFINITY };

export function distanceBetween(from: PlaneView, to: PlaneView): ViewDistance {
  const { widthPx, heightPx } = to.camera;
  const longPx = Math.max(widthPx, heightPx);
  let [shiftPx, parallaxPx, bentPx] = [0, 0, 0];
  const moves: (readonly [number, number])[] = [];
  for (const [x, y] of PLACES) {
    const pixel = { u: x * widthPx, v: y * heightPx };
    const at = planePointOf(to, pixel);
    const before = at && pixelOf(from, at);
    if (!at || !before) return TOO_FAR;
    moves.push([pixel.u - before.u, pixel.v - before.v]);
    shiftPx = Math.max(shiftPx, Math.hypot(pixel.u - before.u, pixel.v - before.v));
    if (from.isMetric && to.isMetric) parallaxPx = Math.max(parallaxPx, parallaxAt(from, to, at));
  }
  if (from.isMetric && to.isMetric) return { parallax: parallaxPx / (MAX_PARALLAX * longPx), parallaxPx, shift: shiftPx / longPx };
  const [mu, mv] = [0, 1].map((i) => moves.reduce((sum, move) => sum + move[i]!, 0) / moves.length) as [number, number];
  bentPx = Math.max(...moves.map(([u, v]) => Math.hypot(u - mu, v - mv)));
  const parallax = Math.max(bentPx / (MAX_BENT * longPx), shiftPx / (MAX_SHIFT * longPx));
  return { parallax, parallaxPx: UNMEASURED_PARALLAX * longPx, shift: shiftPx / longPx };
}

/**
 * Apparent shift of the top of a piece at a point of the table from where its foot's plane has it, px: from the poses alone, which may
 * differ from a map of the plane.
 */
function parallaxAt({ camera: from }: PlaneView, { camera: to }: PlaneView, at: { readonly x: number; readonly y: number }): number {
  const top = { ...at, z: STANDING_MM };
  const [before, now] = [pixelFromTable(from, top), pixelFromTable(to, top)];
  const under = before && tableFromPixel(from, before);
  const expected = under && pixelFromTable(to, { ...under, z: 0 });
  return now && expected ? Math.hypot(now.u - expected.u, now.v - expected.v) : Number.POSITIVE_INFINITY;
}

/** For each cell of a reference the possible height of what it shows, in units of STANDING_MM; 0 where nothing stands. */
export function standingIn({ view, small }: Reference, standing: readonly Standing[]): Float32Array {
  const { columns, rows } = small;
  const heights = new Float32Array(columns * rows);
  const cellPx = Math.max(view.camera.widthPx, view.camera.heightPx) / Math.max(columns, rows);
  const within = (px: number, most: number) => Math.min(most, Math.max(0, Math.floor((px + 0.5) / cellPx)));
  // The highest last: where one is seen before another the larger shift counts.
  for (const [bottom, top] of STOREYS) {
    for (const { x, y, radiusMm } of standing) {
      const seen = [bottom, top].flatMap((z) =>
        CORNER_SIGNS.flatMap(([sx, sy]) => pixelFromTable(view.camera, { x: x + sx * radiusMm, y: y + sy * radiusMm, z }) ?? []),
      );
      if (seen.length === 0) continue;
      const [us, vs] = [seen.map(({ u }) => u), seen.map(({ v }) => v)];
      for (let row = within(Math.min(...vs), rows); row < within(Math.max(...vs), rows - 1) + 1; row++)
        heights.fill(
          top / STANDING_MM,
          row * columns + within(Math.min(...us), columns),
          row * columns + within(Math.max(...us), columns - 1) + 1,
        );
    }
  }
  return heights;
}
