import type { Point } from '../geometry/point.js';
import { tableFromPiece } from '../geometry/pose.js';
import { ROUNDING_MM } from '../geometry/rounding.js';
import type { ArcRegion } from '../pieces/arcs.js';
import { type AttackFrom, type AttackLines, attackLines } from './attack-line.js';
import type { Closest } from './closest.js';
import { probeOf } from './doubt.js';
import { type PairView, RELATIVE_COORDINATES } from './pair-view.js';
import type { RangeAnswer } from './range.js';
import { doubtfulRange, exactRange } from './range-doubt.js';
import { middleLine, type ShortestLines } from './shortest-lines.js';

/** The attack range in one arc (RNG-03), with the lines it can be measured along. */
export interface Attack {
  /** Doubt about the range alone: its probabilities hold if the target is in the arc at all. */
  readonly answer: RangeAnswer;
  readonly lines: AttackLines;
  /** The equally short lines of the table as measured, attacker's frame. */
  readonly shortest: ShortestLines;
  /** The whole target lies in the arc whatever the errors, so the attack is measured as without an arc. */
  readonly wholeInArc: boolean;
}

/** The attack of a pair in an arc, or undefined when the target is not in it. `nearest` is the pair's closest distance, arcs apart. */
export function attack(pair: PairView, region: ArcRegion, from: AttackFrom, nearest: Closest): Attack | undefined {
  const lines = attackLines(pair, region, from);
  const shortest = lines.linesAt(pair.centre, ROUNDING_MM);
  if (!shortest) return undefined;
  const wholeInArc = from === 'whole base' && depthInArcMm(pair, region) > pair.reachMm;
  if (wholeInArc) return { answer: nearest.answer, lines, shortest, wholeInArc };
  const middle = middleLine(shortest);
  const ends: [Point, Point] = [tableFromPiece(pair.centre.viewer, middle.from), tableFromPiece(pair.centre.viewer, middle.to)];
  if (pair.exact) return { answer: exactRange(shortest.gapMm, ...ends), lines, shortest, wholeInArc };
  const values = [shortest.gapMm];
  for (let i = 0; i < 2 * RELATIVE_COORDINATES; i++) values.push(lines.gapAt(pair.probes[i]!));
  const answer = doubtfulRange(probeOf(values), ...ends, () => Float64Array.from(pair.samples(), lines.gapAt));
  return { answer, lines, shortest, wholeInArc };
}

/** How far inside the arc's sides the least deep corner of the target lies, mm; negative when some of it is outside. */
function depthInArcMm(pair: PairView, region: ArcRegion): number {
  const { ring } = pair.centre;
  const { sides } = region;
  let depth = Infinity;
  for (let s = 0; s < sides.length; s += 3) {
    for (let i = 0; i < 8; i += 2) depth = Math.min(depth, sides[s]! * ring[i]! + sides[s + 1]! * ring[i + 1]! - sides[s + 2]!);
  }
  return depth;
}
