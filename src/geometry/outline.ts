import { orient2d } from 'robust-predicates';
import type { Point } from './point.js';

/** Place at which two edges of an outline meet that should not: the numbers of the edges' first corners. */
export interface Crossing {
  readonly edge: number;
  readonly otherEdge: number;
}

/**
 * The first pair of edges of a closed outline that cross or touch, other than neighbours in their common corner; undefined for a simple
 * outline. A repeated point counts as a touch. Exact: orientation is decided by robust predicates.
 */
export function selfCrossing(outline: readonly Point[]): Crossing | undefined {
  const n = outline.length;
  for (let i = 0; i < n; i++) {
    const a = outline[i]!;
    const b = outline[(i + 1) % n]!;
    if (a.x === b.x && a.y === b.y) return { edge: i, otherEdge: (i + 1) % n };
    for (let j = i + 1; j < n; j++) {
      const c = outline[j]!;
      const d = outline[(j + 1) % n]!;
      const neighbours = j === i + 1 || (i === 0 && j === n - 1);
      if (neighbours ? foldsBack(j === i + 1 ? a : b, j === i + 1 ? b : a, j === i + 1 ? d : c) : segmentsMeet(a, b, c, d)) {
        return { edge: i, otherEdge: j };
      }
    }
  }
  return undefined;
}

/** Two edges that share the corner `shared` run over each other: `from` and `to` lie on the same ray from it. */
function foldsBack(from: Point, shared: Point, to: Point): boolean {
  if (orient2d(from.x, from.y, shared.x, shared.y, to.x, to.y) !== 0) return false;
  return (from.x - shared.x) * (to.x - shared.x) + (from.y - shared.y) * (to.y - shared.y) > 0;
}

/** Whether the closed segments a–b and c–d have a point in common. Exact: the sign of every orientation is right. */
export function segmentsMeet(a: Point, b: Point, c: Point, d: Point): boolean {
  const abc = Math.sign(orient2d(a.x, a.y, b.x, b.y, c.x, c.y));
  const abd = Math.sign(orient2d(a.x, a.y, b.x, b.y, d.x, d.y));
  const cda = Math.sign(orient2d(c.x, c.y, d.x, d.y, a.x, a.y));
  const cdb = Math.sign(orient2d(c.x, c.y, d.x, d.y, b.x, b.y));
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (
    (abc === 0 && isInBox(a, b, c)) || (abd === 0 && isInBox(a, b, d)) || (cda === 0 && isInBox(c, d, a)) || (cdb === 0 && isInBox(c, d, b))
  );
}

/** Whether `p` lies in the axis-parallel box spanned by a and b, border included. */
function isInBox(a: Point, b: Point, p: Point): boolean {
  return Math.min(a.x, b.x) <= p.x && p.x <= Math.max(a.x, b.x) && Math.min(a.y, b.y) <= p.y && p.y <= Math.max(a.y, b.y);
}

/** Whether a point lies inside a simple outline or on its border, in either sense of rotation. Exact. */
export function outlineContains(outline: readonly Point[], point: Point): boolean {
  let inside = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const a = outline[j]!;
    const b = outline[i]!;
    const side = orient2d(a.x, a.y, b.x, b.y, point.x, point.y);
    if (side === 0 && isInBox(a, b, point)) return true;
    // A ray to the right crosses an edge whose lower end it counts and whose upper end it does not. The predicate is positive for a
    // clockwise turn, because its own y axis points down.
    if (a.y > point.y !== b.y > point.y && side > 0 === a.y > b.y) inside = !inside;
  }
  return inside;
}

/** Area of a simple outline, mm², positive when it runs counter-clockwise. */
export function signedAreaSqMm(outline: readonly Point[]): number {
  let twice = 0;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const a = outline[j]!;
    const b = outline[i]!;
    twice += a.x * b.y - b.x * a.y;
  }
  return twice / 2;
}
