import type { Point } from '../../geometry/point.js';

interface MatSize {
  readonly widthMm: number;
  readonly depthMm: number;
}

/** One side of a mat in its own frame, mm: it begins at `from` and is `longMm` long; `out` points away from the mat. */
export interface MatSide {
  readonly from: Point;
  /** Unit vectors, `along` counter-clockwise around the mat. */
  readonly along: Point;
  readonly out: Point;
  readonly longMm: number;
}

/** The mat's sides, counter-clockwise from the one nearest to player 1. */
export const SIDES: readonly number[] = [0, 1, 2, 3];

/** Ends of the SIDES of a mat in its own frame. */
export function matSides(widthMm: number, depthMm: number): readonly MatSide[] {
  return [
    { from: { x: 0, y: 0 }, along: { x: 1, y: 0 }, out: { x: 0, y: -1 }, longMm: widthMm },
    { from: { x: widthMm, y: 0 }, along: { x: 0, y: 1 }, out: { x: 1, y: 0 }, longMm: depthMm },
    { from: { x: widthMm, y: depthMm }, along: { x: -1, y: 0 }, out: { x: 0, y: 1 }, longMm: widthMm },
    { from: { x: 0, y: depthMm }, along: { x: 0, y: -1 }, out: { x: -1, y: 0 }, longMm: depthMm },
  ];
}

/** The mat's corners in its own frame, mm, counter-clockwise from nearest-left to player 1: where its SIDES begin. */
export function matCorners({ widthMm, depthMm }: MatSize): readonly Point[] {
  return matSides(widthMm, depthMm).map(({ from }) => from);
}

/** Distance of a table point outside of one side of a mat, mm; sides counter-clockwise from the one nearest to player 1. */
export function outsideMm({ x, y }: Point, side: number, { widthMm, depthMm }: MatSize): number {
  return [-y, x - widthMm, y - depthMm, -x][side]!;
}

/** The side in whose line, or nearest to it, a table point lies. */
export function nearestSide(at: Point, mat: MatSize): number {
  const away = SIDES.map((side) => Math.abs(outsideMm(at, side, mat)));
  return away.indexOf(Math.min(...away));
}
