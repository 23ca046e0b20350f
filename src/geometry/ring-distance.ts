import type { Ring } from './ring.js';
import { pointSegmentDistanceSq } from './segment-clearance.js';

/** Distance between two convex rings that do not overlap, mm. */
export function ringDistanceMm(a: Ring, aCount: number, b: Ring, bCount: number): number {
  return Math.sqrt(Math.min(cornersToEdgesSq(a, aCount, b, bCount), cornersToEdgesSq(b, bCount, a, aCount)));
}

function cornersToEdgesSq(corners: Ring, cornerCount: number, edges: Ring, edgeCount: number): number {
  let best = Infinity;
  for (let i = 0; i < cornerCount; i++) {
    const x = corners[2 * i]!;
    const y = corners[2 * i + 1]!;
    let ax = edges[2 * edgeCount - 2]!;
    let ay = edges[2 * edgeCount - 1]!;
    for (let j = 0; j < edgeCount; j++) {
      const bx = edges[2 * j]!;
      const by = edges[2 * j + 1]!;
      best = Math.min(best, pointSegmentDistanceSq(x, y, ax, ay, bx, by));
      ax = bx;
      ay = by;
    }
  }
  return best;
}

/** Calls back with every line from a corner of one convex ring to the nearest point of an edge of the other; the rings do not overlap. */
export function eachRingCandidate(
  a: Ring,
  aCount: number,
  b: Ring,
  bCount: number,
  candidate: (gapSq: number, ax: number, ay: number, bx: number, by: number) => void,
): void {
  footPoints(a, aCount, b, bCount, candidate);
  footPoints(b, bCount, a, aCount, (gapSq, bx, by, ax, ay) => candidate(gapSq, ax, ay, bx, by));
}

function footPoints(
  corners: Ring,
  cornerCount: number,
  edges: Ring,
  edgeCount: number,
  candidate: (gapSq: number, cx: number, cy: number, ex: number, ey: number) => void,
): void {
  for (let i = 0; i < cornerCount; i++) {
    const x = corners[2 * i]!;
    const y = corners[2 * i + 1]!;
    for (let j = 0; j < edgeCount; j++) {
      const k = j === 0 ? edgeCount - 1 : j - 1;
      const ax = edges[2 * k]!;
      const ay = edges[2 * k + 1]!;
      const dx = edges[2 * j]! - ax;
      const dy = edges[2 * j + 1]! - ay;
      const lengthSq = dx * dx + dy * dy;
      const t = lengthSq > 0 ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / lengthSq)) : 0;
      const fx = ax + t * dx;
      const fy = ay + t * dy;
      candidate((x - fx) ** 2 + (y - fy) ** 2, x, y, fx, fy);
    }
  }
}
