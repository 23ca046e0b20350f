import { tableFromPiece } from '../../geometry/pose.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { SeenBase } from '../measurement.js';
import type { Unmeasurable } from '../table.js';
import { UNMEASURED } from '../unmeasured-reason.js';
import { type PlacedView, shows } from './identify-ships.js';
import { isAtBase } from './objects-of-all.js';

/** A ship where it stood last, and the last picture that shows it. */
interface StoodLast {
  readonly last: PlacedView;
  readonly base: SeenBase;
}

/** Whether a later picture (`placed` is in order of time) than the last that shows a ship has all of its place in it, and neither the ship nor anything that could not be measured there. */
export function isGone({ last, base }: StoodLast, placed: readonly PlacedView[]): boolean {
  const half = halfSideMm(base.base);
  const corners = [-half, half].flatMap((x) => [-half, half].map((y) => tableFromPiece(base.pose, { x, y })));
  return placed
    .slice(placed.indexOf(last) + 1)
    .some(
      ({ measurement }) =>
        corners.every((corner) => shows(measurement, corner)) && !measurement.unmeasurable.some(({ at }) => isAtBase(base, at)),
    );
}

/** A ship that is gone, or hidden: where it stood nothing is certain. */
export function placeOfGone({ base: { base, pose } }: StoodLast): Unmeasurable {
  return { at: { x: pose.x, y: pose.y }, radiusMm: Math.SQRT2 * halfSideMm(base), probability: 0.5, reason: UNMEASURED.baseWasThere };
}
