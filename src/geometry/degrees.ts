const DEG = Math.PI / 180;

/**
 * A number in radians, or a product with `power` of them, in degrees. Read back by `inRadians` it is exactly the same, or, for about one number in
 * twelve, off by its last bit: then no number of degrees is read back exactly.
 */
export function inDegrees(radians: number, power: 0 | 1 | 2 = 1): number {
  return radians / DEG ** power;
}

/** The same the other way: degrees, or products with `power` of them, in radians. */
export function inRadians(degrees: number, power: 0 | 1 | 2 = 1): number {
  return degrees * DEG ** power;
}
