import type { Explanation, PutBack } from '../../judge/maneuver/explain-move.js';
import { figure, type Phrase, phrase } from '../../texts/tools-texts.js';
import { maneuverPhrase } from './maneuver-phrase.js';

/** Distance within which a ship is back in its place, mm and degrees. */
export const BACK_WITHIN = { mm: 0.5, deg: 0.5 } as const;

/** The maneuver that moved a ship: the one that fits best, the ship's offset from its end, and whether hands and camera explain that. */
export function movedWords([best]: readonly Explanation[]): { readonly text: Phrase; readonly isPlausible: boolean } {
  if (!best) return { text: phrase('nothing-to-compare'), isPlausible: false };
  const { maneuver, align, execution, offset, plausible } = best;
  const bumped = execution.execution === 'partial' ? [phrase('partially-executed')] : [];
  const name = phrase('list', maneuverPhrase(maneuver), ...(align ? [phrase(align)] : []), ...bumped);
  const key = plausible ? 'maneuver-fits' : 'no-maneuver-fits';
  return { text: phrase(key, name, figure(offset.distanceMm, 1), figure(Math.abs(offset.turnDeg), 1)), isPlausible: plausible };
}

export interface Guidance {
  readonly state: 'back' | 'near' | 'off';
  readonly text: Phrase;
}

/**
 * Directions for putting a ship back, as its pilot sees it; `near`: it is there as far as the camera can measure, which is not to half a
 * millimetre.
 */
export function putBackWords({ rightMm, forwardMm, distanceMm, turnDeg, isBack }: PutBack): Guidance {
  const size = (value: number) => figure(Math.abs(value), 1);
  const rest = [size(distanceMm), size(turnDeg)] as const;
  if (distanceMm <= BACK_WITHIN.mm && Math.abs(turnDeg) <= BACK_WITHIN.deg) return { state: 'back', text: phrase('in-old-place', ...rest) };
  if (isBack) return { state: 'near', text: phrase('in-old-place-nearly', ...rest) };
  const moves = [
    ...(Math.abs(forwardMm) >= 0.1 ? [phrase(forwardMm > 0 ? 'mm-forward' : 'mm-back', size(forwardMm))] : []),
    ...(Math.abs(rightMm) >= 0.1 ? [phrase(rightMm > 0 ? 'mm-to-right' : 'mm-to-left', size(rightMm))] : []),
  ];
  const way = turnDeg > 0 ? 'clockwise' : 'anticlockwise';
  if (moves.length === 0) return { state: 'off', text: phrase(`turn-${way}`, size(turnDeg)) };
  const turn = Math.abs(turnDeg) >= 0.1 ? [phrase(`and-turn-${way}`, size(turnDeg))] : [];
  return { state: 'off', text: phrase('move-it', phrase('list', ...moves, ...turn)) };
}
