import { type Pose, wrapRad } from '../geometry/pose.js';
import type { SeenBase, Sighting } from './sighting.js';
import { getBlock, setBlock, type Track } from './track-state.js';

/** A ship that stands this near and faces this nearly the same way, or the opposite one, is the one whose front cannot be told just now. */
const SAME_MM = 10;
const SAME_RAD = (25 * Math.PI) / 180;

/**
 * The sighting without fronts that are open: a base whose front the camera cannot tell faces as the ship does that is known to stand there,
 * from earlier frames or from a person; where none is known it is not measurable.
 */
export function withKnownFronts(sighting: Sighting, known: readonly Track[]): Sighting {
  if (!sighting.bases.some(({ ifFrontUnknown }) => ifFrontUnknown)) return sighting;
  const told = sighting.bases.map((seen) => (seen.ifFrontUnknown ? facingAsKnown(seen, known) : seen));
  const kept = told.flatMap((seen, column) => (seen ? [{ seen, column }] : []));
  const size = 3 * sighting.bases.length;
  const joint = new Array<number>((3 * kept.length) ** 2).fill(0);
  kept.forEach(({ column: a }, row) => {
    kept.forEach(({ column: b }, column) => {
      setBlock(joint, 3 * kept.length, row, column, getBlock(sighting.jointCovariance, size, a, b));
    });
  });
  return {
    ...sighting,
    bases: kept.map(({ seen }) => seen),
    jointCovariance: joint,
    unmeasurable: [
      ...sighting.unmeasurable,
      ...sighting.bases.flatMap(({ ifFrontUnknown }, i) => (ifFrontUnknown && !told[i] ? [ifFrontUnknown] : [])),
    ],
  };
}

function facingAsKnown(seen: SeenBase, known: readonly Track[]): SeenBase | undefined {
  const ways = [seen.pose, { ...seen.pose, headingRad: wrapRad(seen.pose.headingRad + Math.PI) }];
  const pose = ways.find((way) => known.some((ship) => ship.base === seen.base && standsAt(ship.pose, way)));
  return pose && { ...seen, pose };
}

function standsAt(a: Pose, b: Pose): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) < SAME_MM && Math.abs(wrapRad(a.headingRad - b.headingRad)) < SAME_RAD;
}
