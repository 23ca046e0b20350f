import type { Camera } from './camera.js';

/** A map of a plane onto a plane, 3×3, row-major: homogeneous coordinates. */
export type PlaneMap = readonly number[];

/** First `second`, then `first`. */
export function product(first: PlaneMap, second: PlaneMap): number[] {
  return Array.from({ length: 9 }, (_, i) => {
    const [row, column] = [3 * Math.floor(i / 3), i % 3];
    return first[row]! * second[column]! + first[row + 1]! * second[column + 3]! + first[row + 2]! * second[column + 6]!;
  });
}

/** Undefined where the matrix has no inverse. Its sign is kept, so that depths before a camera stay positive. */
export function inverseOf(map: PlaneMap): number[] | undefined {
  const [a, b, c, d, e, f, g, h, i] = map as [number, number, number, number, number, number, number, number, number];
  const adjoint = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  const determinant = a * adjoint[0]! + b * adjoint[3]! + c * adjoint[6]!;
  return Math.abs(determinant) > 1e-12 ? adjoint.map((value) => value / determinant) : undefined;
}

/** Image of a place. */
export function mapByHomography(map: PlaneMap, x: number, y: number): [number, number] {
  const w = map[6]! * x + map[7]! * y + map[8]!;
  return [(map[0]! * x + map[1]! * y + map[2]!) / w, (map[3]! * x + map[4]! * y + map[5]!) / w];
}

/** From the mat (z = 0, mm) to normalised image coordinates, the lens left out. */
export function normalisedFromMat({ r, t }: Camera): PlaneMap {
  return [r[0], r[1], t[0], r[3], r[4], t[1], r[6], r[7], t[2]];
}

/** From the pixels of one camera to those of another that show the same points of the mat, without the bend of the lens. */
export function pixelsFromPixels(from: Camera, to: Camera): PlaneMap | undefined {
  const back = inverseOf(product(lensOf(from), normalisedFromMat(from)));
  return back && product(product(lensOf(to), normalisedFromMat(to)), back);
}

/** From normalised image coordinates to pixels, without the bend of the lens. */
export function lensOf({ fx, fy, cx, cy }: Camera): PlaneMap {
  return [fx, 0, cx, 0, fy, cy, 0, 0, 1];
}
