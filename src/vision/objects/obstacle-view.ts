import { type Camera, cameraCentre, carriedPlace, pixelFromTable } from '../../geometry/camera.js';
import type { Point } from '../../geometry/point.js';
import { bilinear } from '../image/bilinear.js';
import { fillFromGrid, type Grid, gridOver } from '../image/interpolate-grid.js';
import { structureTensors } from '../image/structure-tensor.js';
import { type Cv, type Mat, withMats } from '../runtime/opencv.js';
import { colourLogOdds } from './colour-log-odds.js';
import { logitAt } from './obstacle-spots.js';
import { type SearchPlanes, searchPlanes } from './search-planes.js';

/** A piece of the mat seen from straight above, with the evidence for an obstacle in it. Row and column grow with y and x. */
export interface ObstacleView {
  /** The table point of the first pixel's middle. */
  readonly left: number;
  readonly low: number;
  readonly columns: number;
  readonly rows: number;
  /** Places and directions of edges: the averaged products xx, xy, yy of the picture's gradients, each brought to a length of at most 1. */
  readonly coarse: Float32Array;
  readonly fine: Float32Array;
  /** The coarse ones by their direction; made when first asked for. */
  readonly planes: () => SearchPlanes;
  /** Log-odds of being an obstacle, summed from the left of each row, per mm: an integral over an area is one along its outline. */
  readonly odds: Float32Array;
  /** Sum of all log-odds in favour of an obstacle, over the area, mm². */
  readonly forMm2: number;
  /** 1 where the mat is seen: in the frame and under no base. */
  readonly seen: Uint8Array;
  /** Foot of the camera: high points appear farther away from this place, by this share of its distance for each mm. */
  readonly eye: { readonly x: number; readonly y: number; readonly heightMm: number };
}

/** Bounds of a piece of the mat, mm: x from `left` to `right`, y from `low` to `high`. */
export interface ViewWindow {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
}

/** The detector's mask, in the table frame of another camera. */
export interface ViewMask {
  readonly logits: Float32Array;
  /** The logit at a thing's outline. */
  readonly threshold: number;
  readonly camera: Camera;
}

/** Scale of the view. */
export const VIEW_PX_PER_MM = 1.5;
/** Bound of the mask's evidence, log-odds. */
const MASK_LIMIT = 3;
/** Width of a grid between whose points the lens is straight to a hundredth of a pixel, and the masks' cells are wider. */
const GRID_PX = 6;

/** Samples a window of the table through `camera`. Without a mask only edges speak for an obstacle. `covers` are areas of the mat that bases hide. */
export function viewObstacle(
  cv: Cv,
  rgba: Mat,
  camera: Camera,
  window: ViewWindow,
  viewMask: ViewMask | undefined,
  covers: readonly (readonly Point[])[],
): ObstacleView {
  const { left, low } = window;
  const columns = Math.ceil((window.right - left) * VIEW_PX_PER_MM) + 1;
  const rows = Math.ceil((window.high - low) * VIEW_PX_PER_MM) + 1;
  const { x, y, z } = cameraCentre(camera);
  return withMats((own) => {
    const grid = gridOver(columns, rows, GRID_PX);
    const { u, v, logits } = sampleGrid(grid, camera, window, viewMask);
    const mapU = own(new cv.Mat(rows, columns, cv.CV_32FC1));
    const mapV = own(new cv.Mat(rows, columns, cv.CV_32FC1));
    const mask = new Float32Array(columns * rows);
    fillFromGrid(mapU.data32F, grid, u);
    fillFromGrid(mapV.data32F, grid, v);
    fillFromGrid(mask, grid, logits);
    const hidden = own(cv.Mat.zeros(rows, columns, cv.CV_8UC1));
    for (const cover of covers) {
      const corners = cover.flatMap((p) => [Math.round((p.x - left) * VIEW_PX_PER_MM), Math.round((p.y - low) * VIEW_PX_PER_MM)]);
      cv.fillConvexPoly(hidden, own(cv.matFromArray(cover.length, 1, cv.CV_32SC2, corners)), new cv.Scalar(1));
    }
    const seen = seenIn(camera, mapU.data32F, mapV.data32F, hidden.data);
    const picture = own(new cv.Mat());
    cv.remap(rgba, picture, mapU, mapV, cv.INTER_LINEAR, cv.BORDER_REPLICATE, new cv.Scalar(0, 0, 0, 0));
    cv.cvtColor(picture, picture, cv.COLOR_RGBA2RGB);
    const colour = colourLogOdds(picture.data, mask, seen);
    const { odds, forMm2 } = summedOdds(columns, rows, mask, colour, seen);
    const { coarse, fine } = structureTensors(cv, picture);
    let made: SearchPlanes | undefined;
    const planes = () => {
      made ??= searchPlanes(coarse, seen, { columns, rows }, VIEW_PX_PER_MM);
      return made;
    };
    return { left, low, columns, rows, coarse, fine, planes, odds, forMm2, seen, eye: { x, y, heightMm: z } };
  });
}

/** Pixels of the points of a grid over a window, and the mask's logits there. */
function sampleGrid({ across, down, stepPx }: Grid, camera: Camera, window: ViewWindow, mask: ViewMask | undefined) {
  const count = across * down;
  const [u, v, logits] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const corners = mask && cornersIn(camera, mask.camera, window);
  for (let i = 0; i < count; i++) {
    const x = window.left + ((i % across) * stepPx) / VIEW_PX_PER_MM;
    const y = window.low + (Math.floor(i / across) * stepPx) / VIEW_PX_PER_MM;
    const pixel = pixelFromTable(camera, { x, y, z: 0 });
    u[i] = pixel?.u ?? -1e4;
    v[i] = pixel?.v ?? -1e4;
    if (!mask || !corners) continue;
    const logit = logitAt(mask.logits, carriedOver(window, corners, x, y)) - mask.threshold;
    logits[i] = Math.max(-MASK_LIMIT, Math.min(MASK_LIMIT, logit));
  }
  return { u, v, logits };
}

type Corners = readonly [Point, Point, Point, Point];

/** The corners of a window in the frame of another camera, which shows the same at the same pixel. */
function cornersIn(from: Camera, to: Camera, { left, right, low, high }: ViewWindow): Corners {
  const corner = (x: number, y: number): Point => carriedPlace(from, to, { x, y });
  return [corner(left, low), corner(right, low), corner(left, high), corner(right, high)];
}

/** Carries a table point as a window's corners were carried; good near the window. */
function carriedOver({ left, right, low, high }: ViewWindow, [a, b, c, d]: Corners, x: number, y: number): Point {
  const s = (x - left) / (right - left);
  const t = (y - low) / (high - low);
  return { x: bilinear(s, t, a.x, b.x, c.x, d.x), y: bilinear(s, t, a.y, b.y, c.y, d.y) };
}

/** 1 where a pixel is taken from well inside the frame and is not hidden. */
function seenIn({ widthPx, heightPx }: Camera, us: Float32Array, vs: Float32Array, isHidden: Uint8Array): Uint8Array {
  const seen = new Uint8Array(us.length);
  for (let at = 0; at < seen.length; at++) {
    const inFrame = us[at]! > 2 && vs[at]! > 2 && us[at]! < widthPx - 3 && vs[at]! < heightPx - 3;
    seen[at] = inFrame && !isHidden[at] ? 1 : 0;
  }
  return seen;
}

/** The log-odds of mask and colour where the mat is seen, summed along each row, and the sum of those in favour of an obstacle. */
function summedOdds(columns: number, rows: number, mask: Float32Array, colour: Float32Array, seen: Uint8Array) {
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
  return { odds, forMm2 };
}
