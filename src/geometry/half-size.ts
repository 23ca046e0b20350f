/** Half the width and half the length of a rectangle, mm. */
export interface HalfSize {
  readonly x: number;
  readonly y: number;
}

/** Half the diagonal of a rectangle: as far as its corners are from its middle, mm. */
export function cornerMm({ x, y }: HalfSize): number {
  return Math.sqrt(x * x + y * y);
}
