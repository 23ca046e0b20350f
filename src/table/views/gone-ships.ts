import { distanceMm } from '../../geometry/point.js';
import { tableFromPiece } from '../../geometry/pose.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { Unmeasurable } from '../table.js';
import { isOfObstacle, UNMEASURED } from '../unmeasured-reason.js';
import { type PlacedView, type StoodLast, shows } from './identify-ships.js';
import { isAtBase } from './objects-of-all.js';

/** Probability from which on a thing seen is likely a base: with less it does not show that the ship still stands there. */
const LIKELY = 0.5;

/** Distance within which a faint detection of a base of a ship's size is likely that ship, mm: of some twenty on a table one in 200 is so near by chance. */
const FAINT_MM = 8;

/**
 * What the pictures show of a ship's place that are later than the last that shows it (`placed` is in order of time): where one shows all
 * of the place, but nothing there that is likely a base, the ship is gone, or may stand there where that is a faint base of its size.
 */
export function presenceOf(stood: StoodLast, placed: readonly PlacedView[]): 'there' | 'perhaps there' | 'gone' {
  const { base } = stood;
  const isLikelyIt = ({ at, probability }: Unmeasurable) => probability >= LIKELY && isAtBase(base, at);
  const isFaintlyIt = ({ at, radiusMm }: Unmeasurable) => distanceMm(base.pose, at) < FAINT_MM && Math.abs(radiusMm - cornerMm(base)) < 1;
  const shown = laterOf(stood, placed).map(({ measurement }) => {
    const places = measurement.unmeasurable.filter((one) => !isOfObstacle(one));
    return places.some(isLikelyIt) ? 'there' : places.some(isFaintlyIt) ? 'perhaps there' : 'gone';
  });
  return (['gone', 'perhaps there'] as const).find((one) => shown.includes(one)) ?? 'there';
}

const cornerMm = ({ base }: StoodLast['base']) => Math.SQRT2 * halfSideMm(base);

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
export function placeOfGone({ base }: StoodLast): Unmeasurable {
  const { x, y } = base.pose;
  return { at: { x, y }, radiusMm: cornerMm(base), probability: 0.5, reason: UNMEASURED.baseWasThere };
}
