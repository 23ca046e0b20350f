import type { Camera } from '../../geometry/camera.js';
import type { Pixel, Point } from '../../geometry/point.js';
import { MAT_MM } from '../../pieces/dimensions.js';

import type { Cv, Mat } from '../runtime/opencv.js';
import { type PlaneWindow, tableFromView, viewFromAbove } from './view-from-above.js';

/** Scale of the rectified picture: enough to find bases and border; what is exact is measured in the original frame. */
export const RECTIFIED_PX_PER_MM = 0.5;
/** Its side: a 914.4 mm mat with a margin all around. */
export const RECTIFIED_PX = 512;
const MARGIN_MM = (RECTIFIED_PX / RECTIFIED_PX_PER_MM - MAT_MM) / 2;
/** As in training. */
const WINDOW: PlaneWindow = {
  sidePx: RECTIFIED_PX,
  pxPerMm: RECTIFIED_PX_PER_MM,
  corner: { x: -MARGIN_MM, y: -MARGIN_MM },
  sourceLongSidePx: 960,
};

/** The table seen from straight above, y up. */
export interface Rectified {
  /** Planar RGB 0…1, RECTIFIED_PX square. */
  readonly rgb: Float32Array;
}

/** The table point (mm) in the middle of a pixel of the rectified picture. */
export function tableFromRectified(pixel: Pixel): Point {
  return tableFromView(WINDOW, pixel);
}

/** Draws the mat plane as seen from above; what lies outside the frame is black, as in training. */
export function rectify(cv: Cv, rgba: Mat, camera: Camera): Rectified {
  const { rgba: data, seen } = viewFromAbove(cv, rgba, camera, WINDOW);
  const plane = RECTIFIED_PX * RECTIFIED_PX;
  const rgb = new Float32Array(3 * plane);
  for (let i = 0; i < plane; i++) {
    if (!seen[i]) continue;
    rgb[i] = data[4 * i]! / 255;
    rgb[plane + i] = data[4 * i + 1]! / 255;
    rgb[2 * plane + i] = data[4 * i + 2]! / 255;
  }
  return { rgb };
}

/** Side of a cell of the masks, px of the rectified picture. */
export const CELL_PX = 4;

/** Cells of the masks along a side of the rectified picture. */
export const MASK_CELLS = RECTIFIED_PX / CELL_PX;

/** Side of a cell of the masks on the table, mm. */
export const CELL_MM = CELL_PX / RECTIFIED_PX_PER_MM;
