import { distanceMm } from '../../geometry/point.js';
import { isTurnedByQuarters, wrapRad } from '../../geometry/pose.js';
import { facingAs } from '../facing-as.js';
import type { SeenBase } from '../measurement.js';
import { identified, type KnownShip, type PlacedView } from './identify-ships.js';
import { obstaclesIn, obstaclesOfAll, openPlacesIn } from './objects-of-all.js';

/** A base that faces otherwise in two pictures by a quarter turn or half of one, rad at most beside it, where it stands in both, mm, was misread in one of them. */
const MISREAD = { mm: 10, rad: 0.07 };

/**
 * The pictures, each with what the others know of ships that stand in the same place: that it is one, as surely as any of them shows it, and which way it faces, where that
 * picture does not show it; and the obstacles in its view that any shows, with the places where one may lie. Of a ship that two have facing otherwise no front is known: which of them is right is not known, nor
 * whether it was turned in between.
 */
export function withWhatOthersKnow(placed: readonly PlacedView[]): readonly PlacedView[] {
  const known = new Map<SeenBase, SeenBase>();
  for (const { seen } of identified(placed)) {
    const read = seen.map(({ view, index }) => view.measurement.bases[index]!);
    const inDoubt = new Set(read.flatMap((one) => read.flatMap((other) => (isMisread(one, other) ? [one, other] : []))));
    for (const stay of stays(seen)) {
      const detectionProbability = Math.max(...stay.map((base) => base.detectionProbability));
      const faced = stay.some((base) => inDoubt.has(base) || base.isFrontDisputed)
        ? undefined
        : stay.find(({ isFrontOpen }) => !isFrontOpen);
      for (const base of stay) {
        const facing = inDoubt.has(base) ? { ...base, isFrontOpen: true as const } : faced ? facingLike(faced, base) : base;
        known.set(base, { ...facing, detectionProbability });
      }
    }
  }
  const obstacles = obstaclesOfAll(placed);
  return placed.map((view) => ({
    ...view,
    measurement: {
      ...view.measurement,
      bases: view.measurement.bases.map((base) => known.get(base)!),
      obstacles: obstaclesIn(view.measurement, obstacles),
      unmeasurable: openPlacesIn(view, placed, obstacles),
    },
  }));
}

/** A ship as it was seen in each of the places where it stood. */
function stays(seen: KnownShip['seen']): readonly (readonly SeenBase[])[] {
  const found: SeenBase[][] = [];
  for (const { view, index, isSamePlace } of seen) {
    const base = view.measurement.bases[index]!;
    if (isSamePlace) found[found.length - 1]!.push(base);
    else found.push([base]);
  }
  return found;
}

/** A base with the front of another picture's, unless its sides are turned from those: another ship may stand there now. */
function facingLike(faced: SeenBase, base: SeenBase): SeenBase {
  const pose = base.isFrontOpen && facingAs(base, faced);
  if (!pose || Math.abs(wrapRad(pose.headingRad - faced.pose.headingRad)) > MISREAD.rad) return base;
  const { isFrontOpen, ...rest } = base;
  return { ...rest, pose };
}

function isMisread(one: SeenBase, other: SeenBase): boolean {
  if (one.isFrontOpen || other.isFrontOpen || distanceMm(one.pose, other.pose) > MISREAD.mm) return false;
  return isTurnedByQuarters(one.pose.headingRad, other.pose.headingRad, MISREAD.rad);
}
