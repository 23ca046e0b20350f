import type { Ring } from './ring.js';

/**
 * Distances from a square base seen in its own frame: the box |x| ≤ half, |y| ≤ half. The other piece is a convex ring in that frame.
 * Written for speed: no objects in the inner loops.
 */

/** Signed gap between the box and a square given in the box's frame: the distance when apart, minus the depth when they overlap. */
export function squareGapMm(halfMm: number, otherHalfMm: number, x: number, y: number, sin: number, cos: number): number {
  const spread = Math.abs(sin) + Math.abs(cos);
  const ownX = cos * x - sin * y;
  const ownY = sin * x + cos * y;
  const apart = Math.max(
    Math.max(Math.abs(x), Math.abs(y)) - halfMm - otherHalfMm * spread,
    Math.max(Math.abs(ownX), Math.abs(ownY)) - otherHalfMm - halfMm * spread,
  );
  if (apart <= 0) return apart;
  // Apart: the shortest way starts or ends at a corner, so the corners of each square are held against the other.
  return Math.sqrt(
    Math.min(cornersToBoxSq(halfMm, otherHalfMm, x, y, sin, cos), cornersToBoxSq(otherHalfMm, halfMm, -ownX, -ownY, -sin, cos)),
  );
}

/** Least squared distance of a square's four corners from the box. */
function cornersToBoxSq(halfMm: number, otherHalfMm: number, x: number, y: number, sin: number, cos: number): number {
  const a = otherHalfMm * (cos + sin);
  const b = otherHalfMm * (cos - sin);
  return Math.min(
    pointToBoxSq(halfMm, x - a, y - b),
    pointToBoxSq(halfMm, x + b, y - a),
    pointToBoxSq(halfMm, x + a, y + b),
    pointToBoxSq(halfMm, x - b, y + a),
  );
}

function pointToBoxSq(halfMm: number, x: number, y: number): number {
  const dx = Math.max(Math.abs(x) - halfMm, 0);
  const dy = Math.max(Math.abs(y) - halfMm, 0);
  return dx * dx + dy * dy;
}

/** Where `Nearest` numbers lie in the array that `nearestInto` fills: the squared gap, the point on the box, the point on the ring. */
export const NEAREST_SIZE = 5;

/**
 * The shortest line from the box to a convex ring that does not overlap it, into `out`: squared length, x and y on the box, x and y on
 * the ring. Of lines equally short the first found is kept.
 */
export function nearestInto(out: Float64Array, halfMm: number, ring: Ring, count: number): void {
  out[0] = Infinity;
  eachCandidate(halfMm, ring, count, (gapSq, px, py, qx, qy) => {
    if (gapSq >= out[0]!) return;
    out[0] = gapSq;
    out[1] = px;
    out[2] = py;
    out[3] = qx;
    out[4] = qy;
  });
}

/** Calls back for every line from a corner of one piece to the nearest point of the other that can be the shortest one. */
export function eachCandidate(
  halfMm: number,
  ring: Ring,
  count: number,
  candidate: (gapSq: number, px: number, py: number, qx: number, qy: number) => void,
): void {
  let ax = ring[2 * count - 2]!;
  let ay = ring[2 * count - 1]!;
  for (let i = 0; i < count; i++) {
    const bx = ring[2 * i]!;
    const by = ring[2 * i + 1]!;
    const px = Math.max(-halfMm, Math.min(halfMm, bx));
    const py = Math.max(-halfMm, Math.min(halfMm, by));
    candidate((bx - px) ** 2 + (by - py) ** 2, px, py, bx, by);
    cornersToEdge(halfMm, ax, ay, bx, by, candidate);
    ax = bx;
    ay = by;
  }
}

/** Box corners whose foot lies inside the edge a–b of the ring; the ends of the edge are corners of the ring and counted there. */
function cornersToEdge(
  halfMm: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  candidate: (gapSq: number, px: number, py: number, qx: number, qy: number) => void,
): void {
  const ex = bx - ax;
  const ey = by - ay;
  const lengthSq = ex * ex + ey * ey;
  for (let k = 0; k < 4; k++) {
    const px = k === 0 || k === 3 ? -halfMm : halfMm;
    const py = k < 2 ? -halfMm : halfMm;
    // A corner on the inner side of the edge's line is nearer to another edge.
    if (ex * (py - ay) - ey * (px - ax) > 0) continue;
    const along = ex * (px - ax) + ey * (py - ay);
    if (along <= 0 || along >= lengthSq) continue;
    const t = along / lengthSq;
    const qx = ax + t * ex;
    const qy = ay + t * ey;
    candidate((qx - px) ** 2 + (qy - py) ** 2, px, py, qx, qy);
  }
}
