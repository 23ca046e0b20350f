import type { Ring } from './ring.js';

/** Whether a segment has a point in common with the surface of a simple outline. */
export function segmentMeetsRing(px: number, py: number, qx: number, qy: number, ring: Ring): boolean {
  const dx = qx - px;
  const dy = qy - py;
  const n = ring.length;
  let ax = ring[n - 2]! - px;
  let ay = ring[n - 1]! - py;
  let a = dx * ay - dy * ax;
  let inside = false;
  for (let i = 0; i < n; i += 2) {
    const bx = ring[i]! - px;
    const by = ring[i + 1]! - py;
    const b = dx * by - dy * bx;
    if (a >= 0 !== b >= 0) {
      // The edge crosses the segment's line; on which sides of the edge do the segment's ends lie?
      const start = ax * by - ay * bx;
      const end = start + dy * (bx - ax) - dx * (by - ay);
      if (start >= 0 !== end >= 0) return true;
    }
    if (ay > 0 !== by > 0 && (ax * by - ay * bx) * (by - ay) > 0) inside = !inside;
    ax = bx;
    ay = by;
    a = b;
  }
  return inside;
}

/** Whether a point lies inside a ring, by counting crossings of a ray; on the border either answer. */
export function ringContains(ring: Ring, x: number, y: number): boolean {
  let inside = false;
  const n = ring.length;
  let ax = ring[n - 2]!;
  let ay = ring[n - 1]!;
  for (let i = 0; i < n; i += 2) {
    const bx = ring[i]!;
    const by = ring[i + 1]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    ax = bx;
    ay = by;
  }
  return inside;
}

/** Squared distance of a point from a ring's edges. */
export function pointRingDistanceSq(x: number, y: number, ring: Ring): number {
  let best = Infinity;
  const n = ring.length;
  let ax = ring[n - 2]!;
  let ay = ring[n - 1]!;
  for (let i = 0; i < n; i += 2) {
    const bx = ring[i]!;
    const by = ring[i + 1]!;
    const distanceSq = pointSegmentDistanceSq(x, y, ax, ay, bx, by);
    if (distanceSq < best) best = distanceSq;
    ax = bx;
    ay = by;
  }
  return best;
}

/** Squared distance of a point from a segment a–b. */
export function pointSegmentDistanceSq(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const ex = bx - ax;
  const ey = by - ay;
  const lengthSq = ex * ex + ey * ey;
  const along = lengthSq > 0 ? Math.max(0, Math.min(1, ((x - ax) * ex + (y - ay) * ey) / lengthSq)) : 0;
  return (x - ax - along * ex) ** 2 + (y - ay - along * ey) ** 2;
}
