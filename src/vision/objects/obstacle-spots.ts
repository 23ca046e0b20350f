import type { Point } from '../../geometry/point.js';
import type { ObstacleKind } from '../../table/table.js';
import { bilinear } from '../image/bilinear.js';
import { CELL_MM, CELL_PX, MASK_CELLS, RECTIFIED_PX_PER_MM, tableFromRectified } from '../image/rectify.js';
import { type Cv, withMats } from '../runtime/opencv.js';
import { maskOutlines } from './mask-outlines.js';

/** A place where the detector's masks may show an obstacle, in the table frame of the rectified picture. */
export interface ObstacleSpot {
  /** The mean logit of each kind's mask above the threshold. */
  readonly kindLogits: Readonly<Record<ObstacleKind, number>>;
  /** The masks' highest logit there. */
  readonly peak: number;
  /** The logit at which the obstacle ends: the masks are surer of themselves in some pictures than in others. */
  readonly threshold: number;
  readonly areaMm2: number;
  readonly centroid: Point;
  /** The outline of what is above the threshold. */
  readonly outline: readonly Point[];
}

export const OBSTACLE_KINDS: readonly ObstacleKind[] = ['asteroid', 'debris', 'gas'];
/**
 * On pictures the detector was not trained on, its masks fall to this far below an obstacle's peak at the obstacle's outline; a mask that is
 * sure of itself ends where its probability is a half.
 */
const THRESHOLD_BELOW_PEAK = 3.2;
/** Number of spots that are listed, the surest first. */
const MAX_SPOTS = 30;
/** Two peaks this near are one obstacle's, cells. */
const PEAK_REACH = 2;

/** The masks of all kinds as one: the logit of the likeliest kind, cell by cell. */
export function anyObstacleLogits(logits: readonly Float32Array[]): Float32Array {
  return logits[0]!.map((first, i) => Math.max(first, logits[1]![i]!, logits[2]![i]!));
}

/** Places whose mask is at least `minPeak`, the surest first. */
export function obstacleSpots(cv: Cv, logits: readonly Float32Array[], any: Float32Array, minPeak: number): ObstacleSpot[] {
  const taken = new Uint8Array(MASK_CELLS ** 2);
  const spots: ObstacleSpot[] = [];
  for (const peakAt of peaksOf(any, minPeak)) {
    if (taken[peakAt]) continue;
    if (spots.length === MAX_SPOTS) break;
    const peak = any[peakAt]!;
    const threshold = Math.min(peak - THRESHOLD_BELOW_PEAK, 0);
    const cells = around(any, peakAt, threshold);
    for (const cell of cells) if (near(cell, peakAt)) taken[cell] = 1;
    spots.push({ kindLogits: kindLogitsOf(logits, cells), peak, threshold, ...shapeOf(cv, any, cells, threshold) });
  }
  return spots;
}

function peaksOf(any: Float32Array, least: number): number[] {
  const peaks: number[] = [];
  for (let row = PEAK_REACH; row < MASK_CELLS - PEAK_REACH; row++) {
    for (let column = PEAK_REACH; column < MASK_CELLS - PEAK_REACH; column++) {
      const at = row * MASK_CELLS + column;
      if (any[at]! < least) continue;
      let highest = true;
      for (let dr = -PEAK_REACH; dr <= PEAK_REACH && highest; dr++) {
        for (let dc = -PEAK_REACH; dc <= PEAK_REACH; dc++) if (any[at + dr * MASK_CELLS + dc]! > any[at]!) highest = false;
      }
      if (highest) peaks.push(at);
    }
  }
  return peaks.sort((a, b) => any[b]! - any[a]!);
}

/** No obstacle reaches farther from its peak than this, mm: the longest is 90 mm. */
const REACH_MM = 60;

function near(a: number, b: number): boolean {
  const rows = Math.floor(a / MASK_CELLS) - Math.floor(b / MASK_CELLS);
  const columns = (a % MASK_CELLS) - (b % MASK_CELLS);
  return Math.hypot(rows, columns) * CELL_MM < REACH_MM;
}

/** The connected component of cells above the threshold that holds the peak. */
function around(any: Float32Array, peakAt: number, threshold: number): number[] {
  const inside = new Set([peakAt]);
  const open = [peakAt];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const step of [1, -1, MASK_CELLS, -MASK_CELLS]) {
      const cell = next + step;
      if (!(any[cell]! > threshold) || inside.has(cell) || !near(cell, peakAt)) continue;
      inside.add(cell);
      open.push(cell);
    }
  }
  return [...inside];
}

function kindLogitsOf(logits: readonly Float32Array[], cells: readonly number[]): ObstacleSpot['kindLogits'] {
  const [asteroid, debris, gas] = logits.map((mask) => cells.reduce((sum, cell) => sum + mask[cell]!, 0) / cells.length);
  return { asteroid: asteroid!, debris: debris!, gas: gas! };
}

/** The kind that the masks show the most of. */
export function likeliestKind({ kindLogits }: Pick<ObstacleSpot, 'kindLogits'>): ObstacleKind {
  return OBSTACLE_KINDS.reduce((best, kind) => (kindLogits[kind] > kindLogits[best] ? kind : best));
}

interface CellWindow {
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
}

/** The masks' cells around some of them, as wide as these have an effect. */
function windowAround(cells: readonly number[]): CellWindow {
  const columns = cells.map((cell) => cell % MASK_CELLS);
  const rows = cells.map((cell) => Math.floor(cell / MASK_CELLS));
  const first = (values: readonly number[]) => Math.max(0, Math.min(...values) - 2);
  const last = (values: readonly number[]) => Math.min(MASK_CELLS - 1, Math.max(...values) + 2);
  const [left, top] = [first(columns), first(rows)];
  return { left, top, columns: last(columns) - left + 1, rows: last(rows) - top + 1 };
}

function shapeOf(
  cv: Cv,
  any: Float32Array,
  cells: readonly number[],
  threshold: number,
): Pick<ObstacleSpot, 'areaMm2' | 'centroid' | 'outline'> {
  const { left, top, columns, rows } = windowAround(cells);
  return withMats((own) => {
    const probability = own(cv.Mat.zeros(rows, columns, cv.CV_32FC1));
    const values = probability.data32F;
    for (const cell of cells) {
      // The cells around take part, so that the outline falls between cells as their logits say.
      for (const step of [0, 1, -1, MASK_CELLS, -MASK_CELLS]) {
        const column = ((cell + step) % MASK_CELLS) - left;
        const row = Math.floor((cell + step) / MASK_CELLS) - top;
        if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
        values[row * columns + column] = 1 / (1 + Math.exp(threshold - any[cell + step]!));
      }
    }
    const [largest] = maskOutlines(cv, probability, CELL_PX, { u: CELL_PX * left, v: CELL_PX * top });
    if (!largest) return { areaMm2: 0, centroid: middleOf(cells), outline: [] };
    return {
      areaMm2: largest.areaPx / RECTIFIED_PX_PER_MM ** 2,
      centroid: tableFromRectified(largest.centroid),
      outline: largest.outline.map(tableFromRectified),
    };
  });
}

function middleOf(cells: readonly number[]): Point {
  const mean = (pick: (cell: number) => number) => cells.reduce((sum, cell) => sum + pick(cell), 0) / cells.length;
  return tableFromRectified({ u: 4 * mean((cell) => cell % MASK_CELLS) + 1.5, v: 4 * mean((cell) => Math.floor(cell / MASK_CELLS)) + 1.5 });
}

/** The middle of the masks' first cell. */
const FIRST_CELL = tableFromRectified({ u: 1.5, v: 1.5 });

/** The logit at a table point of the rectified picture's frame, between cells as a plane. */
export function logitAt(any: Float32Array, { x, y }: Point): number {
  const column = Math.max(0, Math.min(MASK_CELLS - 1.001, (x - FIRST_CELL.x) / CELL_MM));
  const row = Math.max(0, Math.min(MASK_CELLS - 1.001, (FIRST_CELL.y - y) / CELL_MM));
  const c = Math.floor(column);
  const r = Math.floor(row);
  const at = r * MASK_CELLS + c;
  return bilinear(column - c, row - r, any[at]!, any[at + 1]!, any[at + MASK_CELLS]!, any[at + MASK_CELLS + 1]!);
}
