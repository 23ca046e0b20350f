import { type Camera, pixelFromTable } from './camera.js';
import type { Pixel, Point3 } from './point.js';

/** Distance of the middles of a picture's outermost pixels from its rim, px: colours can be interpolated from there on. */
export const BETWEEN_PIXELS_PX = 0.5;

/**
 * Whether a place (px) lies in a picture, and at least `marginPx` from its rim. Whole numbers are the middles of pixels (`docs/conventions.md`), so that the
 * rim is half a pixel beyond the first and the last of them: u from −0.5 to widthPx − 0.5.
 */
export function isInPicture({ widthPx, heightPx }: Pick<Camera, 'widthPx' | 'heightPx'>, { u, v }: Pixel, marginPx = 0): boolean {
  const least = marginPx - 0.5;
  return u >= least && v >= least && u <= widthPx - 1 - least && v <= heightPx - 1 - least;
}

/** Pixel at which a point of the table (mm) appears in a camera's picture, at least `marginPx` from its rim; undefined where it does not. */
export function pixelInPicture(camera: Camera, point: Point3, marginPx = 0): Pixel | undefined {
  const pixel = pixelFromTable(camera, point);
  return pixel && isInPicture(camera, pixel, marginPx) ? pixel : undefined;
}
