import { definiteCholesky, solveCholesky } from '../../geometry/cholesky.js';
import type { PlaneRaster } from './plane-raster.js';

/**
 * A homography of the plane near the identity, around a raster's middle and in units of half its side: x ↦ ((1 + w0) x + w1 y + w2, w3 x +
 * (1 + w4) y + w5) / (1 + w6 x + w7 y).
 */
export type Warp = Float64Array;

const N = 8;
/** Error of a camera that pieces or a search have placed, one standard deviation, in the units of a warp. */
const SIGMA = [0.03, 0.03, 0.06, 0.03, 0.03, 0.06, 0.02, 0.02] as const;
/** Number of neighbouring cells of a smoothed raster, which are not independent, that count as one. */
const CELLS_AS_ONE = 18;
/** Cauchy scale of differences between two levelled rasters, in their units: pieces on the print differ by more. */
const ROBUST = 0.6;

export function warped(w: Warp, x: number, y: number): [number, number] {
  const d = 1 + w[6]! * x + w[7]! * y;
  return [((1 + w[0]!) * x + w[1]! * y + w[2]!) / d, (w[3]! * x + (1 + w[4]!) * y + w[5]!) / d];
}

/**
 * The warp under which `draw` matches `from`, both over one square of the plane: robust Gauss–Newton, redrawn each time so that no place
 * between cells is preferred.
 */
export function alignedWarp(from: PlaneRaster, draw: (warp: Warp) => PlaneRaster, start: Warp, rounds: number): Warp {
  const { sidePx } = from;
  const half = sidePx / 2;
  let warp = start.slice();
  const slope = new Float64Array(N);
  for (let round = 0; round < rounds; round++) {
    const to = draw(warp);
    const normal = new Float64Array(N * N);
    const gradient = new Float64Array(N);
    for (let i = 0; i < N; i++) {
      normal[i * (N + 1)] = 1 / SIGMA[i]! ** 2;
      gradient[i] = warp[i]! / SIGMA[i]! ** 2;
    }
    for (let v = 1; v < sidePx - 1; v++) {
      for (let u = 1; u < sidePx - 1; u++) {
        const k = v * sidePx + u;
        if (!isSeen(from, k) || !isSeen(to, k)) continue;
        const [x, y] = [(u + 0.5) / half - 1, (v + 0.5) / half - 1];
        const [a, b] = warped(warp, x, y);
        const off = to.value[k]! - from.value[k]!;
        const weight = 1 / (1 + (off / ROBUST) ** 2) / CELLS_AS_ONE;
        const d = 1 + warp[6]! * x + warp[7]! * y;
        const [gx, gy] = [(slopeAt(to, k, 1) * half) / d, (slopeAt(to, k, sidePx) * half) / d];
        const along = -(gx * a + gy * b);
        slope[0] = gx * x;
        slope[1] = gx * y;
        slope[2] = gx;
        slope[3] = gy * x;
        slope[4] = gy * y;
        slope[5] = gy;
        slope[6] = along * x;
        slope[7] = along * y;
        for (let i = 0; i < N; i++) {
          gradient[i]! += weight * slope[i]! * off;
          for (let j = 0; j <= i; j++) normal[i * N + j]! += weight * slope[i]! * slope[j]!;
        }
      }
    }
    const factor = definiteCholesky(normal, N);
    if (!factor) return start;
    const step = solveCholesky(factor, gradient, N);
    warp = warp.map((value, i) => value - step[i]!);
    if (step.every((one) => Math.abs(one) * half < 0.02)) break;
  }
  return warp;
}

/** True where a cell and its four neighbours are seen. */
function isSeen({ seen, sidePx }: PlaneRaster, k: number): boolean {
  return !!seen[k] && !!seen[k - 1] && !!seen[k + 1] && !!seen[k - sidePx] && !!seen[k + sidePx];
}

function slopeAt({ value }: PlaneRaster, k: number, step: number): number {
  return (value[k + step]! - value[k - step]!) / 2;
}

/** Normalised cross-correlation of the common area, −1…1, with `to` moved by `du` and `dv` whole cells. */
export function correlationOf(from: PlaneRaster, to: PlaneRaster, du = 0, dv = 0): number {
  const { sidePx } = from;
  let [product, ofFrom, ofTo] = [0, 0, 0];
  for (let v = Math.max(0, -dv); v < Math.min(sidePx, sidePx - dv); v++) {
    for (let u = Math.max(0, -du); u < Math.min(sidePx, sidePx - du); u++) {
      const [k, m] = [v * sidePx + u, (v + dv) * sidePx + u + du];
      if (!from.seen[k] || !to.seen[m]) continue;
      product += from.value[k]! * to.value[m]!;
      ofFrom += from.value[k]! ** 2;
      ofTo += to.value[m]! ** 2;
    }
  }
  return product / Math.sqrt(Math.max(1e-9, ofFrom) * Math.max(1e-9, ofTo));
}

/**
 * Place of a block of `from` in `to`, cells from its own place, with one standard deviation in its worst direction and the correlation of
 * both.
 */
interface BlockShift {
  readonly du: number;
  readonly dv: number;
  readonly sigmaCells: number;
  readonly correlation: number;
}

/**
 * The small shift with which a block, `sideCells` wide from (`left`, `top`) on, of two aligned rasters agrees best; undefined where too
 * little of it is seen. One step suffices; slopes of one raster are multiplied by those of the other, whose noise is independent, so that
 * noise does not bias the shift towards zero.
 */
export function blockShift(from: PlaneRaster, to: PlaneRaster, left: number, top: number, sideCells: number): BlockShift | undefined {
  const { sidePx } = from;
  let [xx, xy, yx, yy, gx, gy, cost, count, product, ofFrom, ofTo] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1e-9, 1e-9];
  for (let v = Math.max(1, top); v < Math.min(sidePx - 1, top + sideCells); v++) {
    for (let u = Math.max(1, left); u < Math.min(sidePx - 1, left + sideCells); u++) {
      const k = v * sidePx + u;
      if (!isSeen(from, k) || !isSeen(to, k)) continue;
      const off = to.value[k]! - from.value[k]!;
      const weight = 1 / (1 + (off / ROBUST) ** 2);
      const [fu, fv, tu, tv] = [slopeAt(from, k, 1), slopeAt(from, k, sidePx), slopeAt(to, k, 1), slopeAt(to, k, sidePx)];
      xx += weight * fu * tu;
      xy += weight * fu * tv;
      yx += weight * fv * tu;
      yy += weight * fv * tv;
      gx += (weight * (fu + tu) * off) / 2;
      gy += (weight * (fv + tv) * off) / 2;
      cost += weight * off * off;
      product += to.value[k]! * from.value[k]!;
      ofFrom += from.value[k]! ** 2;
      ofTo += to.value[k]! ** 2;
      count++;
    }
  }
  if (count < SEEN_SHARE * sideCells ** 2) return undefined;
  const cross = (xy + yx) / 2;
  const det = xx * yy - cross * cross;
  const least = (xx + yy) / 2 - Math.sqrt(((xx - yy) / 2) ** 2 + cross * cross);
  const sigmaCells = least > 0 ? Math.sqrt(((cost / count) * CELLS_AS_ONE) / least) : Number.POSITIVE_INFINITY;
  const [du, dv] = [-(yy * gx - cross * gy) / det, -(xx * gy - cross * gx) / det];
  return { du, dv, sigmaCells, correlation: product / Math.sqrt(ofFrom * ofTo) };
}

const SEEN_SHARE = 0.7;
