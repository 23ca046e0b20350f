/**
 * Bilinear interpolation between the values at the four corners of a cell: `s` is the share of the way from a and c to b and d, `t` from a and b
 * to c and d, 0…1.
 */
export function bilinear(s: number, t: number, a: number, b: number, c: number, d: number): number {
  return (1 - t) * ((1 - s) * a + s * b) + t * ((1 - s) * c + s * d);
}
