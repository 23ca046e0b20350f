import type { Explanation, PutBack } from '../../judge/maneuver/explain-move.js';
import { maneuverName } from '../../pieces/maneuver.js';

/** A ship is back in its place within this, mm and degrees. */
export const BACK_WITHIN = { mm: 0.5, deg: 0.5 } as const;

/** What moved a ship: the maneuver that fits best and how far off it stands, and whether hands and camera explain that. */
export function movedWords([best]: readonly Explanation[]): { readonly text: string; readonly isPlausible: boolean } {
  if (!best) return { text: 'No maneuver to compare with.', isPlausible: false };
  const { maneuver, align, execution, offset, plausible } = best;
  const bumped = execution.execution === 'partial' ? ', partially executed' : '';
  const name = `${maneuverName(maneuver)}${align ? `, ${align}` : ''}${bumped}`;
  const off = `${offset.distanceMm.toFixed(1)} mm and ${Math.abs(offset.turnDeg).toFixed(1)}° off`;
  return plausible
    ? { text: `${name}: ${off}, within what hands and camera do.`, isPlausible: true }
    : { text: `No maneuver fits. The nearest is ${name}: ${off}, more than hands and camera do.`, isPlausible: false };
}

export interface Guidance {
  readonly state: 'back' | 'near' | 'off';
  readonly text: string;
}

/** How to put a ship back, as its pilot sees it; `near`: it is there as far as the camera can measure, which is not to half a millimetre. */
export function putBackWords({ rightMm, forwardMm, distanceMm, turnDeg, isBack }: PutBack): Guidance {
  const rest = `${distanceMm.toFixed(1)} mm and ${Math.abs(turnDeg).toFixed(1)}° from it`;
  if (distanceMm <= BACK_WITHIN.mm && Math.abs(turnDeg) <= BACK_WITHIN.deg) return { state: 'back', text: `In its old place (${rest}).` };
  if (isBack) return { state: 'near', text: `In its old place as nearly as the camera can tell (${rest}).` };
  const steps = [
    Math.abs(forwardMm) >= 0.1 ? `${Math.abs(forwardMm).toFixed(1)} mm ${forwardMm > 0 ? 'forward' : 'back'}` : '',
    Math.abs(rightMm) >= 0.1 ? `${Math.abs(rightMm).toFixed(1)} mm to its ${rightMm > 0 ? 'right' : 'left'}` : '',
    Math.abs(turnDeg) >= 0.1 ? `turn it ${Math.abs(turnDeg).toFixed(1)}° ${turnDeg > 0 ? 'clockwise' : 'anticlockwise'}` : '',
  ].filter((step) => step !== '');
  return { state: 'off', text: `Move it ${steps.join(', ')}.`.replace('Move it turn it', 'Turn it') };
}
