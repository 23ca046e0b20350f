import { pointRingDistanceSq, ringContains } from '../../geometry/ring-point.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import type { ArcRegion } from '../../pieces/arcs.js';
import { type AttackArc, attackGapAt, attackLinesAt, wholeArc } from '../arc/attack-line.js';
import { probeOf, SURE_SIGMAS, spreadMm } from '../core/error-propagation.js';
import type { Pair, View } from '../core/pair.js';
import { atSamples, errorsOf, holdsAllAround } from '../core/pair-errors.js';
import { middleLine, type ShortestLines } from '../core/shortest-lines.js';
import type { Workspace } from '../core/workspace.js';
import { boxRing, type Closest, linesOnTable } from '../range/closest.js';
import { type RangeAnswer, rangeOf } from '../range/range.js';
import { settledRange, unsettledRange } from '../range/range-uncertainty.js';

/** The attack range in one arc (RNG-03), with the lines it can be measured along. */
export interface Attack {
  /** Uncertainty of the range alone: its probabilities hold if the target is in the arc at all. */
  readonly answer: RangeAnswer;
  readonly arc: AttackArc;
  /** The equally short lines of the table as measured, table frame. */
  readonly lines: ShortestLines;
  /** Whether the arc's border is out of reach of the line whatever the errors, so that the attack is measured as without an arc. */
  readonly wholeInArc: boolean;
}

/** The attack of a pair in an arc, or undefined when the target is not in it. `nearest` is the pair's closest distance, arcs apart. */
export function attack(work: Workspace, pair: Pair, arc: AttackArc, nearest: Closest): Attack | undefined {
  if (!arc.own && isUncut(pair, arc, nearest))
    return { answer: nearest.answer, arc: wholeArc(arc), lines: nearest.lines, wholeInArc: true };
  const shortest = attackLinesAt(work, pair, arc, pair.view, ROUNDING_MM);
  if (!shortest) return undefined;
  const lines = linesOnTable(pair.view, shortest);
  return { answer: answerOf(work, pair, arc, lines, nearest.signedGapMm), arc, lines, wholeInArc: false };
}

/** Whether the arc's border cuts off nothing that matters: the whole target is inside, or its closest point is and stays the closest. */
function isUncut(pair: Pair, { region }: AttackArc, { lines, tieMm }: Closest): boolean {
  const { view } = pair;
  const reachMm = SURE_SIGMAS * pair.seenShiftMm;
  if (depthMm(view.ring, region) > reachMm) return true;
  if (tieMm <= 2 * SURE_SIGMAS * pair.shiftMm + ROUNDING_MM) return false;
  const { x, y } = lines.first.to;
  const dx = x - view.viewerX;
  const dy = y - view.viewerY;
  const closest = [view.viewerCos * dx - view.viewerSin * dy, view.viewerSin * dx + view.viewerCos * dy];
  return depthMm(closest, region) > reachMm + SURE_SIGMAS * pair.lineShiftMm;
}

/** A range whose line the arc's border may cut off: any part of the target may then be the closest that is left. */
function answerOf(work: Workspace, pair: Pair, arc: AttackArc, lines: ShortestLines, closestMm: number): RangeAnswer {
  const { from, to } = middleLine(lines);
  if (pair.exact) return settledRange(lines.gapMm, 0, from, to);
  const gapAt = (view: View) => attackGapAt(work, pair, arc, view);
  const values = [gapAt(pair.view)];
  for (const probe of errorsOf(pair).probes) values.push(gapAt(probe));
  const probe = probeOf(values);
  const reachMm = SURE_SIGMAS * pair.shiftMm;
  const range = rangeOf(values[0]!);
  const isInBand = (view: View) => {
    const gapMm = gapAt(view);
    return Number.isNaN(gapMm) || rangeOf(gapMm) === range;
  };
  if (rangeOf(closestMm - reachMm) === rangeOf(farthestMm(pair, arc) + reachMm) || holdsAllAround(pair, isInBand)) {
    // The target may be out of the arc in a probe.
    const sigmaMm = Number.isNaN(probe.sigmaMm) ? spreadMm(atSamples(pair, gapAt)) : probe.sigmaMm;
    return settledRange(values[0]!, sigmaMm, from, to);
  }
  return unsettledRange(probe, from, to, atSamples(pair, gapAt));
}

/** Distance of the target's farthest corner from the area that may be measured from, mm; 0 where all corners are inside it. */
function farthestMm({ view: { ring }, viewerHalf }: Pair, { own }: AttackArc): number {
  const from = own ?? boxRing(viewerHalf);
  let most = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const inside = ringContains(from, ring[i]!, ring[i + 1]!);
    if (!inside) most = Math.max(most, pointRingDistanceSq(ring[i]!, ring[i + 1]!, from));
  }
  return Math.sqrt(most);
}

/** Depth of the least deep of some points inside the arc's sides, mm; negative when one is outside. */
function depthMm(points: readonly number[], { sides }: ArcRegion): number {
  let depth = Infinity;
  for (let s = 0; s < sides.length; s += 3) {
    for (let i = 0; i < points.length; i += 2) {
      depth = Math.min(depth, sides[s]! * points[i]! + sides[s + 1]! * points[i + 1]! - sides[s + 2]!);
    }
  }
  return depth;
}
