const DEG = Math.PI / 180;

/**
 * A number in degrees that is read back (times π/180, raised to `power`) as exactly this one in radians, where there is one; else the nearest:
 * about one number in twelve has none and comes back off by its last bit.
 */
export function inDegrees(radians: number, power: 0 | 1 | 2 = 1): number {
  const unit = DEG ** power;
  const about = radians / unit;
  if (about * unit === radians) return about;
  const stepped = [1, -1, 2, -2].map((steps) => about + steps * lastBit(about));
  return stepped.find((one) => one * unit === radians) ?? about;
}

/** The same the other way: degrees, or products with `power` of them, in radians. */
export function inRadians(degrees: number, power: 0 | 1 | 2 = 1): number {
  return degrees * DEG ** power;
}

/** Worth of a number's last bit. */
function lastBit(value: number): number {
  return value === 0 ? 0 : 2 ** (Math.floor(Math.log2(Math.abs(value))) - 52);
}
