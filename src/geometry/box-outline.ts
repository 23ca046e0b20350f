import type { Ring } from './ring.js';
import { pointRingDistanceSq, ringContains } from './segment-clearance.js';

/** The shortest way between a box and an outline, in the box's frame, mm. */
export interface BoxOutlineGap {
  /** Distance when apart. When they share a surface: minus a way that no shift shorter than it can separate them. */
  readonly gapMm: number;
  readonly px: number;
  readonly py: number;
  readonly qx: number;
  readonly qy: number;
}

/** Gap between the box |x|, |y| ≤ half and a simple outline given in the box's frame (flat ring, any sense of rotation). */
export function boxOutlineGap(half: number, ring: Ring): BoxOutlineGap {
  const touch = deepestTouch(half, ring);
  if (touch) return touch;
  let gapSq = Infinity;
  let [px, py, qx, qy] = [0, 0, 0, 0];
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const bx = ring[i]!;
    const by = ring[i + 1]!;
    const cx = Math.max(-half, Math.min(half, bx));
    const cy = Math.max(-half, Math.min(half, by));
    const cornerSq = (bx - cx) ** 2 + (by - cy) ** 2;
    if (cornerSq < gapSq) [gapSq, px, py, qx, qy] = [cornerSq, cx, cy, bx, by];
    const ex = bx - ring[j]!;
    const ey = by - ring[j + 1]!;
    const lengthSq = ex * ex + ey * ey;
    for (let k = 0; k < 4; k++) {
      const kx = k === 0 || k === 3 ? -half : half;
      const ky = k < 2 ? -half : half;
      const back = (bx - kx) * ex + (by - ky) * ey;
      if (back <= 0 || back >= lengthSq) continue;
      const fx = bx - (back / lengthSq) * ex;
      const fy = by - (back / lengthSq) * ey;
      const footSq = (fx - kx) ** 2 + (fy - ky) ** 2;
      if (footSq < gapSq) [gapSq, px, py, qx, qy] = [footSq, kx, ky, fx, fy];
    }
  }
  return { gapMm: Math.sqrt(gapSq), px, py, qx, qy };
}

/** Where box and outline overlap: the common point that is deepest, as far as edges, corners and the middle of the box show it. */
function deepestTouch(half: number, ring: Ring): BoxOutlineGap | undefined {
  let depth = -1;
  let [x, y] = [0, 0];
  const consider = (atX: number, atY: number, deep: number) => {
    if (deep > depth) [depth, x, y] = [deep, atX, atY];
  };
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const part = partInBox(half, ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!);
    if (!part) continue;
    for (const t of [part.from, (part.from + part.to) / 2, part.to]) {
      const atX = ring[j]! + t * (ring[i]! - ring[j]!);
      const atY = ring[j + 1]! + t * (ring[i + 1]! - ring[j + 1]!);
      consider(atX, atY, Math.max(0, half - Math.max(Math.abs(atX), Math.abs(atY))));
    }
  }
  for (const [atX, atY] of [
    [0, 0],
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ] as const) {
    if (ringContains(ring, atX, atY)) consider(atX, atY, Math.sqrt(pointRingDistanceSq(atX, atY, ring)));
  }
  return depth >= 0 ? { gapMm: -depth, px: x, py: y, qx: x, qy: y } : undefined;
}

/** The part of the segment a–b inside the box, as places along it; undefined when it stays outside. */
export function partInBox(
  half: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): { readonly from: number; readonly to: number } | undefined {
  let from = 0;
  let to = 1;
  for (const [a, d] of [
    [ax, bx - ax],
    [ay, by - ay],
  ] as const) {
    if (d === 0) {
      if (Math.abs(a) > half) return undefined;
      continue;
    }
    const enter = ((d > 0 ? -half : half) - a) / d;
    const leave = ((d > 0 ? half : -half) - a) / d;
    from = Math.max(from, enter);
    to = Math.min(to, leave);
  }
  return from <= to ? { from, to } : undefined;
}
