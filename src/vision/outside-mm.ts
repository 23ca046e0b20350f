import type { Point } from '../geometry/point.js';

/** How far a table point lies outside one side of a mat, mm; sides counter-clockwise from the one nearest to player 1. */
export function outsideMm(
  { x, y }: Point,
  side: number,
  { widthMm, depthMm }: { readonly widthMm: number; readonly depthMm: number },
): number {
  return [-y, x - widthMm, y - depthMm, -x][side]!;
}
