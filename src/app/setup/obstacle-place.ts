import { meanPoint } from '../../geometry/mean-point.js';
import { distanceMm, type Point } from '../../geometry/point.js';
import type { Obstacle } from '../../table/table.js';

/** An id that is not used by any of them. */
export function freeObstacleId(others: readonly Obstacle[]): string {
  const taken = new Set(others.map(({ id }) => id));
  let number = 1;
  while (taken.has(`obstacle-${number}`)) number++;
  return `obstacle-${number}`;
}

/** Distance from an earlier place within which a find is the same obstacle, mm. */
const SAME_PLACE_MM = 25;

/** True when two places are the same thing's. */
export function isSamePlace(one: Point, other: Point): boolean {
  return distanceMm(one, other) < SAME_PLACE_MM;
}

/** Point at which an obstacle is held: a token by its own middle. */
export function placeOf({ token, outline }: Obstacle): Point {
  return token ? { x: token.pose.x, y: token.pose.y } : meanPoint(outline);
}
