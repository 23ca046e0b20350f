import type { Pixel, Point } from '../../geometry/point.js';
import { BASE_SIZES, type BaseSize } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';
import { CELL_MM, RECTIFIED_PX, type Rectified, tableFromRectified } from '../image/rectify.js';
import { sigmoid } from '../runtime/activations.js';
import type { Net } from '../runtime/net.js';
import { type KeptMaps, updatedMaps, wholeMaps } from './base-maps.js';

/** A base that the net detects, in the table frame of the rectified picture. */
export interface Detection {
  readonly base: BaseSize;
  readonly at: Point;
  readonly headingRad: number;
  /** The net's score, 0…1; only ever compared with a threshold. */
  readonly score: number;
  /** Mean logit of the cells that it covers in the plane of cards: high where a card lies. */
  readonly cardLogit: number;
  /** Another picture of the table shows a base of this size there. */
  readonly standing?: BaseSize;
}

/** Maps of the detector for a rectified picture; places in its table frame. */
export interface Detections {
  readonly bases: readonly Detection[];
  /** Mask logits of asteroids, debris and gas clouds, each n×n cells of 4 px. */
  readonly obstacles: readonly Float32Array[];
  /** Mask logits of templates, likewise: straight ones and rulers, curved ones. */
  readonly templates: { readonly straight: Float32Array; readonly curved: Float32Array };
  /** All maps of the net, for the next frame of the same camera. */
  readonly maps: Float32Array;
}

const STRIDE = 4;
const SCORE = 0.15;

/**
 * Finds bases and obstacles in a rectified picture; `bothWays`: also in its mirror image, so that the net’s errors that differ cancel. `kept`: only
 * around what has changed since.
 */
export async function detect(net: Net, rectified: Rectified, bothWays: boolean, kept?: KeptMaps): Promise<Detections> {
  const n = RECTIFIED_PX / STRIDE;
  const maps = await (kept ? updatedMaps(net, rectified.rgb, kept, bothWays) : wholeMaps(net, rectified.rgb, bothWays));
  const plane = (k: number) => maps.subarray(k * n * n, (k + 1) * n * n);
  return {
    bases: withoutOverlaps(peaks(maps, n)),
    obstacles: [10, 11, 12].map(plane),
    templates: { straight: plane(13), curved: plane(14) },
    maps,
  };
}

function cellPlace(data: Float32Array, n: number, row: number, column: number): Pixel {
  const at = row * n + column;
  return {
    u: (column + data[3 * n * n + at]! + 0.5) * STRIDE - 0.5,
    v: (row + data[4 * n * n + at]! + 0.5) * STRIDE - 0.5,
  };
}

function peaks(data: Float32Array, n: number): Detection[] {
  const found: Detection[] = [];
  const cells = n * n;
  BASE_SIZES.forEach((base, size) => {
    const heat = (row: number, column: number) =>
      row < 0 || column < 0 || row >= n || column >= n ? Number.NEGATIVE_INFINITY : data[size * cells + row * n + column]!;
    for (let row = 0; row < n; row++) {
      for (let column = 0; column < n; column++) {
        const value = heat(row, column);
        if (sigmoid(value) < SCORE) continue;
        let highest = true;
        for (let dr = -1; dr <= 1 && highest; dr++) {
          for (let dc = -1; dc <= 1; dc++) if (heat(row + dr, column + dc) > value) highest = false;
        }
        if (!highest) continue;
        const at = row * n + column;
        found.push({
          base,
          at: tableFromRectified(cellPlace(data, n, row, column)),
          headingRad: Math.atan2(data[5 * cells + at]!, data[6 * cells + at]!),
          score: sigmoid(value),
          cardLogit: cardLogit(data, n, row, column, halfSideMm(base)),
        });
      }
    }
  });
  return found;
}

/** The cards' plane of the maps, the last. */
const CARDS = 15;
/** No single cell says more than this. */
const SURE_LOGIT = 6;

/** Mean over the cells well inside a base. */
function cardLogit(data: Float32Array, n: number, row: number, column: number, halfSideMm: number): number {
  const reach = Math.round((0.8 * halfSideMm) / CELL_MM);
  let sum = 0;
  let count = 0;
  for (let r = Math.max(0, row - reach); r <= Math.min(n - 1, row + reach); r++) {
    for (let c = Math.max(0, column - reach); c <= Math.min(n - 1, column + reach); c++) {
      if (Math.hypot(r - row, c - column) > reach + 0.3) continue;
      sum += Math.max(-SURE_LOGIT, Math.min(SURE_LOGIT, data[(CARDS * n + r) * n + c]!));
      count++;
    }
  }
  return sum / count;
}

/** Non-maximum suppression: of two bases that overlap the one with the higher score stays. */
function withoutOverlaps(found: readonly Detection[]): Detection[] {
  const separate: Detection[] = [];
  for (const one of [...found].sort((a, b) => b.score - a.score)) {
    const free = separate.every((other) => {
      const gapMm = Math.hypot(one.at.x - other.at.x, one.at.y - other.at.y);
      return gapMm > 0.85 * (halfSideMm(one.base) + halfSideMm(other.base));
    });
    if (free) separate.push(one);
  }
  return separate;
}
