import type { Camera } from '../../../geometry/camera.js';
import { BETWEEN_PIXELS_PX, pixelInPicture } from '../../../geometry/in-picture.js';
import type { Point, Point3 } from '../../../geometry/point.js';
import { type Homography, homographyFrom } from '../../image/planar.js';
import type { StripSize } from './read-strips.js';

/** A strip on the table, with the area that its pixels cover. */
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

/**
 * Homography of a strip around `middle` to the picture, `out` and `along` unit vectors of the table; undefined unless all of it is in view.
 */
export function stripWindow(camera: Camera, middle: Point3, out: Point, along: Point, window: StripWindow): Homography | undefined {
  const { acrossPx, alongPx, acrossMm, alongMm } = window;
  const pixels = SIGNS.map(([a, b]) => {
    const across = (a * acrossMm) / 2;
    const beside = (b * alongMm) / 2;
    const x = middle.x + across * out.x + beside * along.x;
    return pixelInPicture(camera, { x, y: middle.y + across * out.y + beside * along.y, z: middle.z }, BETWEEN_PIXELS_PX + 1);
  });
  if (pixels.some((pixel) => !pixel)) return undefined;
  return homographyFrom(
    SIGNS.map(([a, b]) => [a < 0 ? -0.5 : acrossPx - 0.5, b < 0 ? -0.5 : alongPx - 0.5] as const),
    pixels.map((pixel) => [pixel!.u, pixel!.v] as const),
  );
}
