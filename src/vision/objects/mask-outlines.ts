import type { Pixel } from '../../geometry/point.js';
import { type Cv, type Mat, withMats } from '../runtime/opencv.js';

/** Outline of one thing that a mask shows, px of the picture that its cells are of. */
export interface MaskOutline {
  readonly areaPx: number;
  readonly centroid: Pixel;
  readonly outline: readonly Pixel[];
}

/** Outlines keep this much detail, px. */
const DETAIL_PX = 0.8;

/**
 * Outlines of what a mask shows with a probability of at least a half, the largest first; outlines run between cells as their probabilities say.
 *
 * @param probability a matrix of cells, float 0…1
 * @param cellPx side of a cell, px
 * @param corner the corner of the first cell, px
 */
export function maskOutlines(cv: Cv, probability: Mat, cellPx: number, corner: Pixel = { u: 0, v: 0 }): MaskOutline[] {
  return withMats((own) => {
    const fine = own(new cv.Mat());
    cv.resize(probability, fine, new cv.Size(cellPx * probability.cols, cellPx * probability.rows), 0, 0, cv.INTER_LINEAR);
    cv.threshold(fine, fine, 0.5, 255, cv.THRESH_BINARY);
    const mask = own(new cv.Mat());
    fine.convertTo(mask, cv.CV_8UC1);
    const contours = own(new cv.MatVector());
    cv.findContours(mask, contours, own(new cv.Mat()), cv.RETR_EXTERNAL, cv.CHAIN_APPROX_NONE, new cv.Point(corner.u, corner.v));
    return Array.from({ length: contours.size() }, (_, i) => own(contours.get(i)))
      .filter((contour) => cv.contourArea(contour) >= 1)
      .map((contour): MaskOutline => {
        const { m00, m10, m01 } = cv.moments(contour);
        return { areaPx: m00, centroid: { u: m10 / m00, v: m01 / m00 }, outline: simplified(cv, contour) };
      })
      .sort((a, b) => b.areaPx - a.areaPx);
  });
}

function simplified(cv: Cv, contour: Mat): Pixel[] {
  return withMats((own) => {
    const polygon = own(new cv.Mat());
    cv.approxPolyDP(contour, polygon, DETAIL_PX, true);
    return Array.from({ length: polygon.rows }, (_, i) => ({ u: polygon.data32S[2 * i]!, v: polygon.data32S[2 * i + 1]! }));
  });
}
