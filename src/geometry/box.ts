import type { HalfSize } from './half-size.js';
import type { Ring } from './ring.js';

/**
 * Distances from a base seen in its own frame: the box |x| ≤ half.x, |y| ≤ half.y. The other piece is a convex ring in that frame.
 * Written for speed: no objects and no callbacks in the loops.
 */

/** Signed gap between the box and a rectangle given in the box's frame: the distance when apart, minus the depth when they overlap. */
export function boxGapMm(half: HalfSize, other: HalfSize, x: number, y: number, sin: number, cos: number): number {
  const s = Math.abs(sin);
  const c = Math.abs(cos);
  const ownX = cos * x - sin * y;
  const ownY = sin * x + cos * y;
  const apart = Math.max(
    Math.max(Math.abs(x) - half.x - other.x * c - other.y * s, Math.abs(y) - half.y - other.x * s - other.y * c),
    Math.max(Math.abs(ownX) - other.x - half.x * c - half.y * s, Math.abs(ownY) - other.y - half.x * s - half.y * c),
  );
  if (apart <= 0) return apart;
  // Apart: the shortest way starts or ends at a corner, so the corners of each rectangle are compared with the other.
  return Math.sqrt(Math.min(cornersToBoxSq(half, other, x, y, sin, cos), cornersToBoxSq(other, half, -ownX, -ownY, -sin, cos)));
}

/** Least squared distance of a rectangle's four corners from the box. */
function cornersToBoxSq(half: HalfSize, other: HalfSize, x: number, y: number, sin: number, cos: number): number {
  const ax = other.x * cos;
  const ay = other.x * sin;
  const bx = other.y * sin;
  const by = other.y * cos;
  return Math.min(
    pointToBoxSq(half, x - ax - bx, y + ay - by),
    pointToBoxSq(half, x + ax - bx, y - ay - by),
    pointToBoxSq(half, x + ax + bx, y - ay + by),
    pointToBoxSq(half, x - ax + bx, y + ay + by),
  );
}

function pointToBoxSq(half: HalfSize, x: number, y: number): number {
  const dx = Math.max(Math.abs(x) - half.x, 0);
  const dy = Math.max(Math.abs(y) - half.y, 0);
  return dx * dx + dy * dy;
}

/** The shortest line from one piece to another; filled in again by each search. */
export interface Nearest {
  gapSq: number;
  /** Point on the first piece. */
  px: number;
  py: number;
  /** Point on the other piece. */
  qx: number;
  qy: number;
  /** Squared length of the next shortest line between other points: as short as the shortest where edges are parallel. */
  nextSq: number;
}

/** Room for the answer of one search after the other; its numbers mean nothing before the first. */
export function newNearest(): Nearest {
  return { gapSq: 0.5, px: 0.5, py: 0.5, qx: 0.5, qy: 0.5, nextSq: 0.5 };
}

/** Finds the shortest line from the box to a convex ring of `count` corners that does not overlap it; of ties the first found is kept. */
export function nearestToBox(out: Nearest, { x: wide, y: long }: HalfSize, ring: Ring, count: number): void {
  out.gapSq = Infinity;
  out.nextSq = Infinity;
  let ax = ring[2 * count - 2]!;
  let ay = ring[2 * count - 1]!;
  for (let i = 0; i < count; i++) {
    const bx = ring[2 * i]!;
    const by = ring[2 * i + 1]!;
    offer(out, Math.max(-wide, Math.min(wide, bx)), Math.max(-long, Math.min(long, by)), bx, by);
    // A box corner is nearest only to points that lie beyond it both ways.
    const right = ax > wide || bx > wide;
    const left = ax < -wide || bx < -wide;
    if (ay > long || by > long) {
      if (right) offerFoot(out, wide, long, ax, ay, bx, by);
      if (left) offerFoot(out, -wide, long, ax, ay, bx, by);
    }
    if (ay < -long || by < -long) {
      if (right) offerFoot(out, wide, -long, ax, ay, bx, by);
      if (left) offerFoot(out, -wide, -long, ax, ay, bx, by);
    }
    ax = bx;
    ay = by;
  }
}

/** A box corner counts when its foot lies inside the edge a–b; the edge's ends are corners of the ring and offered as such. */
function offerFoot(out: Nearest, px: number, py: number, ax: number, ay: number, bx: number, by: number): void {
  const ex = bx - ax;
  const ey = by - ay;
  const lengthSq = ex * ex + ey * ey;
  const along = ex * (px - ax) + ey * (py - ay);
  // Seen from a corner on the inner side of the edge's line another edge is nearer.
  if (along <= 0 || along >= lengthSq || ex * (py - ay) - ey * (px - ax) > 0) return;
  const t = along / lengthSq;
  offer(out, px, py, ax + t * ex, ay + t * ey);
}

/** Finds the shortest line between two convex rings that do not overlap. */
export function nearestOfRings(out: Nearest, a: Ring, aCount: number, b: Ring, bCount: number): void {
  out.gapSq = Infinity;
  out.nextSq = Infinity;
  offerFeet(out, a, aCount, b, bCount, false);
  offerFeet(out, b, bCount, a, aCount, true);
}

function offerFeet(out: Nearest, corners: Ring, cornerCount: number, edges: Ring, edgeCount: number, reversed: boolean): void {
  for (let i = 0; i < cornerCount; i++) {
    const x = corners[2 * i]!;
    const y = corners[2 * i + 1]!;
    let ax = edges[2 * edgeCount - 2]!;
    let ay = edges[2 * edgeCount - 1]!;
    for (let j = 0; j < edgeCount; j++) {
      const bx = edges[2 * j]!;
      const by = edges[2 * j + 1]!;
      const ex = bx - ax;
      const ey = by - ay;
      const lengthSq = ex * ex + ey * ey;
      const t = lengthSq > 0 ? Math.max(0, Math.min(1, ((x - ax) * ex + (y - ay) * ey) / lengthSq)) : 0;
      if (reversed) offer(out, ax + t * ex, ay + t * ey, x, y);
      else offer(out, x, y, ax + t * ex, ay + t * ey);
      ax = bx;
      ay = by;
    }
  }
}

function offer(out: Nearest, px: number, py: number, qx: number, qy: number): void {
  const gapSq = (qx - px) * (qx - px) + (qy - py) * (qy - py);
  if (gapSq >= out.nextSq) return;
  if (gapSq >= out.gapSq) {
    // The same line, met again at the corner that two edges share, is no tie.
    if (Math.abs(px - out.px) + Math.abs(py - out.py) + Math.abs(qx - out.qx) + Math.abs(qy - out.qy) > 1e-9) out.nextSq = gapSq;
    return;
  }
  if (Math.abs(px - out.px) + Math.abs(py - out.py) + Math.abs(qx - out.qx) + Math.abs(qy - out.qy) > 1e-9) out.nextSq = out.gapSq;
  out.gapSq = gapSq;
  out.px = px;
  out.py = py;
  out.qx = qx;
  out.qy = qy;
}
