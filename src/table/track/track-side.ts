import type { Point, Point3 } from '../../geometry/point.js';

/** A camera within this share of its distance from a place is where it was: it shows the place as before, and misreads it as before. */
const SAME_SIDE = 0.2;

/** Whether a camera sees a place of the mat from about where it, or another, saw it. */
export function isSameSide(eye: Point3, before: Point3, { x, y }: Point): boolean {
  return Math.hypot(eye.x - before.x, eye.y - before.y, eye.z - before.z) < SAME_SIDE * Math.hypot(eye.x - x, eye.y - y, eye.z);
}
