/**
 * Convex rings as flat number arrays, x0, y0, x1, y1, …, counter-clockwise: the form in which the geometry core computes. Used where the
 * same question is asked thousands of times; everything that leaves the core is made of `Point`s.
 */
export type Ring = Float64Array | readonly number[];

/** Writes the corners of a square (half side, centre, relative heading as sine and cosine, clockwise) into `out`, counter-clockwise. */
export function squareInto(out: Float64Array, halfMm: number, x: number, y: number, sin: number, cos: number): void {
  const a = halfMm * (cos + sin);
  const b = halfMm * (cos - sin);
  // (cos·lx + sin·ly, −sin·lx + cos·ly) for (−h, −h), (h, −h), (h, h), (−h, h).
  out[0] = x - a;
  out[1] = y - b;
  out[2] = x + b;
  out[3] = y - a;
  out[4] = x + a;
  out[5] = y + b;
  out[6] = x - b;
  out[7] = y + a;
}

/** Half-planes as flat triples nx, ny, c: inside is nx·x + ny·y ≥ c, (nx, ny) of length 1. */
export type Sides = readonly number[];

/**
 * Clips a convex ring of `count` corners by one side after the other, keeping what is inside or on the border; `slackMm` moves every
 * border outwards. Writes into `out` (using `spare` between), and returns the number of corners left; 0 means nothing is inside.
 */
export function clipInto(
  out: Float64Array,
  spare: Float64Array,
  ring: Ring,
  count: number,
  sides: Sides,
  slackMm: number,
): { readonly ring: Float64Array; readonly count: number } {
  let from: Ring = ring;
  let to = out;
  let n = count;
  for (let s = 0; s < sides.length && n > 0; s += 3) {
    n = clipSide(to, from, n, sides[s]!, sides[s + 1]!, sides[s + 2]! - slackMm);
    from = to;
    to = to === out ? spare : out;
  }
  return { ring: from as Float64Array, count: n };
}

function clipSide(out: Float64Array, ring: Ring, count: number, nx: number, ny: number, c: number): number {
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
 * How far two convex rings are apart along the best of their edge normals: positive when they are apart (never more than the true
 * distance), negative when they overlap (then exactly the way one of them must go to come free).
 */
export function ringSeparation(a: Ring, aCount: number, b: Ring, bCount: number): number {
  return Math.max(oneSeparation(a, aCount, b, bCount), oneSeparation(b, bCount, a, aCount));
}

function oneSeparation(a: Ring, aCount: number, b: Ring, bCount: number): number {
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
      const nx = ey / length;
      const ny = -ex / length;
      let least = Infinity;
      for (let j = 0; j < bCount; j++) least = Math.min(least, nx * (b[2 * j]! - px) + ny * (b[2 * j + 1]! - py));
      best = Math.max(best, least);
    }
    px = qx;
    py = qy;
  }
  return best;
}
