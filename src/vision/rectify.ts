import { type Camera, pixelFromTable } from '../geometry/camera.js';
import type { Pixel, Point } from '../geometry/point.js';
import { type Cv, type Mat, withMats } from './opencv.js';

/** Scale of the rectified picture: enough to find bases and border; what is exact is measured in the original frame. */
export const RECTIFIED_PX_PER_MM = 0.5;
/** Its side: a 914.4 mm mat with a margin all around. */
export const RECTIFIED_PX = 512;
const MAT_MM = 914.4;
const MARGIN_MM = (RECTIFIED_PX / RECTIFIED_PX_PER_MM - MAT_MM) / 2;
/** The frame is brought down to about this long side first, so that the rectified picture is averaged, not sampled; as in training. */
const SOURCE_LONG_SIDE_PX = 960;

/** The table seen from straight above, y up. */
export interface Rectified {
  /** Planar RGB 0…1, RECTIFIED_PX square. */
  readonly rgb: Float32Array;
}

export function tableFromRectified(pixel: Pixel): Point {
  return {
    x: (pixel.u + 0.5) / RECTIFIED_PX_PER_MM - MARGIN_MM,
    y: MAT_MM + MARGIN_MM - (pixel.v + 0.5) / RECTIFIED_PX_PER_MM,
  };
}

/** Draws the mat plane as seen from above; what lies outside the frame is black, as in training. */
export function rectify(cv: Cv, rgba: Mat, camera: Camera): Rectified {
  return withMats((own) => {
    const mapU = own(new cv.Mat(RECTIFIED_PX, RECTIFIED_PX, cv.CV_32FC1));
    const mapV = own(new cv.Mat(RECTIFIED_PX, RECTIFIED_PX, cv.CV_32FC1));
    const us = mapU.data32F;
    const vs = mapV.data32F;
    const shrink = Math.max(1, Math.round(Math.max(camera.widthPx, camera.heightPx) / SOURCE_LONG_SIDE_PX));
    fillMaps(camera, shrink, us, vs);
    const source = own(new cv.Mat());
    cv.resize(rgba, source, new cv.Size(Math.round(camera.widthPx / shrink), Math.round(camera.heightPx / shrink)), 0, 0, cv.INTER_AREA);
    const seen = own(new cv.Mat());
    cv.remap(source, seen, mapU, mapV, cv.INTER_LINEAR, cv.BORDER_CONSTANT, new cv.Scalar(0, 0, 0, 0));
    const plane = RECTIFIED_PX * RECTIFIED_PX;
    const rgb = new Float32Array(3 * plane);
    const data = seen.data;
    for (let i = 0; i < plane; i++) {
      if (us[i]! <= 0 || vs[i]! <= 0 || us[i]! >= source.cols - 1 || vs[i]! >= source.rows - 1) continue;
      rgb[i] = data[4 * i]! / 255;
      rgb[plane + i] = data[4 * i + 1]! / 255;
      rgb[2 * plane + i] = data[4 * i + 2]! / 255;
    }
    return { rgb };
  });
}

/** Between the points of a grid this wide the lens is straight to a hundredth of a pixel. */
const GRID_PX = 8;

/** For every rectified pixel the place that it shows in the frame, which was brought down by `shrink`; far outside where the camera sees nothing. */
function fillMaps(camera: Camera, shrink: number, us: Float32Array, vs: Float32Array): void {
  const n = RECTIFIED_PX / GRID_PX + 1;
  const grid = new Float64Array(2 * n * n);
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      const pixel = pixelFromTable(camera, { ...tableFromRectified({ u: column * GRID_PX, v: row * GRID_PX }), z: 0 });
      grid[2 * (row * n + column)] = pixel ? (pixel.u + 0.5) / shrink - 0.5 : -1e4;
      grid[2 * (row * n + column) + 1] = pixel ? (pixel.v + 0.5) / shrink - 0.5 : -1e4;
    }
  }
  for (let row = 0; row < RECTIFIED_PX; row++) {
    const top = Math.floor(row / GRID_PX);
    const down = (row % GRID_PX) / GRID_PX;
    for (let column = 0; column < RECTIFIED_PX; column++) {
      const left = Math.floor(column / GRID_PX);
      const across = (column % GRID_PX) / GRID_PX;
      const a = 2 * (top * n + left);
      const b = a + 2 * n;
      const at = row * RECTIFIED_PX + column;
      us[at] = (1 - down) * ((1 - across) * grid[a]! + across * grid[a + 2]!) + down * ((1 - across) * grid[b]! + across * grid[b + 2]!);
      vs[at] =
        (1 - down) * ((1 - across) * grid[a + 1]! + across * grid[a + 3]!) + down * ((1 - across) * grid[b + 1]! + across * grid[b + 3]!);
    }
  }
}
