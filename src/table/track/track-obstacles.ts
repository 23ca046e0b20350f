import { cameraCentre } from '../../geometry/camera.js';
import { pixelInPicture } from '../../geometry/in-picture.js';
import { meanPoint, reachMm } from '../../geometry/mean-point.js';
import { distanceMm, type Point, type Point3 } from '../../geometry/point.js';
import { pointSegmentDistanceSq } from '../../geometry/ring-point.js';
import { halfSideMm } from '../../pieces/bases.js';
import { type Edit, isObstacleEdit } from '../edits.js';
import type { SeenBase, SeenObstacle, TableMeasurement } from '../measurement.js';
import type { Obstacle } from '../table.js';
import { UNMEASURED } from '../unmeasured-reason.js';
import { assign, SAME_PLACE_MM } from './track-assignment.js';
import { isSameSide } from './track-side.js';
import type { TableState } from './track-state.js';

/** Largest usual distance of the middle of an outline as seen from that of the true one, mm. */
const STILL_OBSTACLE_MM = 10;
/** Number of looks in a row after which an obstacle that they miss is gone: one may miss it. */
const GONE_LOOKS = 2;
/** Height up to which a ship's miniature hides things, mm. */
const MINIATURE_MM = 110;
/** Share by which outlines of one obstacle may differ in their reach from the middle. */
const SAME_REACH = 0.2;
/** Farther than any two obstacles of a table can be from each other, mm. */
const ANYWHERE_MM = 3000;

/**
 * The obstacles after one more look. One seen where one lay is the same, and so is one that is seen elsewhere while its like is gone from plain view: it was moved. One that is hidden
 * stays.
 */
export function obstaclesAfter(
  { obstacles: before, obstacleSights: sights = {} }: TableState,
  look: TableMeasurement,
  said: readonly Edit[],
): Pick<TableState, 'obstacles' | 'obstacleSights'> {
  const { obstacles: seen } = look;
  const inPlace = assign(
    before.map((old) => seen.map((now) => distanceMm(meanPoint(old.outline), meanPoint(now.outline)))),
    SAME_PLACE_MM,
  );
  const isMissed = before.map((old, row) => {
    const sight = sights[old.id];
    return inPlace[row] === undefined && sight !== undefined && isInPlainView(old, look, sight.from);
  });
  // A person's word holds where it was said.
  const isSaid = ({ id }: Obstacle) => said.some((edit) => isObstacleEdit(edit) && edit.obstacleId === id);
  const moved = assign(
    before.map((old, row) =>
      seen.map((now, column) =>
        isMissed[row] && !isSaid(old) && !inPlace.includes(column) && isAlike(old, now)
          ? distanceMm(meanPoint(old.outline), meanPoint(now.outline))
          : Number.POSITIVE_INFINITY,
      ),
    ),
    ANYWHERE_MM,
  );
  const pairs = before.map((_, row) => inPlace[row] ?? moved[row]);
  const from = cameraCentre(look.camera);
  const kept = before.map((old, row) => {
    const now = seen[pairs[row] ?? -1];
    return !now || isWorseMeasurement(old, now) ? old : { id: old.id, ...now };
  });
  const highest = Math.max(0, ...before.map(({ id }) => Number(/^obstacle-(\d+)$/.exec(id)?.[1] ?? 0)));
  const fresh = seen
    .filter((_, column) => !pairs.includes(column))
    .map((now, index) => ({ id: `obstacle-${highest + 1 + index}`, ...now }));
  const seenNow = [...before.filter((_, row) => pairs[row] !== undefined), ...fresh].map(
    ({ id }) => [id, { from, missedLooks: 0 }] as const,
  );
  const missed = before.flatMap((old, row) => {
    const sight = sights[old.id];
    if (!sight || pairs[row] !== undefined) return [];
    return [[old.id, isMissed[row] ? { ...sight, missedLooks: sight.missedLooks + 1 } : sight] as const];
  });
  return { obstacles: [...kept, ...fresh], obstacleSights: Object.fromEntries([...seenNow, ...missed]) };
}

/**
 * An obstacle as certain as it is: one that looks from where it was seen no longer show may have been taken away, and anything that crosses
 * it is open.
 */
export function asBelieved(one: Obstacle, state: TableState): Obstacle {
  return isGone(one, state) ? { ...one, detectionProbability: Math.min(one.detectionProbability ?? 1, 0.5) } : one;
}

/** Whether looks from where an obstacle was seen no longer show it. */
export function isGone({ id }: Obstacle, { obstacleSights: sights = {} }: TableState): boolean {
  return (sights[id]?.missedLooks ?? 0) >= GONE_LOOKS;
}

/** Whether a look from about where an obstacle was seen shows its place: all of it in the picture, and nothing on it or before it. */
function isInPlainView({ outline }: Obstacle, { camera, bases, unmeasurable }: TableMeasurement, from: Point3): boolean {
  const eye = cameraCentre(camera);
  const at = meanPoint(outline);
  const reach = reachMm(outline);
  // A spot of the masks beside its place is another thing; an unrecognised base hides as much as a recognised one.
  const isAnythingThere = unmeasurable.some(({ at: there, radiusMm, reason }) => {
    if (reason === UNMEASURED.obstacleWasThere) return false;
    return distanceMm(there, at) < (reason === UNMEASURED.perhapsObstacle ? SAME_PLACE_MM : radiusMm + reach);
  });
  return (
    isSameSide(eye, from, at) &&
    !isAnythingThere &&
    outline.every((point) => pixelInPicture(camera, { ...point, z: 0 })) &&
    !bases.some((base) => hides(base, eye, at, reach))
  );
}

/** Whether a ship, with its miniature, stands on a round place of the mat or before it. */
function hides({ base, pose }: SeenBase, eye: Point3, at: Point, reach: number): boolean {
  const height = Math.min(MINIATURE_MM, eye.z / 2);
  const further = eye.z / (eye.z - height);
  const behind = { x: eye.x + further * (pose.x - eye.x), y: eye.y + further * (pose.y - eye.y) };
  const width = further * Math.SQRT2 * halfSideMm(base) + reach;
  return pointSegmentDistanceSq(at.x, at.y, pose.x, pose.y, behind.x, behind.y) < width ** 2;
}

/** Whether one obstacle may have been seen both times: by its token, or by its size where it was not recognised. */
function isAlike(old: Obstacle, now: SeenObstacle): boolean {
  if (old.token && now.token) return old.token.xws === now.token.xws;
  const [one, other] = [reachMm(old.outline), reachMm(now.outline)];
  return Math.abs(one - other) < SAME_REACH * Math.max(one, other);
}

/**
 * Whether a recognised obstacle is now seen where it was, but not well enough to be recognised again: it keeps its name and true outline.
 */
function isWorseMeasurement(old: Obstacle, now: SeenObstacle): boolean {
  return (
    old.token !== undefined && now.token === undefined && distanceMm(meanPoint(old.outline), meanPoint(now.outline)) < STILL_OBSTACLE_MM
  );
}
