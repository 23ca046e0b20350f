import { nearestOfRings } from '../geometry/box.js';
import { ringSeparation } from '../geometry/ring.js';
import { ROUNDING_MM } from '../geometry/rounding.js';
import type { ArcRegion } from '../pieces/arcs.js';
import { isLinear, isSettled, linearAtMost, probeOf, SURE_SIGMAS, sampledAtMost } from './doubt.js';
import { type Judgement, judgement } from './judgement.js';
import type { Pair, View } from './pair.js';
import { atSamples, errorsOf } from './pair-errors.js';
import type { Workspace } from './workspace.js';

/**
 * Whether any part of the target's base lies in an arc of the viewer. The border belongs to the arc, as far as `ROUNDING_MM` goes. The
 * margin is how far the target would have to move for the answer to turn over: out of the arc the shortest way, or up to it.
 */
export function inArc({ nearest }: Workspace, pair: Pair, region: ArcRegion): Judgement {
  const separation = separationAt(pair.view, region);
  const value = separation <= ROUNDING_MM;
  let marginMm = Math.max(0, -separation);
  if (!value) {
    nearestOfRings(nearest, pair.view.ring, 4, region.corners, region.corners.length / 2);
    marginMm = -Math.sqrt(nearest.gapSq);
  }
  if (Math.abs(separation - ROUNDING_MM) > SURE_SIGMAS * pair.seenShiftMm || pair.exact) return judgement(value, Number(value), marginMm);
  const values = [separation];
  for (const probe of errorsOf(pair).probes) values.push(separationAt(probe, region));
  const probe = probeOf(values);
  if (isSettled(probe, ROUNDING_MM)) return judgement(value, Number(value), marginMm);
  if (isLinear(probe)) return judgement(value, linearAtMost(ROUNDING_MM, probe), marginMm);
  const atPoints = atSamples(pair, (view) => separationAt(view, region));
  return judgement(value, sampledAtMost(ROUNDING_MM, probe, atPoints), marginMm);
}

/** How far the target is apart from the arc along the best dividing line, mm; negative: how deep it reaches in. */
function separationAt(view: View, region: ArcRegion): number {
  return ringSeparation(view.ring, 4, region.corners, region.corners.length / 2);
}
