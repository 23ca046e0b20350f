import { tableFromPixel } from '../geometry/camera.js';
import type { Point } from '../geometry/point.js';
import { tableFromPiece, wrapRad } from '../geometry/pose.js';
import { MAT_MM } from './camera-from-corners.js';
import type { BoardCorner } from './find-board.js';
import type { Observations } from './observations.js';
import type { TableSolution } from './solve.js';

/** The printed board as one more piece of the solution; it starts where the coarse camera sees it. */
export function boardOn(coarse: TableSolution, corners: readonly BoardCorner[], isFrame: boolean): Pick<Observations, 'board'> {
  const [first] = corners;
  if (!first) return {};
  const last = corners.reduce((a, b) => (distanceSq(b.at, first.at) > distanceSq(a.at, first.at) ? b : a));
  const from = tableFromPixel(coarse.camera, first.mark);
  const to = tableFromPixel(coarse.camera, last.mark);
  if (!from || !to) return {};
  const bearing = (a: Point, b: Point) => Math.atan2(b.x - a.x, b.y - a.y);
  const headingRad = wrapRad(bearing(from, to) - bearing(first.at, last.at));
  const offset = tableFromPiece({ x: 0, y: 0, headingRad }, first.at);
  const start = isFrame ? { x: MAT_MM / 2, y: MAT_MM / 2, headingRad: 0 } : { x: from.x - offset.x, y: from.y - offset.y, headingRad };
  return { board: { start, isFrame, corners } };
}

function distanceSq(a: Point, b: Point): number {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
}
