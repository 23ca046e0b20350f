import { ROUNDING_MM } from '../geometry/rounding.js';
import type { ArcRegion } from '../pieces/arcs.js';
import { type AttackArc, attackGapAt, attackLinesAt } from './attack-line.js';
import { type Closest, linesOnTable } from './closest.js';
import { probeOf, SURE_SIGMAS } from './doubt.js';
import type { Pair, View } from './pair.js';
import { atSamples, errorsOf } from './pair-errors.js';
import type { RangeAnswer } from './range.js';
import { doubtfulRange, settledRange } from './range-doubt.js';
import { middleLine, type ShortestLines } from './shortest-lines.js';
import type { Workspace } from './workspace.js';

/** The attack range in one arc (RNG-03), with the lines it can be measured along. */
export interface Attack {
  /** Doubt about the range alone: its probabilities hold if the target is in the arc at all. */
  readonly answer: RangeAnswer;
  readonly arc: AttackArc;
  /** The equally short lines of the table as measured, table frame. */
  readonly lines: ShortestLines;
  /** The whole target lies in the arc whatever the errors, so the attack is measured as without an arc. */
  readonly wholeInArc: boolean;
}

/** The attack of a pair in an arc, or undefined when the target is not in it. `nearest` is the pair's closest distance, arcs apart. */
export function attack(work: Workspace, pair: Pair, arc: AttackArc, nearest: Closest): Attack | undefined {
  if (!arc.own && depthInArcMm(pair.view, arc.region) > SURE_SIGMAS * pair.seenShiftMm) {
    return { answer: nearest.answer, arc, lines: nearest.lines, wholeInArc: true };
  }
  const shortest = attackLinesAt(work, pair, arc, pair.view, ROUNDING_MM);
  if (!shortest) return undefined;
  const lines = linesOnTable(pair.view, shortest);
  return { answer: answerOf(work, pair, arc, lines), arc, lines, wholeInArc: false };
}

function answerOf(work: Workspace, pair: Pair, arc: AttackArc, lines: ShortestLines): RangeAnswer {
  const { from, to } = middleLine(lines);
  if (pair.exact) return settledRange(lines.gapMm, 0, from, to);
  const values = [lines.gapMm];
  for (const probe of errorsOf(pair).probes) values.push(attackGapAt(work, pair, arc, probe));
  return doubtfulRange(probeOf(values), from, to, () => atSamples(pair, (view) => attackGapAt(work, pair, arc, view)));
}

/** How far inside the arc's sides the least deep corner of the target lies, mm; negative when some of it is outside. */
function depthInArcMm({ ring }: View, { sides }: ArcRegion): number {
  let depth = Infinity;
  for (let s = 0; s < sides.length; s += 3) {
    for (let i = 0; i < 8; i += 2) depth = Math.min(depth, sides[s]! * ring[i]! + sides[s + 1]! * ring[i + 1]! - sides[s + 2]!);
  }
  return depth;
}
