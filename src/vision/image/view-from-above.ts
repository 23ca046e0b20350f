import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import type { Pixel, Point } from '../../geometry/point.js';
import { MAT_MM } from '../../pieces/dimensions.js';
import { type Cv, type Mat, withMats } from '../runtime/opencv.js';
import { fillFromGrid, gridOver } from './interpolate-grid.js';

/** A square piece of the table's plane to be drawn as seen from straight above, y up. */
export interface PlaneWindow {
  readonly sidePx: number;
  readonly pxPerMm: number;
  /** The table point at the window's bottom left corner, the outer corner of its last row's first pixel. */
  readonly corner: Point;
  /** The frame is brought down to about this long side first, so that the view is averaged, not sampled. */
  readonly sourceLongSidePx: number;
}

/** A usual mat with a margin all around, in cells that divide both. */
export function windowAroundMat(cellMm: number, marginMm: number): PlaneWindow {
  const sidePx = (MAT_MM + 2 * marginMm) / cellMm;
  return { sidePx, pxPerMm: 1 / cellMm, corner: { x: -marginMm, y: -marginMm }, sourceLongSidePx: 960 };
}

/** A window's piece of the plane as the frame shows it. */
export interface ViewFromAbove {
  /** RGBA bytes, row by row, `sidePx` square. */
  readonly rgba: Uint8Array;
  /** 1 where the frame shows the plane, 0 where it does not. */
  readonly seen: Uint8Array;
}

/** The table point (mm) in the middle of a view's pixel. */
export function tableFromView({ sidePx, pxPerMm, corner }: PlaneWindow, { u, v }: Pixel): Point {
  return { x: corner.x + (u + 0.5) / pxPerMm, y: corner.y + (sidePx - v - 0.5) / pxPerMm };
}

/** The index of the view's pixel that shows a point of the table, row by row; undefined where the view does not reach. */
export function viewIndex({ sidePx, pxPerMm, corner }: PlaneWindow, { x, y }: Point): number | undefined {
  const column = Math.floor((x - corner.x) * pxPerMm);
  const row = sidePx - 1 - Math.floor((y - corner.y) * pxPerMm);
  return column >= 0 && row >= 0 && column < sidePx && row < sidePx ? row * sidePx + column : undefined;
}

/** The frame brought down to about a window's `sourceLongSidePx`; the caller frees it. */
export function reducedFrame(cv: Cv, rgba: Mat, window: PlaneWindow): Mat {
  const shrink = shrinkOf(rgba.cols, rgba.rows, window);
  const reduced = new cv.Mat();
  cv.resize(rgba, reduced, new cv.Size(Math.round(rgba.cols / shrink), Math.round(rgba.rows / shrink)), 0, 0, cv.INTER_AREA);
  return reduced;
}

function shrinkOf(widthPx: number, heightPx: number, { sourceLongSidePx }: PlaneWindow): number {
  return Math.max(1, Math.round(Math.max(widthPx, heightPx) / sourceLongSidePx));
}

/**
 * Draws a piece of the plane z = 0 from straight above; what lies outside the frame is black. `reduced`: the frame as `reducedFrame` gives it, for several
 * views of one.
 */
export function viewFromAbove(cv: Cv, rgba: Mat, camera: Camera, window: PlaneWindow, reduced?: Mat): ViewFromAbove {
  const { sidePx } = window;
  return withMats((own) => {
    const mapU = own(new cv.Mat(sidePx, sidePx, cv.CV_32FC1));
    const mapV = own(new cv.Mat(sidePx, sidePx, cv.CV_32FC1));
    const us = mapU.data32F;
    const vs = mapV.data32F;
    fillMaps(camera, window, shrinkOf(camera.widthPx, camera.heightPx, window), us, vs);
    const source = reduced ?? own(reducedFrame(cv, rgba, window));
    const view = own(new cv.Mat());
    cv.remap(source, view, mapU, mapV, cv.INTER_LINEAR, cv.BORDER_CONSTANT, new cv.Scalar(0, 0, 0, 0));
    const [right, bottom] = [source.cols - 1, source.rows - 1];
    const seen = new Uint8Array(sidePx * sidePx);
    for (let i = 0; i < seen.length; i++) seen[i] = us[i]! > 0 && vs[i]! > 0 && us[i]! < right && vs[i]! < bottom ? 1 : 0;
    return { rgba: Uint8Array.from(view.data), seen };
  });
}

/** Between the points of a grid this wide the lens is straight to a hundredth of a pixel. */
const GRID_PX = 8;

/** For every pixel of the view its place in the frame, which was reduced by `shrink`; far outside for what is behind the camera. */
function fillMaps(camera: Camera, window: PlaneWindow, shrink: number, us: Float32Array, vs: Float32Array): void {
  const grid = gridOver(window.sidePx, window.sidePx, GRID_PX);
  const { across, down } = grid;
  const [u, v] = [new Float64Array(across * down).fill(-1e4), new Float64Array(across * down).fill(-1e4)];
  for (let i = 0; i < u.length; i++) {
    const at = tableFromView(window, { u: (i % across) * GRID_PX, v: Math.floor(i / across) * GRID_PX });
    const pixel = pixelFromTable(camera, { ...at, z: 0 });
    if (!pixel) continue;
    u[i] = (pixel.u + 0.5) / shrink - 0.5;
    v[i] = (pixel.v + 0.5) / shrink - 0.5;
  }
  fillFromGrid(us, grid, u);
  fillFromGrid(vs, grid, v);
}
