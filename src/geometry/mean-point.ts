import { distanceMm, type Point } from './point.js';

/** The mean of points, each counting alike: of an outline the mean of its corners, not the centroid of its surface. Of no points NaN. */
export function meanPoint(points: readonly Point[]): Point {
  return {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  };
}

/** Reach of an outline from the mean of its corners, mm. */
export function reachMm(outline: readonly Point[]): number {
  const middle = meanPoint(outline);
  return Math.max(...outline.map((point) => distanceMm(point, middle)));
}
