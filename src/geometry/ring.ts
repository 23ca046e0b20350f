import type { HalfSize } from './half-size.js';
import type { Pose } from './pose.js';

/**
 * Rings: outlines as flat arrays x0, y0, x1, y1, …, the form in which the geometry core computes. Used where the same question is asked
 * thousands of times; everything that leaves the core is made of `Point`s. Plain arrays, not typed ones, because small typed arrays are
 * slow to make.
 */
export type Ring = readonly number[];

/** Corners of a rectangle (half width and length, centre, heading as sine and cosine, clockwise), counter-clockwise from its rear left. */
export function rectangleRing(half: HalfSize, x: number, y: number, sin: number, cos: number): number[] {
  const ring = [0, 0, 0, 0, 0, 0, 0, 0];
  rectangleInto(ring, half, x, y, sin, cos);
  return ring;
}

/** Writes such corners over those of a ring. */
export function rectangleInto(ring: number[], half: HalfSize, x: number, y: number, sin: number, cos: number): void {
  // (cos·lx + sin·ly, −sin·lx + cos·ly) for (−w, −l), (w, −l), (w, l), (−w, l).
  const ax = half.x * cos;
  const ay = half.x * sin;
  const bx = half.y * sin;
  const by = half.y * cos;
  ring[0] = x - ax - bx;
  ring[1] = y + ay - by;
  ring[2] = x + ax - bx;
  ring[3] = y - ay - by;
  ring[4] = x + ax + bx;
  ring[5] = y - ay + by;
  ring[6] = x - ax + bx;
  ring[7] = y + ay + by;
}

/** A ring in the frame of a piece that stands at `pose`. */
export function ringSeenFrom({ x, y, headingRad }: Pose, ring: Ring): number[] {
  const sin = Math.sin(headingRad);
  const cos = Math.cos(headingRad);
  const local: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const dx = ring[i]! - x;
    const dy = ring[i + 1]! - y;
    local.push(cos * dx - sin * dy, sin * dx + cos * dy);
  }
  return local;
}

/** Half-planes as flat triples nx, ny, c: inside is nx·x + ny·y ≥ c, (nx, ny) of length 1. */
export type Sides = readonly number[];

/** Two buffers for clipping and the ring that came out of it; reused from call to call. */
export interface Clip {
  readonly buffers: readonly [number[], number[]];
  /** The clipped ring: its first `count` corners count. */
  ring: number[];
  count: number;
}

/** Room to clip rings of up to `corners` corners by up to `sides` sides. */
export function newClip(corners = 4, sides = 8): Clip {
  const buffers: [number[], number[]] = [new Array(2 * (corners + sides)).fill(0.5), new Array(2 * (corners + sides)).fill(0.5)];
  return { buffers, ring: buffers[0], count: 0 };
}

/**
 * Clips a convex ring by one side after the other, keeping what is inside or on the border; `slackMm` moves every border outwards. The
 * result is in `clip`; a count of 0 means that nothing is inside.
 */
export function clipRing(clip: Clip, ring: Ring, sides: Sides, slackMm: number): void {
  let from = ring;
  let count = ring.length / 2;
  let which = 0;
  for (let s = 0; s < sides.length && count > 0; s += 3) {
    const to = clip.buffers[which]!;
    count = clipSide(to, from, count, sides[s]!, sides[s + 1]!, sides[s + 2]! - slackMm);
    from = to;
    which = 1 - which;
  }
  clip.ring = from as number[];
  clip.count = count;
}

function clipSide(out: number[], ring: Ring, count: number, nx: number, ny: number, c: number): number {
  let kept = 0;
  let ax = ring[2 * count - 2]!;
  let ay = ring[2 * count - 1]!;
  let a = nx * ax + ny * ay - c;
  for (let i = 0; i < count; i++) {
    const bx = ring[2 * i]!;
    const by = ring[2 * i + 1]!;
    const b = nx * bx + ny * by - c;
    if (a >= 0 !== b >= 0) {
      const t = a / (a - b);
      out[2 * kept] = ax + t * (bx - ax);
      out[2 * kept + 1] = ay + t * (by - ay);
      kept++;
    }
    if (b >= 0) {
      out[2 * kept] = bx;
      out[2 * kept + 1] = by;
      kept++;
    }
    ax = bx;
    ay = by;
    a = b;
  }
  return kept;
}

/**
 * Distance of two convex rings along the best of their edge normals: positive when they are apart (never more than the true
 * distance), negative when they overlap (then exactly the way one of them must go to come free). Counter-clockwise, `count` corners each; two
 * corners are a line.
 */
export function ringSeparation(a: Ring, aCount: number, b: Ring, bCount: number): number {
  return Math.max(separationAlong(a, aCount, b, bCount), separationAlong(b, bCount, a, aCount));
}

/**
 * Largest distance by which all of `b` is beyond one side of the convex ring `a`; negative: the shortest way of `b` out of `a` across a
 * side. `a` is counter-clockwise, `b` any points.
 */
export function separationAlong(a: Ring, aCount: number, b: Ring, bCount: number): number {
  let best = -Infinity;
  let px = a[2 * aCount - 2]!;
  let py = a[2 * aCount - 1]!;
  for (let i = 0; i < aCount; i++) {
    const qx = a[2 * i]!;
    const qy = a[2 * i + 1]!;
    const ex = qx - px;
    const ey = qy - py;
    const length = Math.sqrt(ex * ex + ey * ey);
    if (length > 0) {
      let least = Infinity;
      for (let j = 0; j < bCount; j++) {
        const out = ey * (b[2 * j]! - px) - ex * (b[2 * j + 1]! - py);
        if (out < least) least = out;
      }
      if (least > best * length) best = least / length;
    }
    px = qx;
    py = qy;
  }
  return best;
}
