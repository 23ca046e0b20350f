import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import { CORNER_SIGNS } from '../../geometry/corner-signs.js';
import { mapByHomography } from '../../geometry/plane-map.js';
import { type Pose, tableFromPiece } from '../../geometry/pose.js';
import { type Cv, type Mat, withMats } from '../runtime/opencv.js';
import { planarRgb } from '../runtime/planar-rgb.js';
import { type Homography, homographyFrom } from './planar.js';

/**
 * Homography from a square crop of `sidePx` around a pose, forward up and `halfMm` to each side at the height `zMm`, to the picture;
 * undefined behind the camera.
 */
export function squareCrop(camera: Camera, pose: Pose, halfMm: number, zMm: number, sidePx: number): Homography | undefined {
  const corners = CORNER_SIGNS.map(([x, y]) =>
    pixelFromTable(camera, { ...tableFromPiece(pose, { x: x * halfMm, y: y * halfMm }), z: zMm }),
  );
  if (corners.some((corner) => corner === undefined)) return undefined;
  return homographyFrom(
    CORNER_SIGNS.map(([x, y]) => [(x + 1) * (sidePx / 2) - 0.5, (1 - y) * (sidePx / 2) - 0.5] as const),
    corners.map((corner) => [corner!.u, corner!.v] as const),
  );
}

/** Most samples that are averaged for a crop's pixel, in each direction. */
const MAX_SAMPLES = 4;

/** Cuts a square crop out of the frame as `cutCrop` does, averaged where the picture is finer than the crop. */
export function cutAveragedCrop(cv: Cv, rgba: Mat, imageFromCrop: Homography, sidePx: number): Float32Array {
  const finer = Math.min(MAX_SAMPLES, Math.max(1, Math.round(pictureScale(imageFromCrop, sidePx))));
  const [scale, shift] = [1 / finer, (1 / finer - 1) / 2];
  const imageFromFine = [0, 3, 6].flatMap((row) => {
    const [x, y, one] = imageFromCrop.slice(row, row + 3) as [number, number, number];
    return [x * scale, y * scale, x * shift + y * shift + one];
  });
  return withMats((own) => {
    const crop = own(warped(cv, rgba, imageFromFine, finer * sidePx, finer * sidePx));
    if (finer > 1) cv.resize(crop, crop, new cv.Size(sidePx, sidePx), 0, 0, cv.INTER_AREA);
    return planarRgb(crop.data, sidePx, sidePx);
  });
}

/** Width of a crop's pixel in pixels of the picture, over the whole crop. */
function pictureScale(imageFromCrop: Homography, sidePx: number): number {
  const end = sidePx - 0.5;
  const corners = [
    [-0.5, -0.5],
    [end, -0.5],
    [end, end],
    [-0.5, end],
  ].map(([x, y]) => mapByHomography(imageFromCrop, x!, y!));
  const twice = corners.reduce((sum, [u, v], i) => sum + u * corners[(i + 1) % 4]![1] - corners[(i + 1) % 4]![0] * v, 0);
  return Math.sqrt(Math.abs(twice) / 2) / sidePx;
}

/** Cuts a crop out of the frame: planar RGB 0…1, black outside the picture. */
export function cutCrop(cv: Cv, rgba: Mat, imageFromCrop: Homography, widthPx: number, heightPx: number): Float32Array {
  return withMats((own) => planarRgb(own(warped(cv, rgba, imageFromCrop, widthPx, heightPx)).data, widthPx, heightPx));
}

/** A piece of the frame, RGBA, black outside the picture; the caller frees it. */
function warped(cv: Cv, rgba: Mat, imageFromPiece: Homography, widthPx: number, heightPx: number): Mat {
  return withMats((own) => {
    const toImage = own(cv.matFromArray(3, 3, cv.CV_64FC1, [...imageFromPiece]));
    const piece = new cv.Mat();
    const flags = cv.INTER_LINEAR | cv.WARP_INVERSE_MAP;
    cv.warpPerspective(rgba, piece, toImage, new cv.Size(widthPx, heightPx), flags, cv.BORDER_CONSTANT, new cv.Scalar(0, 0, 0, 0));
    return piece;
  });
}
