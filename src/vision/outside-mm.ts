import { tableFromPixel } from '../geometry/camera.js';
import type { Point } from '../geometry/point.js';
import type { EdgeReading } from './measure-edges.js';
import type { TableSolution } from './solve.js';

/** How far a table point lies outside one side of a mat, mm; sides counter-clockwise from the one nearest to player 1. */
export function outsideMm(
  { x, y }: Point,
  side: number,
  { widthMm, depthMm }: { readonly widthMm: number; readonly depthMm: number },
): number {
  return [-y, x - widthMm, y - depthMm, -x][side]!;
}

/** How far an edge that was read lies outside its side of a registered mat, mm; undefined where none was seen, or above the horizon. */
export function edgeOutsideMm({ side, mark }: EdgeReading, registration: TableSolution): number | undefined {
  const at = mark && tableFromPixel(registration.camera, mark);
  return at && outsideMm(at, side, registration);
}
