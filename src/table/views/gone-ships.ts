import { tableFromPiece } from '../../geometry/pose.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { Unmeasurable } from '../table.js';
import { isOfObstacle, UNMEASURED } from '../unmeasured-reason.js';
import { type PlacedView, type StoodLast, shows } from './identify-ships.js';
import { isAtBase } from './objects-of-all.js';

/** Probability from which on a thing seen is likely a base: with less it does not show that the ship still stands there. */
const LIKELY = 0.5;

/**
 * Whether a picture later than the last that shows a ship (`placed` is in order of time) shows all of its place, but neither the ship nor
 * anything there that is likely a base that could not be measured.
 */
export function isGone(stood: StoodLast, placed: readonly PlacedView[]): boolean {
  const mayBeIt = (one: Unmeasurable) => one.probability >= LIKELY && !isOfObstacle(one) && isAtBase(stood.base, one.at);
  return laterOf(stood, placed).some(({ measurement }) => !measurement.unmeasurable.some(mayBeIt));
}

/** Whether no later picture shows what stands there now. */
export function isOutOfView(stood: StoodLast, placed: readonly PlacedView[]): boolean {
  return laterOf(stood, placed).length === 0;
}

/** The later pictures that show all of the place. */
function laterOf({ last, base }: StoodLast, placed: readonly PlacedView[]): readonly PlacedView[] {
  const half = halfSideMm(base.base);
  const corners = [-half, half].flatMap((x) => [-half, half].map((y) => tableFromPiece(base.pose, { x, y })));
  return placed.slice(placed.indexOf(last) + 1).filter(({ measurement }) => corners.every((corner) => shows(measurement, corner)));
}

/** A ship that is gone, or hidden: nothing is certain where it stood. */
export function placeOfGone({ base: { base, pose } }: StoodLast): Unmeasurable {
  return { at: { x: pose.x, y: pose.y }, radiusMm: Math.SQRT2 * halfSideMm(base), probability: 0.5, reason: UNMEASURED.baseWasThere };
}
