import type { HalfSize } from './half-size.js';
import type { Ring } from './ring.js';
import { pointRingDistanceSq, ringContains } from './ring-point.js';

/** The shortest way between a box and an outline, in the box's frame, mm. */
export interface BoxOutlineGap {
  /** Distance when apart; when they share a surface, minus a lower bound of the shift that separates them. */
  readonly gapMm: number;
  /** Closest point of the box and of the outline; a common point when they share a surface. */
  readonly px: number;
  readonly py: number;
  readonly qx: number;
  readonly qy: number;
}

/** Gap between the box |x| ≤ half.x, |y| ≤ half.y and a simple outline given in the box's frame (any sense of rotation). */
export function boxOutlineGap(half: HalfSize, ring: Ring): BoxOutlineGap {
  if (ringContains(ring, 0, 0)) return sharedSurface(half, ring);
  const n = ring.length;
  let gapMm = Infinity;
  let px = 0;
  let py = 0;
  let qx = 0;
  let qy = 0;
  for (let i = 0; i < n; i += 2) {
    const cx = Math.max(-half.x, Math.min(half.x, ring[i]!));
    const cy = Math.max(-half.y, Math.min(half.y, ring[i + 1]!));
    const away = Math.sqrt((ring[i]! - cx) * (ring[i]! - cx) + (ring[i + 1]! - cy) * (ring[i + 1]! - cy));
    if (away >= gapMm) continue;
    gapMm = away;
    px = cx;
    py = cy;
    qx = ring[i]!;
    qy = ring[i + 1]!;
  }
  if (gapMm === 0) return sharedSurface(half, ring);
  // The middle of an edge can only be nearer than its corners when it is long against their distance from the box.
  for (let i = 0, j = n - 2; i < n; j = i, i += 2) {
    const ax = ring[j]!;
    const ay = ring[j + 1]!;
    const ex = ring[i]! - ax;
    const ey = ring[i + 1]! - ay;
    const lengthSq = ex * ex + ey * ey;
    const dx = Math.max(0, Math.abs(ax) - half.x);
    const dy = Math.max(0, Math.abs(ay) - half.y);
    const reachMm = Math.sqrt(dx * dx + dy * dy) - gapMm;
    if (reachMm > 0 && reachMm * reachMm > lengthSq) continue;
    if (partInBox(half, ax, ay, ring[i]!, ring[i + 1]!)) return sharedSurface(half, ring);
    for (let k = 0; k < 4; k++) {
      const kx = k === 0 || k === 3 ? -half.x : half.x;
      const ky = k < 2 ? -half.y : half.y;
      const along = (kx - ax) * ex + (ky - ay) * ey;
      if (along <= 0 || along >= lengthSq) continue;
      const fx = ax + (along / lengthSq) * ex;
      const fy = ay + (along / lengthSq) * ey;
      const away = Math.sqrt((fx - kx) * (fx - kx) + (fy - ky) * (fy - ky));
      if (away >= gapMm) continue;
      gapMm = away;
      px = kx;
      py = ky;
      qx = fx;
      qy = fy;
    }
  }
  return { gapMm, px, py, qx, qy };
}

/** Deepest common point of a box and an outline that overlap, as far as edges, corners and the middle of the box show it. */
function sharedSurface(half: HalfSize, ring: Ring): BoxOutlineGap {
  let depth = 0;
  let x = 0;
  let y = 0;
  let found = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const part = partInBox(half, ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!);
    if (!part) continue;
    for (let step = 0; step <= 2; step++) {
      const t = part.from + (step / 2) * (part.to - part.from);
      const atX = ring[j]! + t * (ring[i]! - ring[j]!);
      const atY = ring[j + 1]! + t * (ring[i + 1]! - ring[j + 1]!);
      const deep = Math.max(0, Math.min(half.x - Math.abs(atX), half.y - Math.abs(atY)));
      if (found && deep <= depth) continue;
      found = true;
      depth = deep;
      x = atX;
      y = atY;
    }
  }
  // The middle and the corners of the box.
  for (let k = 0; k < 5; k++) {
    const atX = k === 0 ? 0 : k === 1 || k === 4 ? -half.x : half.x;
    const atY = k === 0 ? 0 : k < 3 ? -half.y : half.y;
    if (!ringContains(ring, atX, atY)) continue;
    const deep = Math.sqrt(pointRingDistanceSq(atX, atY, ring));
    if (found && deep <= depth) continue;
    found = true;
    depth = deep;
    x = atX;
    y = atY;
  }
  return { gapMm: -depth, px: x, py: y, qx: x, qy: y };
}

/** The part of the segment a–b inside the box, as places along it; undefined when it stays outside. */
export function partInBox(
  { x: wide, y: long }: HalfSize,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): { readonly from: number; readonly to: number } | undefined {
  if ((ax > wide && bx > wide) || (ax < -wide && bx < -wide) || (ay > long && by > long) || (ay < -long && by < -long)) return undefined;
  const dx = bx - ax;
  const dy = by - ay;
  let from = 0;
  let to = 1;
  if (dx !== 0) {
    from = Math.max(from, ((dx > 0 ? -wide : wide) - ax) / dx);
    to = Math.min(to, ((dx > 0 ? wide : -wide) - ax) / dx);
  }
  if (dy !== 0) {
    from = Math.max(from, ((dy > 0 ? -long : long) - ay) / dy);
    to = Math.min(to, ((dy > 0 ? long : -long) - ay) / dy);
  }
  return from <= to ? { from, to } : undefined;
}
