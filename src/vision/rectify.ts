import { type Camera, pixelFromTable } from '../geometry/camera.js';
import type { Pixel, Point } from '../geometry/point.js';
import { type Cv, type Mat, withMats } from './opencv.js';

/** Side of the rectified picture: a 914.4 mm mat with a margin all around, at 1 px/mm. */
export const RECTIFIED_PX = 1024;
const MAT_MM = 914.4;
const MARGIN_MM = (RECTIFIED_PX - MAT_MM) / 2;

/** The table seen from straight above at 1 px/mm, y up. */
export interface Rectified {
  /** Planar RGB 0…1, RECTIFIED_PX square. */
  readonly rgb: Float32Array;
}

export function tableFromRectified(pixel: Pixel): Point {
  return { x: pixel.u + 0.5 - MARGIN_MM, y: MAT_MM + MARGIN_MM - (pixel.v + 0.5) };
}

/** Draws the mat plane as seen from above; what lies outside the frame is black, as in training. */
export function rectify(cv: Cv, rgba: Mat, camera: Camera): Rectified {
  return withMats((own) => {
    const mapU = own(new cv.Mat(RECTIFIED_PX, RECTIFIED_PX, cv.CV_32FC1));
    const mapV = own(new cv.Mat(RECTIFIED_PX, RECTIFIED_PX, cv.CV_32FC1));
    const us = mapU.data32F;
    const vs = mapV.data32F;
    for (let row = 0; row < RECTIFIED_PX; row++) {
      for (let column = 0; column < RECTIFIED_PX; column++) {
        const pixel = pixelFromTable(camera, { ...tableFromRectified({ u: column, v: row }), z: 0 });
        us[row * RECTIFIED_PX + column] = pixel?.u ?? -10;
        vs[row * RECTIFIED_PX + column] = pixel?.v ?? -10;
      }
    }
    const seen = own(new cv.Mat());
    cv.remap(rgba, seen, mapU, mapV, cv.INTER_LINEAR, cv.BORDER_CONSTANT, new cv.Scalar(0, 0, 0, 0));
    const plane = RECTIFIED_PX * RECTIFIED_PX;
    const rgb = new Float32Array(3 * plane);
    const data = seen.data;
    for (let i = 0; i < plane; i++) {
      if (us[i]! <= 0 || vs[i]! <= 0 || us[i]! >= camera.widthPx - 1 || vs[i]! >= camera.heightPx - 1) continue;
      rgb[i] = data[4 * i]! / 255;
      rgb[plane + i] = data[4 * i + 1]! / 255;
      rgb[2 * plane + i] = data[4 * i + 2]! / 255;
    }
    return { rgb };
  });
}
