import { type Camera, cameraCentre, carriedPlace, pixelFromTable } from '../geometry/camera.js';
import type { Point } from '../geometry/point.js';
import { type Cv, type Mat, withMats } from './opencv.js';

/** A piece of the mat seen from straight above, with what speaks for an obstacle in it. Row and column grow with y and x. */
export interface ObstacleView {
  /** The table point of the first pixel's middle. */
  readonly left: number;
  readonly low: number;
  readonly columns: number;
  readonly rows: number;
  /** Where edges are and how they run: the averaged products xx, xy, yy of the picture's gradients, each brought to a length of at most 1. */
  readonly coarse: Float32Array;
  readonly fine: Float32Array;
  /** Log-odds of being an obstacle, summed from the left of each row, per mm: an integral over an area is one along its outline. */
  readonly odds: Float32Array;
  /** All log-odds that speak for an obstacle, over the area, mm². */
  readonly forMm2: number;
  /** 1 where the mat is seen: in the frame and under no base. */
  readonly seen: Uint8Array;
  /** The camera: what is high appears farther away from this place, by so much of its distance for each mm. */
  readonly eye: { readonly x: number; readonly y: number; readonly heightMm: number };
}

export interface ViewWindow {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
}

export const VIEW_PX_PER_MM = 1.5;
/** Gradients are taken over about the width of an edge in a 1080p picture, px of the view. */
const GRADIENT_SIGMA_PX = 1;
const COARSE_SIGMA_PX = 3;
const FINE_SIGMA_PX = 1;
/** A gradient of so many times the window's median counts for half an edge. */
const EDGE_MEDIANS = 3;
const EDGE_FLOOR = 2;
/** No single pixel speaks louder than this, neither the detector's mask nor its colour. */
const MASK_LIMIT = 3;
const COLOUR_LIMIT = 2;
const COLOUR_BINS = 12;

/**
 * Looks at a window of the table through `camera`. `maskLogit` is the detector's mask at a table point, 0 at an obstacle's outline; `covers`
 * are areas of the mat that bases hide.
 */
export function viewObstacle(
  cv: Cv,
  rgba: Mat,
  camera: Camera,
  window: ViewWindow,
  maskLogit: (point: Point) => number,
  covers: readonly (readonly Point[])[],
): ObstacleView {
  const { left, low } = window;
  const columns = Math.ceil((window.right - left) * VIEW_PX_PER_MM) + 1;
  const rows = Math.ceil((window.high - low) * VIEW_PX_PER_MM) + 1;
  const { x, y, z } = cameraCentre(camera);
  return withMats((own) => {
    const mapU = own(new cv.Mat(rows, columns, cv.CV_32FC1));
    const mapV = own(new cv.Mat(rows, columns, cv.CV_32FC1));
    const mask = new Float32Array(columns * rows);
    fillFromGrid(columns, rows, [mapU.data32F, mapV.data32F, mask], (column, row) => {
      const point = { x: left + column / VIEW_PX_PER_MM, y: low + row / VIEW_PX_PER_MM };
      const pixel = pixelFromTable(camera, { ...point, z: 0 });
      return [pixel?.u ?? -1e4, pixel?.v ?? -1e4, Math.max(-MASK_LIMIT, Math.min(MASK_LIMIT, maskLogit(point)))];
    });
    const hidden = own(cv.Mat.zeros(rows, columns, cv.CV_8UC1));
    for (const cover of covers) {
      const corners = cover.flatMap((p) => [Math.round((p.x - left) * VIEW_PX_PER_MM), Math.round((p.y - low) * VIEW_PX_PER_MM)]);
      cv.fillConvexPoly(hidden, own(cv.matFromArray(cover.length, 1, cv.CV_32SC2, corners)), new cv.Scalar(1));
    }
    const seen = new Uint8Array(columns * rows);
    const [us, vs, isHidden] = [mapU.data32F, mapV.data32F, hidden.data];
    for (let at = 0; at < seen.length; at++) {
      const inFrame = us[at]! > 2 && vs[at]! > 2 && us[at]! < camera.widthPx - 3 && vs[at]! < camera.heightPx - 3;
      seen[at] = inFrame && !isHidden[at] ? 1 : 0;
    }
    const picture = own(new cv.Mat());
    cv.remap(rgba, picture, mapU, mapV, cv.INTER_LINEAR, cv.BORDER_REPLICATE, new cv.Scalar(0, 0, 0, 0));
    const colour = colourOdds(picture.data, mask, seen);
    const odds = new Float32Array(columns * rows);
    let forMm2 = 0;
    for (let row = 0, at = 0; row < rows; row++) {
      let sum = 0;
      for (let column = 0; column < columns; column++, at++) {
        const here = seen[at] ? mask[at]! + colour[at]! : 0;
        if (here > 0) forMm2 += here / VIEW_PX_PER_MM ** 2;
        sum += here / VIEW_PX_PER_MM;
        odds[at] = sum;
      }
    }
    const { coarse, fine } = edgeTensors(cv, picture, columns, rows);
    return { left, low, columns, rows, coarse, fine, odds, forMm2, seen, eye: { x, y, heightMm: z } };
  });
}

/** Between the points of a grid this wide the lens is straight to a hundredth of a pixel, and the masks' cells are wider. */
const GRID_PX = 6;

/** Fills planes of values from a grid of them, straight in between. */
function fillFromGrid(
  columns: number,
  rows: number,
  planes: readonly Float32Array[],
  at: (column: number, row: number) => readonly number[],
): void {
  const across = Math.ceil((columns - 1) / GRID_PX) + 1;
  const down = Math.ceil((rows - 1) / GRID_PX) + 1;
  const nodes = Array.from({ length: across * down }, (_, i) => at((i % across) * GRID_PX, Math.floor(i / across) * GRID_PX));
  planes.forEach((plane, k) => {
    for (let row = 0; row < rows; row++) {
      const r = Math.min(down - 2, Math.floor(row / GRID_PX));
      const t = row / GRID_PX - r;
      for (let column = 0; column < columns; column++) {
        const c = Math.min(across - 2, Math.floor(column / GRID_PX));
        const s = column / GRID_PX - c;
        const i = r * across + c;
        const above = (1 - s) * nodes[i]![k]! + s * nodes[i + 1]![k]!;
        plane[row * columns + column] = (1 - t) * above + t * ((1 - s) * nodes[i + across]![k]! + s * nodes[i + across + 1]![k]!);
      }
    }
  });
}

/** What a pixel's colour says, learnt from the window itself: how often the colour is seen where the mask sees an obstacle, and where not. */
function colourOdds(rgba: Uint8Array, mask: Float32Array, seen: Uint8Array): Float32Array {
  const n = COLOUR_BINS;
  const inside = new Float32Array(n ** 3);
  const outside = new Float32Array(n ** 3);
  const bin = (at: number) => {
    const [r, g, b] = [rgba[4 * at]!, rgba[4 * at + 1]!, rgba[4 * at + 2]!];
    return (Math.floor((r * n) / 256) * n + Math.floor((g * n) / 256)) * n + Math.floor((b * n) / 256);
  };
  let insideSum = 0;
  let outsideSum = 0;
  for (let at = 0; at < mask.length; at++) {
    if (!seen[at]) continue;
    const belief = 1 / (1 + Math.exp(-mask[at]!));
    const k = bin(at);
    inside[k]! += belief;
    outside[k]! += 1 - belief;
    insideSum += belief;
    outsideSum += 1 - belief;
  }
  const [spreadIn, spreadOut] = [spread(inside, n), spread(outside, n)];
  const odds = new Float32Array(n ** 3);
  for (let k = 0; k < odds.length; k++) {
    const few = 2e-4;
    const ratio = Math.log((spreadIn[k]! / (insideSum + 1) + few) / (spreadOut[k]! / (outsideSum + 1) + few));
    odds[k] = Math.max(-COLOUR_LIMIT, Math.min(COLOUR_LIMIT, ratio));
  }
  return mask.map((_, at) => odds[bin(at)]!);
}

/** A colour lends something to its neighbours. */
function spread(counts: Float32Array, n: number): Float32Array {
  let from = counts;
  for (const step of [1, n, n * n]) {
    const to = new Float32Array(n ** 3);
    for (let k = 0; k < to.length; k++) {
      const place = Math.floor(k / step) % n;
      to[k] = 0.6 * from[k]! + (place > 0 ? 0.2 * from[k - step]! : 0) + (place < n - 1 ? 0.2 * from[k + step]! : 0);
    }
    from = to;
  }
  return from;
}

function edgeTensors(cv: Cv, picture: Mat, columns: number, rows: number): { coarse: Float32Array; fine: Float32Array } {
  return withMats((own) => {
    const soft = own(new cv.Mat());
    cv.GaussianBlur(picture, soft, new cv.Size(0, 0), GRADIENT_SIGMA_PX);
    const { data } = soft;
    const size = columns * rows;
    const tensor = own(cv.Mat.zeros(rows, columns, cv.CV_32FC3));
    const products = tensor.data32F;
    const energy = new Float32Array(size);
    for (let row = 1; row < rows - 1; row++) {
      for (let column = 1; column < columns - 1; column++) {
        const at = row * columns + column;
        let xx = 0;
        let xy = 0;
        let yy = 0;
        for (let i = 4 * at; i < 4 * at + 3; i++) {
          const gx = data[i + 4]! - data[i - 4]!;
          const gy = data[i + 4 * columns]! - data[i - 4 * columns]!;
          xx += gx * gx;
          xy += gx * gy;
          yy += gy * gy;
        }
        products[3 * at] = xx;
        products[3 * at + 1] = xy;
        products[3 * at + 2] = yy;
        energy[at] = xx + yy;
      }
    }
    const half = EDGE_MEDIANS * median(energy) + EDGE_FLOOR;
    for (let at = 0; at < size; at++) for (let k = 3 * at; k < 3 * at + 3; k++) products[k]! /= energy[at]! + half;
    const blurred = (sigma: number): Float32Array => {
      const out = own(new cv.Mat());
      cv.GaussianBlur(tensor, out, new cv.Size(0, 0), sigma);
      return out.data32F.slice();
    };
    return { coarse: blurred(COARSE_SIGMA_PX), fine: blurred(FINE_SIGMA_PX) };
  });
}

function median(values: Float32Array): number {
  const some = values.filter((_, i) => i % 23 === 0).sort();
  return some[some.length >> 1] ?? 0;
}

/** Carries a table point from the frame of one camera into that of another, by what both see at the same pixel; good near the window. */
export function carriedOver(from: Camera, to: Camera, window: ViewWindow): (point: Point) => Point {
  const corner = (x: number, y: number): Point => carriedPlace(from, to, { x, y });
  const { left, right, low, high } = window;
  const [a, b, c, d] = [corner(left, low), corner(right, low), corner(left, high), corner(right, high)];
  return ({ x, y }) => {
    const s = (x - left) / (right - left);
    const t = (y - low) / (high - low);
    const mix = (pick: (p: Point) => number) => (1 - t) * ((1 - s) * pick(a) + s * pick(b)) + t * ((1 - s) * pick(c) + s * pick(d));
    return { x: mix((p) => p.x), y: mix((p) => p.y) };
  };
}
