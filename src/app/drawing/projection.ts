import { type Camera, pixelFromTable, tableFromPixel } from '../../geometry/camera.js';
import type { Point } from '../../geometry/point.js';
import { pixelsPerMm, toPicture } from '../../scene/draw/to-picture.js';

/** A place in an element's own drawing area: CSS pixels, from its top left corner. */
export interface Spot {
  readonly left: number;
  readonly top: number;
}

/** Projection of table millimetres to CSS pixels: in the camera's picture, or on the map. */
export interface Projection {
  readonly width: number;
  readonly height: number;
  /** An SVG path; empty where nothing of the line is in view. */
  path(points: readonly Point[], isClosed: boolean): string;
  spot(point: Point): Spot | undefined;
  /** Of a point above the mat; from above the same as on it. */
  spotAbove(point: Point, heightMm: number): Spot | undefined;
  point(spot: Spot): Point | undefined;
  /** Length of a millimetre there, CSS px. */
  scaleAt(point: Point): number;
}

/** Onto the camera's picture, shown `width` CSS pixels wide. */
export function pictureProjection(camera: Camera, width: number): Projection {
  const scale = width / camera.widthPx;
  // (0, 0) is the centre of the first pixel, half a pixel inside the picture's edge.
  const spotOf = ({ u, v }: { readonly u: number; readonly v: number }): Spot => ({ left: (u + 0.5) * scale, top: (v + 0.5) * scale });
  return {
    width,
    height: camera.heightPx * scale,
    path: (points, isClosed) =>
      toPicture(camera, points, isClosed)
        .map((run) => pathOf(run.map(spotOf), false))
        .join(''),
    spot(point) {
      const pixel = toPicture(camera, [point], false)[0]?.[0];
      return pixel && spotOf(pixel);
    },
    spotAbove(point, heightMm) {
      const pixel = pixelFromTable(camera, { ...point, z: heightMm });
      return pixel && spotOf(pixel);
    },
    point: ({ left, top }) => tableFromPixel(camera, { u: left / scale - 0.5, v: top / scale - 0.5 }),
    scaleAt: (point) => (pixelsPerMm(camera, point) ?? 0) * scale,
  };
}

/** Straight from above, player 1 at the lower edge; the mat as large as fits, with room for bases that hang over its edge. */
export function mapProjection(
  mat: { readonly widthMm: number; readonly depthMm: number },
  width: number,
  height: number,
  marginPx: number,
): Projection {
  const scale = Math.max(0.01, Math.min((width - 2 * marginPx) / mat.widthMm, (height - 2 * marginPx) / mat.depthMm));
  const left = (width - mat.widthMm * scale) / 2;
  const top = (height - mat.depthMm * scale) / 2;
  const spot = ({ x, y }: Point): Spot => ({ left: left + x * scale, top: top + (mat.depthMm - y) * scale });
  return {
    width,
    height,
    path: (points, isClosed) => pathOf(points.map(spot), isClosed),
    spot,
    spotAbove: spot,
    point: (at) => ({ x: (at.left - left) / scale, y: mat.depthMm - (at.top - top) / scale }),
    scaleAt: () => scale,
  };
}

function pathOf(spots: readonly Spot[], isClosed: boolean): string {
  const line = spots.map(({ left, top }) => `${left.toFixed(1)} ${top.toFixed(1)}`).join('L');
  return line ? `M${line}${isClosed ? 'Z' : ''}` : '';
}
