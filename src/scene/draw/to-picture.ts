import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import type { Pixel, Point } from '../../geometry/point.js';

/** Length of the pieces into which a line is cut before it is projected, so that the lens can bend it, mm. */
const PIECE_MM = 15;
/** Distance outside the picture to which a lens model holds, as a share of the picture's size: beyond, a polynomial folds back. */
const MODELLED_SHARE = 0.25;

/**
 * A line on the mat as it runs through the picture, lens distortion included: one or more runs of pixels, since parts behind the camera or
 * far outside the picture are left out. A closed line comes back with its first point repeated.
 */
export function toPicture(camera: Camera, points: readonly Point[], isClosed: boolean): Pixel[][] {
  const runs: Pixel[][] = [[]];
  for (const point of subdivided(isClosed && points.length > 1 ? [...points, points[0]!] : points)) {
    const pixel = isModelled(camera, point) ? pixelFromTable(camera, { ...point, z: 0 }) : undefined;
    if (pixel) runs.at(-1)!.push(pixel);
    else if (runs.at(-1)!.length > 0) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** Approximate length of a millimetre at a point of the mat, px; undefined where the point is not in the picture. */
export function pixelsPerMm(camera: Camera, at: Point): number | undefined {
  const [a, b, c] = [at, { x: at.x + 1, y: at.y }, { x: at.x, y: at.y + 1 }].map((point) => pixelFromTable(camera, { ...point, z: 0 }));
  if (!a || !b || !c) return undefined;
  return (Math.hypot(b.u - a.u, b.v - a.v) + Math.hypot(c.u - a.u, c.v - a.v)) / 2;
}

function subdivided(points: readonly Point[]): Point[] {
  return points.flatMap((from, index) => {
    const to = points[index + 1];
    if (!to) return [from];
    const pieces = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / PIECE_MM));
    return Array.from({ length: pieces }, (_, k) => ({
      x: from.x + ((to.x - from.x) * k) / pieces,
      y: from.y + ((to.y - from.y) * k) / pieces,
    }));
  });
}

/** Whether a pinhole without lens distortion shows the point in or near the picture. */
function isModelled(camera: Camera, point: Point): boolean {
  const straight = pixelFromTable({ ...camera, distortion: [0, 0, 0, 0, 0] }, { ...point, z: 0 });
  if (!straight) return false;
  const { widthPx, heightPx } = camera;
  const marginU = widthPx * MODELLED_SHARE;
  const marginV = heightPx * MODELLED_SHARE;
  return straight.u > -marginU && straight.u < widthPx + marginU && straight.v > -marginV && straight.v < heightPx + marginV;
}
