import type { HalfSize } from '../../geometry/half-size.js';
import type { Point } from '../../geometry/point.js';
import { type Clip, clipRing, type Ring, type Sides } from '../../geometry/ring.js';

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

/**
 * All shortest lines between two convex rings that do not overlap, in their common frame; lines longer by no more than `tieMm` count as
 * equally short. For the search of one line use nearestToBox or nearestOfRings.
 */
export function shortestLines(a: Ring, aCount: number, b: Ring, bCount: number, tieMm: number): ShortestLines {
  const lines = [
    ...cornerLines(a, aCount, b, bCount),
    ...cornerLines(b, bCount, a, aCount).map(({ from, to }) => ({ from: to, to: from })),
  ];
  const lengths = lines.map(lengthMm);
  const gapMm = Math.min(...lengths);
  return { gapMm, ...farthestApart(lines.filter((_, i) => lengths[i]! <= gapMm + tieMm)) };
}

/** The line of two pieces that overlap. */
export function contactLine(at: Point): ShortestLines {
  const line = { from: at, to: at };
  return { gapMm: 0, first: line, last: line };
}

function lengthMm({ from, to }: Line): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

/** From every corner of one ring to the nearest point of every edge of the other. */
function cornerLines(corners: Ring, cornerCount: number, edges: Ring, edgeCount: number): Line[] {
  const lines: Line[] = [];
  for (let i = 0; i < cornerCount; i++) {
    const from = { x: corners[2 * i]!, y: corners[2 * i + 1]! };
    for (let j = 0; j < edgeCount; j++) {
      const k = (j + edgeCount - 1) % edgeCount;
      lines.push({ from, to: nearestOnSegment(from, edges[2 * k]!, edges[2 * k + 1]!, edges[2 * j]!, edges[2 * j + 1]!) });
    }
  }
  return lines;
}

function nearestOnSegment({ x, y }: Point, ax: number, ay: number, bx: number, by: number): Point {
  const ex = bx - ax;
  const ey = by - ay;
  const lengthSq = ex * ex + ey * ey;
  const t = lengthSq > 0 ? Math.max(0, Math.min(1, ((x - ax) * ex + (y - ay) * ey) / lengthSq)) : 0;
  return { x: ax + t * ex, y: ay + t * ey };
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

/** The box |x| ≤ half.x, |y| ≤ half.y as half-planes. */
export function boxSides({ x, y }: HalfSize): Sides {
  return [1, 0, -x, -1, 0, -x, 0, 1, -y, 0, -1, -y];
}

/** A point inside both a region and a convex ring: the mean of the corners of what they share; undefined when they are apart. */
export function commonPoint(clip: Clip, sides: Sides, ring: Ring): Point | undefined {
  clipRing(clip, ring, sides, 0);
  if (clip.count === 0) return undefined;
  let x = 0;
  let y = 0;
  for (let i = 0; i < clip.count; i++) {
    x += clip.ring[2 * i]! / clip.count;
    y += clip.ring[2 * i + 1]! / clip.count;
  }
  return { x, y };
}
