import { type Camera, pixelFromTable, tableFromPixel } from '../geometry/camera.js';
import type { Point } from '../geometry/point.js';
import type { SeenObstacle } from '../table/sighting.js';
import type { ObstacleKind } from '../table/table.js';
import { type Cv, type Mat, withMats } from './opencv.js';
import { RECTIFIED_PX, RECTIFIED_PX_PER_MM, tableFromRectified } from './rectify.js';

/** Obstacles as the detector's masks show them: their outline as seen, not yet recognised as one of the thirty. */
const KINDS: readonly ObstacleKind[] = ['asteroid', 'debris', 'gas'];
const MASK_BELIEF = 0.5;
/** The smallest tournament obstacle covers 512 mm² (shared facts 5); half of it may be hidden. */
const MIN_AREA_MM2 = 250;
/** Outlines keep this much detail, px of the rectified picture. */
const DETAIL_PX = 0.8;
/** One standard deviation of an outline that comes from cells of 8 mm. */
const OUTLINE_SIGMA_MM = 3;

/**
 * Outlines of obstacles in the table frame of `camera`. `logits`: three masks of n×n cells, n = RECTIFIED_PX / 4, in the rectified picture
 * that was drawn with `coarse`; places are carried over through the original frame, because the camera was solved better since.
 */
export function findObstacles(cv: Cv, logits: readonly Float32Array[], coarse: Camera, camera: Camera): SeenObstacle[] {
  const n = RECTIFIED_PX / 4;
  const move = (point: Point): Point => {
    const pixel = pixelFromTable(coarse, { ...point, z: 0 });
    return (pixel && tableFromPixel(camera, pixel)) ?? point;
  };
  return withMats((own) => {
    const belief = own(new cv.Mat(n, n, cv.CV_32FC1));
    const kinds = new Uint8Array(n * n);
    const values = belief.data32F;
    for (let i = 0; i < n * n; i++) {
      let best = 0;
      for (let kind = 1; kind < KINDS.length; kind++) if (logits[kind]![i]! > logits[best]![i]!) best = kind;
      kinds[i] = best;
      values[i] = 1 / (1 + Math.exp(-logits[best]![i]!));
    }
    const fine = own(new cv.Mat());
    cv.resize(belief, fine, new cv.Size(RECTIFIED_PX, RECTIFIED_PX), 0, 0, cv.INTER_LINEAR);
    const mask = own(new cv.Mat());
    cv.threshold(fine, fine, MASK_BELIEF, 255, cv.THRESH_BINARY);
    fine.convertTo(mask, cv.CV_8UC1);
    const contours = own(new cv.MatVector());
    cv.findContours(mask, contours, own(new cv.Mat()), cv.RETR_EXTERNAL, cv.CHAIN_APPROX_NONE);
    const found: SeenObstacle[] = [];
    for (let i = 0; i < contours.size(); i++) {
      const contour = own(contours.get(i));
      if (cv.contourArea(contour) < MIN_AREA_MM2 * RECTIFIED_PX_PER_MM ** 2) continue;
      const outline = simplified(cv, contour).map((pixel) => move(tableFromRectified(pixel)));
      if (outline.length >= 3) found.push({ kind: kindWithin(kinds, n, contour), outline, sigmaMm: OUTLINE_SIGMA_MM });
    }
    return found;
  });
}

function simplified(cv: Cv, contour: Mat): { u: number; v: number }[] {
  return withMats((own) => {
    const polygon = own(new cv.Mat());
    cv.approxPolyDP(contour, polygon, DETAIL_PX, true);
    return Array.from({ length: polygon.rows }, (_, i) => ({ u: polygon.data32S[2 * i]!, v: polygon.data32S[2 * i + 1]! }));
  });
}

/** The kind that most cells on the contour have. */
function kindWithin(kinds: Uint8Array, n: number, contour: Mat): ObstacleKind {
  const votes = KINDS.map(() => 0);
  for (let i = 0; i < contour.rows; i++) {
    const column = Math.min(n - 1, Math.floor(contour.data32S[2 * i]! / 4));
    const row = Math.min(n - 1, Math.floor(contour.data32S[2 * i + 1]! / 4));
    votes[kinds[row * n + column]!]!++;
  }
  return KINDS[votes.indexOf(Math.max(...votes))]!;
}
