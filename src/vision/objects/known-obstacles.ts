import { meanPoint, reachMm } from '../../geometry/mean-point.js';
import { distanceMm, type Point } from '../../geometry/point.js';
import { ringContains } from '../../geometry/ring-point.js';
import type { Quarters } from '../../table/edits.js';
import type { SeenObstacle } from '../../table/measurement.js';
import { movedPoint, quarterMotion } from '../../table/moved-table.js';
import type { Obstacle, Unmeasurable } from '../../table/table.js';
import { UNMEASURED } from '../../table/unmeasured-reason.js';

/**
 * Standard deviation of the table frame, mm, the only error with which an obstacle that a person confirmed, or that was found before, is
 * where it was.
 */
export const FRAME_SIGMA_MM = 0.7;

/**
 * Report of an obstacle that was found in an earlier picture and is not seen now, with nothing on it: it may have been taken away, or never
 * have been one.
 */
const GONE = { probability: 0.5, reason: UNMEASURED.obstacleWasThere };

/** View of an obstacle in its known place: found, seen by its edges, possibly an obstacle, under a base, or not at all. */
type Sight = 'found' | 'lying' | 'half' | 'stoodOn' | 'missed';

/**
 * The obstacles of a table with those that are known from a setup: these stay unchanged where they are seen, or half seen, or a base stands
 * on them; one found on top of one of them is that one. Unless more of them are seen than missed, the obstacles were laid out again: then
 * only those that are seen stay, unless another token is found there. Others are reported as places where something may be. `isSeenToLie`:
 * asked of those that are not found.
 */
export function withKnownObstacles(
  known: readonly Obstacle[],
  found: readonly SeenObstacle[],
  suspects: readonly Unmeasurable[],
  bases: readonly Point[],
  isSeenToLie: (one: Obstacle) => boolean,
): { readonly obstacles: readonly SeenObstacle[]; readonly suspects: readonly Unmeasurable[] } {
  const isOn = ({ outline }: Obstacle, at: Point) => ringContains(ringOf(outline), at.x, at.y);
  const isFoundAs = (one: Obstacle, other: SeenObstacle) =>
    ringContains(ringOf(other.outline), ...middleOf(one.outline)) || isOn(one, meanPoint(other.outline));
  const sightOf = (one: Obstacle): Sight => {
    if (found.some((other) => isFoundAs(one, other))) return 'found';
    if (isSeenToLie(one)) return 'lying';
    // A thing seen beside a base may be part of its ship.
    if (bases.some((at) => reachMm(one.outline) > distanceMm(at, meanPoint(one.outline)))) return 'stoodOn';
    return suspects.some(({ at }) => isOn(one, at)) ? 'half' : 'missed';
  };
  const sights = new Map(known.map((one) => [one, sightOf(one)]));
  const isRelaid = isMostMissed([...sights.values()]) ?? found.some((one) => isPlain(one) && !known.some((other) => isFoundAs(other, one)));
  const isReplaced = (one: Obstacle) => isRelaid && found.some((other) => isFoundAs(one, other) && isOtherToken(one, other));
  const stays: Readonly<Record<Sight, boolean>> = { found: true, lying: true, half: !isRelaid, stoodOn: !isRelaid, missed: false };
  const there = known.filter((one) => stays[sights.get(one)!] && !isReplaced(one));
  const gone = known.filter((one) => !stays[sights.get(one)!]);
  const kept = there.map(({ id: _, sigmaMm = 0, ...one }): SeenObstacle => ({ ...one, sigmaMm: Math.hypot(sigmaMm, FRAME_SIGMA_MM) }));
  const others = found.filter((one) => !there.some((other) => isFoundAs(other, one)));
  const unmeasurable = gone.map((one): Unmeasurable => ({ at: meanPoint(one.outline), radiusMm: reachMm(one.outline), ...GONE }));
  const left = suspects.filter(({ at }) => !there.some((one) => isOn(one, at)));
  return { obstacles: [...kept, ...others], suspects: [...left, ...unmeasurable] };
}

/** Whether at least as many of the known obstacles are missed as seen; undefined where bases stand on all of them. */
function isMostMissed(sights: readonly Sight[]): boolean | undefined {
  const missed = sights.filter((sight) => sight === 'missed').length;
  const seen = sights.filter((sight) => sight !== 'missed' && sight !== 'stoodOn').length;
  return seen + missed > 0 ? seen <= missed : undefined;
}

function isPlain({ detectionProbability }: SeenObstacle): boolean {
  return detectionProbability === undefined;
}

function isOtherToken({ token }: Obstacle, other: SeenObstacle): boolean {
  return token !== undefined && other.token !== undefined && token.xws !== other.token.xws;
}

/** Distance within which a found obstacle is at a place, mm. */
const SAME_PLACE_MM = 25;
/**
 * Additional number of obstacles that a turned table must explain: in the places that the known ones would then have, compared with their
 * present ones.
 */
const TURNED_LEAD = 2;

/**
 * Whether a picture shows the table from another side than the one that its obstacles are known from: a square mat has no marked corner, so
 * where a camera's picture turns, or the camera goes round the table, the frame of the measurement is turned by quarters.
 */
export function isTurnedTable(known: readonly Pick<Obstacle, 'outline'>[], found: readonly Pick<Obstacle, 'outline'>[], mat: Mat): boolean {
  const middles = found.map(({ outline }) => meanPoint(outline));
  const lyingAfter = (quarters: Quarters) =>
    known.filter(({ outline }) => {
      const at = movedPoint(meanPoint(outline), quarterMotion(mat, quarters));
      return middles.some((middle) => distanceMm(middle, at) < SAME_PLACE_MM);
    }).length;
  const least = lyingAfter(0) + TURNED_LEAD;
  return ([1, 2, 3] as const).some((quarters) => lyingAfter(quarters) >= least);
}

type Mat = Parameters<typeof quarterMotion>[0];

function middleOf(outline: readonly Point[]): [number, number] {
  const { x, y } = meanPoint(outline);
  return [x, y];
}

function ringOf(outline: readonly Point[]): number[] {
  return outline.flatMap(({ x, y }) => [x, y]);
}
