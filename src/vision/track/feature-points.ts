import type { Pixel, Point } from '../../geometry/point.js';
import { type Cv, type Mat, withMats } from '../runtime/opencv.js';
import { type PlaneView, planePointOf } from './plane-view.js';

/** The table on which features are searched for. */
export interface TrackedTable {
  readonly widthMm: number;
  readonly depthMm: number;
  readonly standing: readonly Standing[];
}

/** A piece that stands up on the table, or may be taken away: its movement is not the mat's. */
export interface Standing extends Point {
  readonly radiusMm: number;
  /** Pixel of its foot in the frame that was measured; absent where that did not see it. */
  readonly seen?: Pixel;
}

/** A feature of a picture, and the point of the plane that it shows. */
export interface FeaturePoint {
  readonly pixel: Pixel;
  readonly at: Point;
}

/** Maximum number of points that are followed, which is most of a frame's cost; a fifth of them give a good pose. */
const MAX_POINTS = 120;
/** Number of points on the mat itself below which others count as well: a plain cloth shows nothing but its border and the pieces on it. */
const ENOUGH_POINTS = 60;
const CELLS = { across: 8, down: 6 };
/** Minimum strength of a corner as a share of the best one's, and minimum distance, px. */
const QUALITY = 0.005;
const APART_PX = 9;
/** Reach of a feature's surroundings, px: nearer to the rim of the picture it cannot be followed. */
const RIM_PX = 8;
/** Side of the squares in which a part of the plane is marked, px. */
const MASK_PX = 8;
/** Distance beyond the mat within which the table top counts as the same plane, mm: a mat is 2 mm thick. */
const BEYOND_MM = 60;

/** Corners of a grey picture that can be followed, spread over it; first those on the mat, away from the pieces on it. */
export function featurePoints(cv: Cv, grey: Mat, view: PlaneView, table: TrackedTable | undefined): FeaturePoint[] {
  const corners = cornersIn(cv, grey, view, (at) => table === undefined || isOnMat(at, table));
  const chosen = spread(corners, grey, MAX_POINTS);
  if (!table || chosen.length >= ENOUGH_POINTS) return chosen;
  const elsewhere = cornersIn(cv, grey, view, (at) => !isOnMat(at, table));
  return [...chosen, ...spread(elsewhere, grey, MAX_POINTS - chosen.length)];
}

/** The corners of a part of the plane: the required strength is relative to these, so that a floor does not hide those of a plain cloth. */
function cornersIn(cv: Cv, grey: Mat, view: PlaneView, isWanted: (at: Point) => boolean): FeaturePoint[] {
  return withMats((own) => {
    const mask = own(new cv.Mat(grey.rows, grey.cols, cv.CV_8UC1));
    for (let row = 0; row < grey.rows; row += MASK_PX) {
      for (let column = 0; column < grey.cols; column += MASK_PX) {
        const at = planePointOf(view, { u: column + (MASK_PX - 1) / 2, v: row + (MASK_PX - 1) / 2 });
        const isIn = Number(at !== undefined && isWanted(at));
        for (let j = row; j < Math.min(grey.rows, row + MASK_PX); j++)
          mask.data.fill(isIn, j * grey.cols + column, j * grey.cols + Math.min(grey.cols, column + MASK_PX));
      }
    }
    return strongestFirst(cv, grey, mask)
      .filter(({ u, v }) => u >= RIM_PX && v >= RIM_PX && u < grey.cols - RIM_PX && v < grey.rows - RIM_PX)
      .flatMap((pixel): FeaturePoint[] => {
        const at = planePointOf(view, pixel);
        return at ? [{ pixel, at }] : [];
      });
  });
}

function isOnMat({ x, y }: Point, { widthMm, depthMm, standing }: TrackedTable): boolean {
  const isWithin = x > -BEYOND_MM && y > -BEYOND_MM && x < widthMm + BEYOND_MM && y < depthMm + BEYOND_MM;
  return isWithin && !standing.some((one) => Math.hypot(x - one.x, y - one.y) < one.radiusMm);
}

function strongestFirst(cv: Cv, grey: Mat, mask: Mat): Pixel[] {
  return withMats((own) => {
    const found = own(new cv.Mat());
    cv.goodFeaturesToTrack(grey, found, 4 * MAX_POINTS, QUALITY, APART_PX, mask, 3);
    const data = found.data32F;
    return Array.from({ length: found.rows }, (_, i) => ({ u: data[2 * i]!, v: data[2 * i + 1]! }));
  });
}

/** The strongest of each cell of the picture in turn, until there are `most`. */
function spread(points: readonly FeaturePoint[], { cols, rows }: Mat, most: number): FeaturePoint[] {
  const cells = new Map<number, FeaturePoint[]>();
  for (const point of points) {
    const cell = Math.floor((point.pixel.v * CELLS.down) / rows) * CELLS.across + Math.floor((point.pixel.u * CELLS.across) / cols);
    cells.set(cell, [...(cells.get(cell) ?? []), point]);
  }
  const chosen: FeaturePoint[] = [];
  for (let turn = 0; chosen.length < most && [...cells.values()].some((cell) => cell.length > turn); turn++) {
    for (const cell of cells.values()) {
      const next = cell[turn];
      if (next && chosen.length < most) chosen.push(next);
    }
  }
  return chosen;
}
