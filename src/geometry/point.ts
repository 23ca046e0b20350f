/** A place on the table: millimetres, table frame (origin at the mat corner nearest-left to player 1, x right, y away from player 1). */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Distance of two places, mm. */
export function distanceMm(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** A place above the table: millimetres, table frame, z up, z = 0 at the top of the mat. */
export interface Point3 extends Point {
  readonly z: number;
}

/** A place in a picture, as in OpenCV: (0, 0) is the centre of the top-left pixel. */
export interface Pixel {
  readonly u: number;
  readonly v: number;
}
