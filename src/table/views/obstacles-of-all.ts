import { meanPoint } from '../../geometry/mean-point.js';
import { distanceMm } from '../../geometry/point.js';
import type { SeenObstacle, TableMeasurement } from '../measurement.js';
import { isKindKnown } from '../obstacle-kind.js';
import { type PlacedView, shows } from './identify-ships.js';

/** What lies about there is the same obstacle, mm. */
const SAME_OBSTACLE_MM = 30;

/** Every obstacle that any of the pictures shows, once, as the picture has it that recognises it best; in the order in which they are seen first. */
export function obstaclesOfAll(placed: readonly PlacedView[]): readonly SeenObstacle[] {
  const found: SeenObstacle[] = [];
  for (const obstacle of placed.flatMap(({ measurement }) => measurement.obstacles)) {
    const at = found.findIndex((other) => isSameObstacle(other, obstacle));
    if (at < 0) found.push(obstacle);
    else if (isBetterKnown(obstacle, found[at]!)) found[at] = obstacle;
  }
  return found;
}

/** What a picture has of obstacles, with those in view that another recognises: they lie where they lay. */
export function withRecognised(measurement: TableMeasurement, ofAll: readonly SeenObstacle[]): readonly SeenObstacle[] {
  const recognised = ofAll.filter((one) => isKindKnown(one) && shows(measurement, meanPoint(one.outline)));
  return [...recognised, ...measurement.obstacles.filter((one) => !recognised.some((other) => isSameObstacle(other, one)))];
}

function isSameObstacle(one: SeenObstacle, other: SeenObstacle): boolean {
  return distanceMm(meanPoint(one.outline), meanPoint(other.outline)) < SAME_OBSTACLE_MM;
}

function isBetterKnown(one: SeenObstacle, other: SeenObstacle): boolean {
  const [a, b] = [one, other].map(({ detectionProbability = 1 }) => detectionProbability) as [number, number];
  if (isKindKnown(one) !== isKindKnown(other)) return isKindKnown(one);
  return a > b || (a === b && one.sigmaMm < other.sigmaMm);
}
