import { ringSeparation } from '../geometry/ring.js';
import { ringDistanceMm } from '../geometry/ring-distance.js';
import { ROUNDING_MM } from '../geometry/rounding.js';
import type { ArcRegion } from '../pieces/arcs.js';
import { isSettled, probabilityAtMost, probeOf } from './doubt.js';
import { type Judgement, judgement } from './judgement.js';
import { type PairView, RELATIVE_COORDINATES, type View } from './pair-view.js';

/**
 * Whether any part of the target's base lies in an arc of the viewer. The border belongs to the arc, as far as `ROUNDING_MM` goes. The
 * margin is how far the target would have to move for the answer to turn over: out of the arc the shortest way, or up to it.
 */
export function inArc(view: PairView, region: ArcRegion): Judgement {
  const separation = separationAt(view.centre, region);
  const value = separation <= ROUNDING_MM;
  const marginMm = value ? Math.max(0, -separation) : -ringDistanceMm(view.centre.ring, 4, region.corners, region.corners.length / 2);
  if (view.exact) return judgement(value, Number(value), marginMm);
  const values = [separation];
  for (let i = 0; i < 2 * RELATIVE_COORDINATES; i++) values.push(separationAt(view.probes[i]!, region));
  const probe = probeOf(values);
  if (isSettled(probe, ROUNDING_MM)) return judgement(value, Number(value), marginMm);
  const atPoints = Float64Array.from(view.samples(), (at) => separationAt(at, region));
  return judgement(value, probabilityAtMost(ROUNDING_MM, probe, atPoints), marginMm);
}

/** How far the target is apart from the arc along the best dividing line, mm; negative: how deep it reaches in. */
function separationAt(view: View, region: ArcRegion): number {
  return ringSeparation(view.ring, 4, region.corners, region.corners.length / 2);
}
