import type { Ring } from './ring.js';

/**
 * How far a segment p–q stays clear of a simple outline (flat ring, any sense of rotation), mm: the distance when it does not touch it.
 * When it runs over the outline: minus the radius of a disc that lies inside the outline with its centre on the segment, so no shift
 * shorter than that frees it.
 */
export function segmentClearanceMm(px: number, py: number, qx: number, qy: number, ring: Ring): number {
  const crossings = crossingsOf(px, py, qx, qy, ring);
  const startInside = ringContains(ring, px, py);
  if (crossings.length === 0 && !startInside) return Math.sqrt(segmentRingDistanceSq(px, py, qx, qy, ring));
  crossings.sort((a, b) => a - b);
  let depthSq = 0;
  let from = 0;
  let inside = startInside;
  for (const at of [...crossings, 1]) {
    if (inside) {
      // The deepest point of a chord is near its middle; its ends lie on the outline unless the segment itself ends inside.
      for (const t of [from === 0 ? 0 : (3 * from + at) / 4, (from + at) / 2, at === 1 ? 1 : (from + 3 * at) / 4]) {
        depthSq = Math.max(depthSq, pointRingDistanceSq(px + t * (qx - px), py + t * (qy - py), ring));
      }
    }
    inside = !inside;
    from = at;
  }
  return -Math.sqrt(depthSq);
}

/** Where along p–q (0 to 1) the segment crosses the ring's edges; an edge counts with its lower end only, so corners count once. */
function crossingsOf(px: number, py: number, qx: number, qy: number, ring: Ring): number[] {
  const dx = qx - px;
  const dy = qy - py;
  const found: number[] = [];
  const n = ring.length;
  let ax = ring[n - 2]!;
  let ay = ring[n - 1]!;
  let a = dx * (ay - py) - dy * (ax - px);
  for (let i = 0; i < n; i += 2) {
    const bx = ring[i]!;
    const by = ring[i + 1]!;
    const b = dx * (by - py) - dy * (bx - px);
    if (a >= 0 !== b >= 0) {
      const s = a / (a - b);
      const cx = ax + s * (bx - ax) - px;
      const cy = ay + s * (by - ay) - py;
      const t = Math.abs(dx) > Math.abs(dy) ? cx / dx : cy / dy;
      if (t >= 0 && t <= 1) found.push(t);
    }
    ax = bx;
    ay = by;
    a = b;
  }
  return found;
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
    best = Math.min(best, pointSegmentDistanceSq(x, y, ax, ay, bx, by));
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

/** Squared distance between a segment and the edges of a ring that it does not cross. */
function segmentRingDistanceSq(px: number, py: number, qx: number, qy: number, ring: Ring): number {
  let best = Math.min(pointRingDistanceSq(px, py, ring), pointRingDistanceSq(qx, qy, ring));
  for (let i = 0; i < ring.length; i += 2) best = Math.min(best, pointSegmentDistanceSq(ring[i]!, ring[i + 1]!, px, py, qx, qy));
  return best;
}
