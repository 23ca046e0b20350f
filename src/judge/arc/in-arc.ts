import { ringSeparation } from '../../geometry/ring.js';
import { pointRingDistanceSq } from '../../geometry/ring-point.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import type { ArcRegion } from '../../pieces/arcs.js';
import { isLinear, isSettled, linearAtMost, probeOf, SURE_SIGMAS, sampledAtMost } from '../core/error-propagation.js';
import { facings } from '../core/facings.js';
import { type Judgement, judgement } from '../core/judgement.js';
import type { Pair, View } from '../core/pair.js';
import { atSamples, errorsOf } from '../core/pair-errors.js';

/**
 * Whether any part of the target's base lies in an arc of the viewer. The border belongs to the arc, as far as `ROUNDING_MM` goes. The
 * margin is how far the target would have to move for the answer to turn over: out of the arc the shortest way, or up to it. For a viewer
 * with an open front the answer is that for its assumed heading; the probability covers all headings that it may have.
 */
export function inArc(pair: Pair, region: ArcRegion): Judgement {
  const asTaken = inArcOf(pair, region);
  if (!pair.viewer.isFrontOpen) return asTaken;
  const probability = facings(pair).reduce((sum, one) => sum + one.probability * inArcOf(one.pair, region).probability, 0);
  return judgement(asTaken.value, probability, asTaken.marginMm);
}

function inArcOf(pair: Pair, region: ArcRegion): Judgement {
  const separation = separationAt(pair.view, region);
  const value = separation <= ROUNDING_MM;
  const marginMm = value ? Math.max(0, -separation) : -distanceMm(pair.view.ring, region);
  if (Math.abs(separation - ROUNDING_MM) > SURE_SIGMAS * pair.seenShiftMm || pair.exact) return judgement(value, Number(value), marginMm);
  const values = [separation];
  for (const probe of errorsOf(pair).probes) values.push(separationAt(probe, region));
  const probe = probeOf(values);
  if (isSettled(probe, ROUNDING_MM)) return judgement(value, Number(value), marginMm);
  if (isLinear(probe)) return judgement(value, linearAtMost(ROUNDING_MM, probe), marginMm);
  const atPoints = atSamples(pair, (view) => separationAt(view, region));
  return judgement(value, sampledAtMost(ROUNDING_MM, probe, atPoints), marginMm);
}

/** Gap between the target and the arc along the best dividing line, mm; negative: minus the depth to which it reaches in. */
function separationAt(view: View, region: ArcRegion): number {
  return ringSeparation(view.ring, 4, region.corners, region.corners.length / 2);
}

/** Distance of a ring from an arc that it is not in, mm. */
function distanceMm(ring: readonly number[], { sides, apexes }: ArcRegion): number {
  let best = Infinity;
  for (let i = 0; i < ring.length; i += 2) {
    for (let s = 0; s < sides.length; s += 3) {
      const outMm = sides[s + 2]! - sides[s]! * ring[i]! - sides[s + 1]! * ring[i + 1]!;
      // A corner is nearest to a side where its foot lies on the border; beyond that an apex is nearer.
      if (outMm <= 0 || outMm >= best) continue;
      if (isInside(sides, s, ring[i]! + outMm * sides[s]!, ring[i + 1]! + outMm * sides[s + 1]!)) best = outMm;
    }
  }
  let bestSq = best * best;
  for (let a = 0; a < apexes.length; a += 2) bestSq = Math.min(bestSq, pointRingDistanceSq(apexes[a]!, apexes[a + 1]!, ring));
  return Math.sqrt(bestSq);
}

/** Whether a point lies inside all sides but the one at place `except`. */
function isInside(sides: readonly number[], except: number, x: number, y: number): boolean {
  for (let s = 0; s < sides.length; s += 3) {
    if (s !== except && sides[s]! * x + sides[s + 1]! * y < sides[s + 2]!) return false;
  }
  return true;
}
