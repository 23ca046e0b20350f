import { pixelFromTable } from '../../geometry/camera.js';
import type { Pixel, Point } from '../../geometry/point.js';
import { type Cv, type Mat, withMats } from '../runtime/opencv.js';
import { drawnThrough } from './align-patches.js';
import { matOf } from './print-features.js';
import { type AlignedView, fromCamera } from './refine-tracks.js';

/** Width of the window over which light is levelled, cells. */
const LEVEL_CELLS = 13;
/** Largest distance from its middle to which a view reaches, mm: beyond, its own frame is no longer true to a cell. */
export const MAX_REACH_MM = 260;

/** A piece of the plane from above: print with its light levelled, around 0, and 1 where it is seen. */
export interface PlaneRaster {
  readonly sidePx: number;
  /** The table point at the middle of the first pixel of the last row; y up. */
  readonly corner: Point;
  readonly cellMm: number;
  readonly value: Float32Array;
  readonly seen: Float32Array;
}

/** Draws a square of the table from the known views, each place from the first that shows it. */
export function joinedRaster(cv: Cv, known: readonly AlignedView[], corner: Point, sideMm: number, cellMm: number): PlaneRaster {
  const sidePx = Math.ceil(sideMm / cellMm);
  const rasters = known.map((view) =>
    rasterOf(cv, view, sidePx, (u, v) => ({ x: corner.x + (u + 0.5) * cellMm, y: corner.y + (sidePx - v - 0.5) * cellMm })),
  );
  const value = new Float32Array(sidePx * sidePx);
  const seen = new Float32Array(sidePx * sidePx);
  for (const raster of rasters) {
    for (let i = 0; i < value.length; i++) {
      if (seen[i] || !raster.seen[i]) continue;
      [value[i], seen[i]] = [raster.value[i]!, 1];
    }
  }
  return { sidePx, corner, cellMm, value, seen };
}

/** Draws a square of the table from one view, through a map of its places where one is given. */
export function warpedRaster(
  cv: Cv,
  view: AlignedView,
  { corner, sideMm, cellMm }: { readonly corner: Point; readonly sideMm: number; readonly cellMm: number },
  placed: (u: number, v: number, sidePx: number) => readonly [number, number],
  isSeen: (point: Point) => boolean,
): PlaneRaster {
  const sidePx = Math.ceil(sideMm / cellMm);
  const raster = rasterOf(cv, view, sidePx, (u, v) => {
    const [a, b] = placed(u, v, sidePx);
    const point = { x: corner.x + (a + 0.5) * cellMm, y: corner.y + (sidePx - b - 0.5) * cellMm };
    return isSeen(point) ? point : undefined;
  });
  return { sidePx, corner, cellMm, ...raster };
}

/** A view's print around its middle, in a square that holds it, for `use` to turn: clockwise, as on the table. */
export function withTurnedRasters<T>(
  cv: Cv,
  view: AlignedView,
  middle: Point,
  cellMm: number,
  isPrint: (at: Point) => boolean,
  use: (turned: (headingRad: number) => PlaneRaster) => T,
): T {
  const sidePx = Math.ceil((2 * MAX_REACH_MM) / cellMm);
  const half = (sidePx * cellMm) / 2;
  const placeOf = (headingRad: number) => {
    const [sin, cos] = [Math.sin(headingRad), Math.cos(headingRad)];
    return (u: number, v: number) => {
      const [x, y] = [(u + 0.5) * cellMm - half, (sidePx - v - 0.5) * cellMm - half];
      if (x * x + y * y > MAX_REACH_MM ** 2) return undefined;
      // The inverse of tableFromPiece's turn.
      const at = { x: middle.x + cos * x - sin * y, y: middle.y + sin * x + cos * y };
      return isPrint(at) ? at : undefined;
    };
  };
  return withMats((own) => {
    const soft = own(softened(cv, view, sidePx, placeOf(0)));
    return use((headingRad) => ({
      ...{ sidePx, corner: { x: -half, y: -half }, cellMm },
      ...drawnOn(cv, view, soft, sidePx, placeOf(headingRad)),
    }));
  });
}

/** A view's print at the plane's places, its light levelled over some cells. */
function rasterOf(
  cv: Cv,
  view: AlignedView,
  sidePx: number,
  placeOf: (u: number, v: number) => Point | undefined,
): { readonly value: Float32Array; readonly seen: Float32Array } {
  return withMats((own) => drawnOn(cv, view, own(softened(cv, view, sidePx, placeOf)), sidePx, placeOf));
}

function drawnOn(
  cv: Cv,
  view: AlignedView,
  source: Mat,
  sidePx: number,
  placeOf: (u: number, v: number) => Point | undefined,
): { readonly value: Float32Array; readonly seen: Float32Array } {
  const at = ({ u, v }: Pixel) => {
    const place = placeOf(u, v);
    const pixel = place && pixelFromTable(view.camera, { ...place, z: 0 });
    return pixel && fromCamera(view, pixel);
  };
  return withMats((own) => {
    const { drawn, seen } = drawnThrough(cv, source, { widthPx: sidePx, heightPx: sidePx }, at, 4);
    own(drawn);
    return { value: levelled(cv, own, drawn, seen, sidePx), seen };
  });
}

/** The view's picture blurred to the cells of the plane, so that each holds the mean of its area; the caller frees it. */
function softened(cv: Cv, view: AlignedView, sidePx: number, placeOf: (u: number, v: number) => Point | undefined): Mat {
  const place = placeOf(sidePx / 2, sidePx / 2);
  const beside = placeOf(sidePx / 2 + 1, sidePx / 2);
  const [a, b] = [place, beside].map((point) => point && pixelFromTable(view.camera, { ...point, z: 0 }));
  const cellPx = a && b ? (Math.hypot(a.u - b.u, a.v - b.v) * view.levelled.widthPx) / view.camera.widthPx : 1;
  const source = matOf(cv, view.levelled);
  const side = Math.min(31, 2 * Math.floor(cellPx / 2) + 1);
  if (side > 1) cv.blur(source, source, new cv.Size(side, side));
  return source;
}

/** Values less their neighbourhood's mean in units of its deviation; 0 where they are not seen. */
function levelled(
  cv: Cv,
  own: <M extends { delete(): void }>(object: M) => M,
  drawn: Mat,
  seen: Float32Array,
  sidePx: number,
): Float32Array {
  const value = own(new cv.Mat());
  drawn.convertTo(value, cv.CV_32F);
  const raw = value.data32F;
  for (let i = 0; i < raw.length; i++) raw[i] = (raw[i]! - 128) * seen[i]!;
  const weight = own(cv.matFromArray(sidePx, sidePx, cv.CV_32FC1, seen as unknown as number[]));
  const [mean, square, count] = [own(new cv.Mat()), own(new cv.Mat()), own(new cv.Mat())];
  const size = new cv.Size(LEVEL_CELLS, LEVEL_CELLS);
  cv.multiply(value, value, square);
  cv.blur(value, mean, size);
  cv.blur(square, square, size);
  cv.blur(weight, count, size);
  const [means, squares, counts] = [mean.data32F, square.data32F, count.data32F];
  const out = new Float32Array(raw.length);
  for (let i = 0; i < out.length; i++) {
    if (!seen[i]) continue;
    const m = means[i]! / counts[i]!;
    const deviation = Math.sqrt(Math.max(0, squares[i]! / counts[i]! - m * m)) + 1;
    out[i] = Math.max(-3, Math.min(3, (raw[i]! - m) / deviation));
  }
  return out;
}
