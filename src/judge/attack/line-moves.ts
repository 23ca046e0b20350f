import { type AttackArc, attackLineAt } from '../arc/attack-line.js';
import { PROBE_SIGMA, SURE_SIGMAS } from '../core/error-propagation.js';
import { type Pair, tableX, tableY, type View } from '../core/pair.js';
import { errorsOf, PAIR_COORDINATES, SEEN_COORDINATES, turnedBy } from '../core/pair-errors.js';
import type { Workspace } from '../core/workspace.js';

/** A line on the table: x and y of its two ends, mm. */
export type TableLine = readonly [number, number, number, number];

/** Moves of the two ends of an attack line with the pair's error coordinates. */
export interface LineMoves {
  /** The line as measured, then with each of the first four coordinates at plus and minus PROBE_SIGMA; four numbers for each. */
  readonly lines: readonly number[];
  /** Distance that neither end of the line exceeds, mm. */
  readonly reachMm: number;
  /** Whether there is a line in every probe, the target being in the arc, and it does not jump. */
  readonly whole: boolean;
}

/** A line that jumps at a larger turn than this does so too rarely for an answer to be open, standard deviations. */
const TURN_SIGMA = 3.3;
/** The ends of a line that does not jump are no farther from where their slope takes them, mm. */
const JUMP_MM = 0.25;

/** The line as measured and how it moves; undefined when there is no line. */
export function lineMoves(work: Workspace, pair: Pair, arc: AttackArc): LineMoves | undefined {
  const { probes, factor } = errorsOf(pair);
  const lines: number[] = [];
  if (!pushLine(lines, work, pair, arc, pair.view)) return undefined;
  let whole = true;
  let sumSq = 0;
  for (let i = 0; i < SEEN_COORDINATES; i++) {
    for (let side = 0; side < 2; side++) {
      if (pushLine(lines, work, pair, arc, probes[2 * i + side]!)) continue;
      whole = false;
      lines.push(lines[0]!, lines[1]!, lines[2]!, lines[3]!);
    }
    const mostSq = Math.max(shiftSq(lines, 8 * i + 4), shiftSq(lines, 8 * i + 8)) / PROBE_SIGMA ** 2;
    const turned = i === 0 ? whenTurned(lines, work, pair, arc) : NOT_TURNED;
    if (turned.jumps) whole = false;
    sumSq += Math.max(mostSq, turned.slopeSq);
  }
  // The last two coordinates shift the pair as a whole.
  const a = factor[4 * PAIR_COORDINATES + 4]!;
  const b = factor[5 * PAIR_COORDINATES + 4]!;
  const c = factor[5 * PAIR_COORDINATES + 5]!;
  return { lines, reachMm: SURE_SIGMAS * Math.sqrt(sumSq + a * a + b * b + c * c), whole };
}

const NOT_TURNED = { slopeSq: 0, jumps: false };

/**
 * Squared movement of the ends of a line for each sigma of a rare turn that still counts, mm², and whether the line jumps on the way: with
 * parallel edges it goes to other corners.
 */
function whenTurned(lines: readonly number[], work: Workspace, pair: Pair, arc: AttackArc): typeof NOT_TURNED {
  let slopeSq = 0;
  let jumps = false;
  for (const [at, sigmas] of [
    [4, TURN_SIGMA],
    [8, -TURN_SIGMA],
  ] as const) {
    const ends = lines.slice(0, 4);
    if (!pushLine(ends, work, pair, arc, turnedBy(pair, sigmas))) continue;
    slopeSq = Math.max(slopeSq, shiftSq(ends, 4) / TURN_SIGMA ** 2);
    for (let k = 0; k < 4; k++) {
      const evenMm = ((lines[at + k]! - lines[k]!) * TURN_SIGMA) / PROBE_SIGMA;
      if (Math.abs(ends[4 + k]! - lines[k]! - evenMm) > JUMP_MM) jumps = true;
    }
  }
  return { slopeSq, jumps };
}

/** Writes the shortest attack line of a view on the table into `out`; false if there is no such line. */
export function lineInto(out: [number, number, number, number], work: Workspace, pair: Pair, arc: AttackArc, view: View): boolean {
  const line = attackLineAt(work, pair, arc, view);
  if (!line) return false;
  out[0] = tableX(view, line.px, line.py);
  out[1] = tableY(view, line.px, line.py);
  out[2] = tableX(view, line.qx, line.qy);
  out[3] = tableY(view, line.qx, line.qy);
  return true;
}

function pushLine(lines: number[], work: Workspace, pair: Pair, arc: AttackArc, view: View): boolean {
  const line = attackLineAt(work, pair, arc, view);
  if (!line) return false;
  const { px, py, qx, qy } = line;
  lines.push(tableX(view, px, py), tableY(view, px, py), tableX(view, qx, qy), tableY(view, qx, qy));
  return true;
}

/** Squared shift of the line at place `at` from the first one, of whichever end is farther off, mm². */
function shiftSq(lines: readonly number[], at: number): number {
  const px = lines[at]! - lines[0]!;
  const py = lines[at + 1]! - lines[1]!;
  const qx = lines[at + 2]! - lines[2]!;
  const qy = lines[at + 3]! - lines[3]!;
  return Math.max(px * px + py * py, qx * qx + qy * qy);
}

/** Slope of the ends of the line in coordinate `i` of the pair, mm for each sigma. */
export function slopeOf({ lines }: LineMoves, pair: Pair, i: number): TableLine {
  if (i < SEEN_COORDINATES) {
    const at = 8 * i + 4;
    const by = 2 * PROBE_SIGMA;
    const px = (lines[at]! - lines[at + 4]!) / by;
    const py = (lines[at + 1]! - lines[at + 5]!) / by;
    return [px, py, (lines[at + 2]! - lines[at + 6]!) / by, (lines[at + 3]! - lines[at + 7]!) / by];
  }
  const { factor } = errorsOf(pair);
  const { viewerSin: sin, viewerCos: cos } = pair.view;
  const aside = factor[4 * PAIR_COORDINATES + i]!;
  const ahead = factor[5 * PAIR_COORDINATES + i]!;
  const x = cos * aside + sin * ahead;
  const y = cos * ahead - sin * aside;
  return [x, y, x, y];
}

/**
 * Non-linear part in coordinate `i`, of the first four: the difference between its two sides, mm for each sigma, at the point `t` (0 to 1)
 * of the line and along the direction (nx, ny).
 */
export function kinkOf({ lines }: LineMoves, i: number, t: number, nx: number, ny: number): number {
  const at = 8 * i + 4;
  const px = lines[at]! + lines[at + 4]! - 2 * lines[0]!;
  const py = lines[at + 1]! + lines[at + 5]! - 2 * lines[1]!;
  const qx = lines[at + 2]! + lines[at + 6]! - 2 * lines[2]!;
  const qy = lines[at + 3]! + lines[at + 7]! - 2 * lines[3]!;
  return ((1 - t) * (nx * px + ny * py) + t * (nx * qx + ny * qy)) / (2 * PROBE_SIGMA);
}
