import type { Ring } from './ring.js';
import { pointRingDistanceSq, pointSegmentDistanceSq, ringContains } from './ring-point.js';

/** Position of a straight line p–q relative to an outline; overwritten by each search. */
export interface Clearance {
  /**
   * Signed, mm: the distance when the line does not touch the outline; when it runs over it, minus the way it must be shifted aside to
   * come clear (`simple`), or minus the radius of a disc inside the outline with its centre on the line (not `simple`).
   */
  gapMm: number;
  /**
   * When the line runs over the outline: the radius of a disc inside the outline with its centre on the line, so that no shorter shift
   * clears it; otherwise 0.
   */
  discMm: number;
  /** The point of the line (place along it, 0 to 1) and the direction (length 1) in which the outline's deciding corner moves away from it. */
  t: number;
  nx: number;
  ny: number;
  /** Whether the answer turns over at one corner or edge of the outline, as the gap says; else it depends on more and has to be sampled. */
  simple: boolean;
  /**
   * Distance of the nearest neighbour that is farther aside than the deciding corner: aside (mm) and along the line (mm); Infinity, 0 if
   * none.
   */
  nextMm: number;
  nextAlongMm: number;
}

/** Room for the answers of successive measurements; its numbers mean nothing before the first. */
export function newClearance(): Clearance {
  return { gapMm: 0.5, discMm: 0.5, t: 0.5, nx: 0.5, ny: 0.5, simple: false, nextMm: 0.5, nextAlongMm: 0.5 };
}

/** Measures the position of the segment p–q, which has a length, relative to a simple outline (any sense of rotation). */
export function measureClearance(out: Clearance, px: number, py: number, qx: number, qy: number, ring: Ring): void {
  const length = Math.sqrt((qx - px) * (qx - px) + (qy - py) * (qy - py));
  const ux = (qx - px) / length;
  const uy = (qy - py) / length;
  const n = ring.length;
  out.discMm = 0;
  out.nextMm = Infinity;
  out.nextAlongMm = 0;
  // Every corner in the line's own frame: how far along it from p, and how far aside (left is positive).
  let bestSq = Infinity;
  let corner = 0;
  let endOnly = false;
  let behind = 0;
  let crossed = false;
  let aAlong = ux * (ring[n - 2]! - px) + uy * (ring[n - 1]! - py);
  let aSide = ux * (ring[n - 1]! - py) - uy * (ring[n - 2]! - px);
  for (let i = 0; i < n; i += 2) {
    const along = ux * (ring[i]! - px) + uy * (ring[i + 1]! - py);
    const side = ux * (ring[i + 1]! - py) - uy * (ring[i]! - px);
    const past = along < 0 ? along : along > length ? along - length : 0;
    const gapSq = past * past + side * side;
    if (gapSq < bestSq) {
      bestSq = gapSq;
      corner = i;
      endOnly = false;
    }
    if (aSide >= 0 !== side >= 0) {
      const at = aAlong + (aSide / (aSide - side)) * (along - aAlong);
      if (at < 0) behind++;
      else if (at <= length) crossed = true;
    }
    // Only edges that reach past an end of the line can be nearest to that end with their middle.
    if (aAlong < 0 || along < 0 || aAlong > length || along > length) {
      const footSq = Math.min(originToEdgeSq(aAlong, aSide, along, side), originToEdgeSq(aAlong - length, aSide, along - length, side));
      if (footSq < bestSq) {
        bestSq = footSq;
        corner = i;
        endOnly = true;
      }
    }
    aAlong = along;
    aSide = side;
  }
  // An odd number of edges behind p: it lies inside.
  if (crossed || behind % 2 === 1) measureOver(out, px, py, qx, qy, ring);
  else noteBeside(out, px, py, ux, uy, length, ring, corner, endOnly, Math.sqrt(bestSq));
}

/** Squared distance of the origin from an edge if its foot lies inside the edge, else Infinity. */
function originToEdgeSq(ax: number, ay: number, bx: number, by: number): number {
  const ex = bx - ax;
  const ey = by - ay;
  const lengthSq = ex * ex + ey * ey;
  const along = -(ax * ex + ay * ey);
  if (along <= 0 || along >= lengthSq) return Infinity;
  const cross = ax * ey - ay * ex;
  return (cross * cross) / lengthSq;
}

/** The line stays clear, nearest to a corner of the outline, or with one of its ends to the edge that leads to the corner. */
function noteBeside(
  out: Clearance,
  px: number,
  py: number,
  ux: number,
  uy: number,
  length: number,
  ring: Ring,
  corner: number,
  endOnly: boolean,
  gapMm: number,
): void {
  let vx = ring[corner]!;
  let vy = ring[corner + 1]!;
  let t = Math.max(0, Math.min(length, ux * (vx - px) + uy * (vy - py))) / length;
  if (endOnly) {
    const ax = ring[(corner + ring.length - 2) % ring.length]!;
    const ay = ring[(corner + ring.length - 1) % ring.length]!;
    const fromP = pointSegmentDistanceSq(px, py, ax, ay, vx, vy);
    const fromQ = pointSegmentDistanceSq(px + ux * length, py + uy * length, ax, ay, vx, vy);
    t = fromP < fromQ ? 0 : 1;
    const ex = vx - ax;
    const ey = vy - ay;
    const foot = ((px + t * ux * length - ax) * ex + (py + t * uy * length - ay) * ey) / (ex * ex + ey * ey);
    vx = ax + foot * ex;
    vy = ay + foot * ey;
  }
  out.gapMm = gapMm;
  out.t = t;
  out.nx = gapMm > 0 ? (vx - px - t * ux * length) / gapMm : 0;
  out.ny = gapMm > 0 ? (vy - py - t * uy * length) / gapMm : 0;
  out.simple = gapMm > 0;
  if (!endOnly) noteNeighbours(out, ring, corner);
}

/** Measures a line that runs over the outline: either one corner beside it decides when it comes clear, or only sampling can say. */
function measureOver(out: Clearance, px: number, py: number, qx: number, qy: number, ring: Ring): void {
  const length = Math.sqrt((qx - px) ** 2 + (qy - py) ** 2);
  const ux = (qx - px) / length;
  const uy = (qy - py) / length;
  const n = ring.length;
  // The outline's reach to each side of the line between its two ends: at corners, and where it passes the ends.
  let left = 0;
  let right = 0;
  let leftAt = -1;
  let rightAt = -1;
  let pastLeft = 0;
  let pastRight = 0;
  let crossings = 0;
  let middle = 0;
  let aAlong = ux * (ring[n - 2]! - px) + uy * (ring[n - 1]! - py);
  let aSide = ux * (ring[n - 1]! - py) - uy * (ring[n - 2]! - px);
  for (let i = 0; i < n; i += 2) {
    const along = ux * (ring[i]! - px) + uy * (ring[i + 1]! - py);
    const side = ux * (ring[i + 1]! - py) - uy * (ring[i]! - px);
    if (along >= 0 && along <= length) {
      if (side > left) {
        left = side;
        leftAt = i;
      } else if (side < right) {
        right = side;
        rightAt = i;
      }
    }
    for (let end = 0; end <= length; end += length) {
      if (aAlong < end === along < end) continue;
      const past = aSide + ((end - aAlong) / (along - aAlong)) * (side - aSide);
      pastLeft = Math.max(pastLeft, past);
      pastRight = Math.min(pastRight, past);
    }
    if (aSide >= 0 !== side >= 0) {
      const at = aAlong + (aSide / (aSide - side)) * (along - aAlong);
      if (at >= 0 && at <= length) {
        crossings++;
        middle += at;
      }
    }
    aAlong = along;
    aSide = side;
  }
  const t = crossings > 0 ? middle / crossings / length : 0;
  const pDepth = discAt(px, py, ring);
  const qDepth = discAt(qx, qy, ring);
  const midDepth = crossings === 2 ? discAt(px + t * (qx - px), py + t * (qy - py), ring) : 0;
  out.discMm = Math.max(midDepth, pDepth, qDepth);
  const toLeft = Math.max(left, pastLeft) < -Math.min(right, pastRight);
  const corner = toLeft ? leftAt : rightAt;
  const aside = crossings > 0 && corner >= 0 && (toLeft ? left > pastLeft : right < pastRight);
  const asideMm = aside ? (toLeft ? left : -right) : Infinity;
  // With one end inside, the line may also come clear by its end.
  const endMm = pDepth > 0 !== qDepth > 0 ? Math.max(pDepth, qDepth) : Infinity;
  out.simple = Math.min(asideMm, endMm) < Infinity;
  if (!out.simple) {
    out.gapMm = -out.discMm;
  } else if (endMm < asideMm) {
    if (pDepth > 0) noteEnd(out, px, py, 0, pDepth, ring);
    else noteEnd(out, qx, qy, 1, qDepth, ring);
  } else {
    const sign = toLeft ? 1 : -1;
    out.gapMm = -asideMm;
    out.t = (ux * (ring[corner]! - px) + uy * (ring[corner + 1]! - py)) / length;
    // The gap grows when the corner moves back over the line, or the line towards the corner's side.
    out.nx = sign * uy;
    out.ny = -sign * ux;
    noteNeighbours(out, ring, corner);
  }
}

/** The line comes clear when its end at (x, y), this deep inside, goes out over the nearest edge. */
function noteEnd(out: Clearance, x: number, y: number, t: number, depthMm: number, ring: Ring): void {
  let ax = ring[ring.length - 2]!;
  let ay = ring[ring.length - 1]!;
  for (let i = 0; i < ring.length; i += 2) {
    const bx = ring[i]!;
    const by = ring[i + 1]!;
    const lengthSq = (bx - ax) * (bx - ax) + (by - ay) * (by - ay);
    const along = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / lengthSq));
    const fx = ax + along * (bx - ax) - x;
    const fy = ay + along * (by - ay) - y;
    ax = bx;
    ay = by;
    if (fx * fx + fy * fy > depthMm * depthMm * (1 + 1e-12)) continue;
    // The gap grows when the edge moves in over the end, or the end out towards the edge.
    out.nx = -fx / depthMm;
    out.ny = -fy / depthMm;
    break;
  }
  out.gapMm = -depthMm;
  out.t = t;
}

function discAt(x: number, y: number, ring: Ring): number {
  return ringContains(ring, x, y) ? Math.sqrt(pointRingDistanceSq(x, y, ring)) : 0;
}

/** Compares the deciding corner's neighbours with it: where they are parallel to the line they would soon decide in its place. */
function noteNeighbours(out: Clearance, ring: Ring, corner: number): void {
  const n = ring.length;
  for (let step = 0; step < 2; step++) {
    const other = (corner + (step === 0 ? 2 : n - 2)) % n;
    const ex = ring[other]! - ring[corner]!;
    const ey = ring[other + 1]! - ring[corner + 1]!;
    const farther = ex * out.nx + ey * out.ny;
    if (farther >= 0 && farther < out.nextMm) {
      out.nextMm = farther;
      out.nextAlongMm = Math.abs(ex * out.ny - ey * out.nx);
    }
  }
}
