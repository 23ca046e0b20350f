import { eachCandidate } from '../geometry/box.js';
import type { Point } from '../geometry/point.js';
import { clipInto, type Ring, type Sides } from '../geometry/ring.js';

/** A straight line between two pieces: from a point of one to a point of the other. */
export interface Line {
  readonly from: Point;
  readonly to: Point;
}

/** The lines that are equally short: all that lie between the first and the last one. Both are the same object when there is only one. */
export interface ShortestLines {
  readonly gapMm: number;
  readonly first: Line;
  readonly last: Line;
}

/** Calls back with each line that can be the shortest: squared length, then its two ends. */
export type EachCandidate = (candidate: (gapSq: number, px: number, py: number, qx: number, qy: number) => void) => void;

/**
 * The shortest lines from the box |x|, |y| ≤ half to a convex ring, all in the box's frame; lines longer by no more than `tieMm` count as
 * equally short. When the two overlap, the gap is 0 and both ends are one common point.
 */
export function shortestLines(halfMm: number, ring: Ring, count: number, tieMm: number): ShortestLines {
  const common = commonPoint(boxSides(halfMm), ring, count);
  return common ? contactLine(common) : tiedLines((candidate) => eachCandidate(halfMm, ring, count, candidate), tieMm);
}

/** The box |x|, |y| ≤ half as half-planes. */
export function boxSides(halfMm: number): Sides {
  return [1, 0, -halfMm, -1, 0, -halfMm, 0, 1, -halfMm, 0, -1, -halfMm];
}

/** The line of two pieces that overlap. */
export function contactLine(at: Point): ShortestLines {
  const line = { from: at, to: at };
  return { gapMm: 0, first: line, last: line };
}

/** The shortest of many candidates, with all that are longer by no more than `tieMm`. */
export function tiedLines(each: EachCandidate, tieMm: number): ShortestLines {
  let least = Infinity;
  each((gapSq) => {
    if (gapSq < least) least = gapSq;
  });
  const gapMm = Math.sqrt(least);
  const mostSq = (gapMm + tieMm) ** 2;
  const ties: Line[] = [];
  each((gapSq, px, py, qx, qy) => {
    if (gapSq <= mostSq) ties.push({ from: { x: px, y: py }, to: { x: qx, y: qy } });
  });
  return { gapMm, ...farthestApart(ties) };
}

/** The two of several nearly parallel lines between which all others lie. */
function farthestApart(lines: readonly Line[]): { readonly first: Line; readonly last: Line } {
  let first = lines[0]!;
  let last = first;
  // Lines closer together than this are one line found twice.
  let most = 1e-9;
  for (const a of lines) {
    for (const b of lines) {
      const apart = Math.abs(a.from.x - b.from.x) + Math.abs(a.from.y - b.from.y) + Math.abs(a.to.x - b.to.x) + Math.abs(a.to.y - b.to.y);
      if (apart > most) {
        most = apart;
        first = a;
        last = b;
      }
    }
  }
  return { first, last };
}

/** The line in the middle of those that are equally short. */
export function middleLine({ first, last }: ShortestLines): Line {
  if (first === last) return first;
  return { from: middle(first.from, last.from), to: middle(first.to, last.to) };
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** A point inside both a region and a ring: the mean of the corners of what they share; undefined when they are apart. */
export function commonPoint(sides: Sides, ring: Ring, count: number): Point | undefined {
  const size = 2 * (count + sides.length / 3);
  const shared = clipInto(new Float64Array(size), new Float64Array(size), ring, count, sides, 0);
  if (shared.count === 0) return undefined;
  let x = 0;
  let y = 0;
  for (let i = 0; i < shared.count; i++) {
    x += shared.ring[2 * i]! / shared.count;
    y += shared.ring[2 * i + 1]! / shared.count;
  }
  return { x, y };
}
