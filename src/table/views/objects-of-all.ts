import { meanPoint } from '../../geometry/mean-point.js';
import { distanceMm, type Point } from '../../geometry/point.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { SeenBase, SeenObstacle, TableMeasurement } from '../measurement.js';
import { isKindKnown } from '../obstacle-kind.js';
import type { Unmeasurable } from '../table.js';
import { BESIDE_BASE_MM, isOfObstacle } from '../unmeasured-reason.js';
import { type PlacedView, shows } from './identify-ships.js';

/** Distance within which two pictures show the same obstacle, mm. */
const SAME_OBSTACLE_MM = 30;

/**
 * Every obstacle that any of the pictures shows, once, from the picture that recognises it best; in the order in which they are first seen.
 */
export function obstaclesOfAll(placed: readonly PlacedView[]): readonly SeenObstacle[] {
  const found: SeenObstacle[] = [];
  for (const obstacle of placed.flatMap(({ measurement }) => measurement.obstacles)) {
    const at = found.findIndex((other) => isSameObstacle(other, obstacle));
    if (at < 0) found.push(obstacle);
    else if (isBetterKnown(obstacle, found[at]!)) found[at] = obstacle;
  }
  return found;
}

/**
 * The obstacles of a picture: its own, and those in view that others show, which are still there though it misses them; each from the
 * picture that knows it best.
 */
export function obstaclesIn(measurement: TableMeasurement, ofAll: readonly SeenObstacle[]): readonly SeenObstacle[] {
  const isOwn = (one: SeenObstacle) => measurement.obstacles.some((other) => isSameObstacle(other, one));
  return ofAll.filter((one) => isOwn(one) || shows(measurement, meanPoint(one.outline)));
}

function isSameObstacle(one: SeenObstacle, other: SeenObstacle): boolean {
  return distanceMm(meanPoint(one.outline), meanPoint(other.outline)) < SAME_OBSTACLE_MM;
}

function isBetterKnown(one: SeenObstacle, other: SeenObstacle): boolean {
  const [a, b] = [one, other].map(({ detectionProbability = 1 }) => detectionProbability) as [number, number];
  if (isKindKnown(one) !== isKindKnown(other)) return isKindKnown(one);
  return a > b || (a === b && one.sigmaMm < other.sigmaMm);
}

/** Distance within which unrecognised things of two pictures are one thing, mm. */
const SAME_PLACE_MM = 25;

/**
 * Unrecognised things in the pictures of a table, each once, as the most certain picture has it, without those that `ships` and `obstacles`
 * account for.
 */
export function openPlaces(
  placed: readonly PlacedView[],
  ships: readonly Pick<SeenBase, 'base' | 'pose'>[],
  obstacles: readonly SeenObstacle[],
): readonly Unmeasurable[] {
  const open = placed.flatMap(({ measurement }) => measurement.unmeasurable.filter((one) => !isAccountedFor(one, ships, obstacles)));
  const kept: Unmeasurable[] = [];
  for (const place of open.sort((a, b) => b.probability - a.probability || b.radiusMm - a.radiusMm))
    if (!kept.some((other) => distanceMm(other.at, place.at) < SAME_PLACE_MM)) kept.push(place);
  return kept;
}

/**
 * Unrecognised things of a picture, and the places in its view where others have a possible obstacle: even where one of them recognises
 * the table's obstacles, these places are not known to be empty.
 */
export function openPlacesIn(view: PlacedView, placed: readonly PlacedView[], obstacles: readonly SeenObstacle[]): readonly Unmeasurable[] {
  const { measurement } = view;
  const own = measurement.unmeasurable;
  const ofOthers = placed
    .filter((other) => other !== view)
    .map((other) => ({
      ...other,
      measurement: { ...other.measurement, unmeasurable: other.measurement.unmeasurable.filter(isOfObstacle) },
    }));
  const others = openPlaces(ofOthers, measurement.bases, obstacles).filter(
    ({ at, probability }) =>
      shows(measurement, at) && !own.some((one) => distanceMm(one.at, at) < SAME_PLACE_MM && one.probability >= probability),
  );
  return [...own, ...others];
}

/** Whether an unrecognised thing at a place may be that base, or stands on it. */
export function isAtBase({ base, pose }: Pick<SeenBase, 'base' | 'pose'>, at: Point): boolean {
  return distanceMm(pose, at) < 1.5 * halfSideMm(base);
}

/**
 * Whether a ship or a recognised obstacle accounts for a thing seen there. An unrecognised obstacle may be elsewhere than one picture has
 * it: both count.
 */
function isAccountedFor(
  place: Unmeasurable,
  ships: readonly Pick<SeenBase, 'base' | 'pose'>[],
  obstacles: readonly SeenObstacle[],
): boolean {
  const isShip = ({ base, pose }: Pick<SeenBase, 'base' | 'pose'>) =>
    isOfObstacle(place) ? distanceMm(pose, place.at) < halfSideMm(base) + BESIDE_BASE_MM : isAtBase({ base, pose }, place.at);
  const isIt = (one: SeenObstacle) => isKindKnown(one) && distanceMm(meanPoint(one.outline), place.at) < SAME_PLACE_MM;
  return ships.some(isShip) || obstacles.some(isIt);
}
