import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import { CORNER_SIGNS } from '../../geometry/corner-signs.js';
import { type Pose, tableFromPiece } from '../../geometry/pose.js';
import { type Cv, type Mat, withMats } from '../runtime/opencv.js';
import { planarRgb } from '../runtime/planar-rgb.js';
import { type Homography, homographyFrom } from './planar.js';

/** How a square crop of `sidePx` around a pose, forward up and `halfMm` to each side at the height `zMm`, lies in the picture; undefined behind the camera. */
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

/** Cuts a crop out of the frame: planar RGB 0…1, black outside the picture. */
export function cutCrop(cv: Cv, rgba: Mat, imageFromCrop: Homography, widthPx: number, heightPx: number): Float32Array {
  return withMats((own) => {
    const toImage = own(cv.matFromArray(3, 3, cv.CV_64FC1, [...imageFromCrop]));
    const crop = own(new cv.Mat());
    const flags = cv.INTER_LINEAR | cv.WARP_INVERSE_MAP;
    cv.warpPerspective(rgba, crop, toImage, new cv.Size(widthPx, heightPx), flags, cv.BORDER_CONSTANT, new cv.Scalar(0, 0, 0, 0));
    return planarRgb(crop.data, widthPx, heightPx);
  });
}
