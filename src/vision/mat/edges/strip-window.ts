import { type Camera, pixelFromTable } from '../../../geometry/camera.js';
import type { Point, Point3 } from '../../../geometry/point.js';
import { type Homography, homographyFrom } from '../../image/planar.js';
import type { StripSize } from './read-strips.js';

/** A strip on the table: what its pixels cover. */
export interface StripWindow extends StripSize {
  readonly acrossMm: number;
  readonly alongMm: number;
}

const SIGNS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

/** How a strip around `middle` lies in the picture, `out` and `along` unit vectors of the table; undefined unless all of it is in view. */
export function stripWindow(camera: Camera, middle: Point3, out: Point, along: Point, window: StripWindow): Homography | undefined {
  const { acrossPx, alongPx, acrossMm, alongMm } = window;
  const pixels = SIGNS.map(([a, b]) => {
    const across = (a * acrossMm) / 2;
    const beside = (b * alongMm) / 2;
    return pixelFromTable(camera, {
      x: middle.x + across * out.x + beside * along.x,
      y: middle.y + across * out.y + beside * along.y,
      z: middle.z,
    });
  });
  if (pixels.some((pixel) => !pixel || pixel.u < 1 || pixel.v < 1 || pixel.u > camera.widthPx - 2 || pixel.v > camera.heightPx - 2)) {
    return undefined;
  }
  return homographyFrom(
    SIGNS.map(([a, b]) => [a < 0 ? -0.5 : acrossPx - 0.5, b < 0 ? -0.5 : alongPx - 0.5] as const),
    pixels.map((pixel) => [pixel!.u, pixel!.v] as const),
  );
}
