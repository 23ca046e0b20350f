import { cholesky } from '../../geometry/cholesky.js';
import { type Clearance, measureClearance } from '../../geometry/clearance.js';
import type { Blocker } from '../core/blockers.js';
import { isLinear, linearAtMost, PROBE_SIGMA, type Probe, SURE_SIGMAS } from '../core/error-propagation.js';
import type { Pair } from '../core/pair.js';
import { PAIR_COORDINATES, SEEN_COORDINATES } from '../core/pair-errors.js';
import type { Workspace } from '../core/workspace.js';
import { kinkOf, type LineMoves, slopeOf, type TableLine } from './line-moves.js';

/** Coordinates of a line's pair and of a blocker's own error (x, y, heading) together. */
export const ALL_COORDINATES = PAIR_COORDINATES + 3;

/** Probability that a line passes over one blocker. */
export interface BlockerProbability {
  readonly blocker: Blocker;
  /** Matrix from all nine coordinates to the blocker's x, y and heading: 3 × 9. */
  readonly factor: readonly number[];
  /** The clearance as a question; undefined where it does not depend on one corner. */
  readonly probe: Probe | undefined;
  /** Probability that the line passes over it, if the question is linear; undefined: it has to be sampled. */
  readonly linear: number | undefined;
}

/** The probability of one blocker, from the clearance of the line as measured and how the line moves. */
export function blockerProbability(
  work: Workspace,
  pair: Pair,
  blocker: Blocker,
  clearance: Clearance,
  moves: LineMoves | undefined,
): BlockerProbability {
  const factor = blockerFactor(blocker);
  if (!moves?.whole || !clearance.simple) return { blocker, factor, probe: undefined, linear: undefined };
  const probe = clearanceProbe(pair, clearance, moves, blocker, factor);
  const settled = Math.abs(probe.value) > SURE_SIGMAS * probe.boundMm;
  const linear = settled || (isLinear(probe) && holdsFarOut(work, pair, probe, moves, blocker, factor));
  return { blocker, factor, probe, linear: linear ? linearAtMost(0, probe) : undefined };
}

/** The clearance as a function of all nine coordinates, from its slopes at the line as measured. */
function clearanceProbe(pair: Pair, clearance: Clearance, moves: LineMoves, blocker: Blocker, factor: readonly number[]): Probe {
  const { t, nx, ny, gapMm, nextMm, nextAlongMm } = clearance;
  const { lines } = moves;
  const dx = lines[2]! - lines[0]!;
  const dy = lines[3]! - lines[1]!;
  const x = lines[0]! + t * dx + nx * gapMm - blocker.x;
  const y = lines[1]! + t * dy + ny * gapMm - blocker.y;
  const lengthMm = Math.sqrt(dx * dx + dy * dy);
  const slope: number[] = [];
  let sigmaSq = 0;
  let kinkSq = 0;
  let turnSq = 0;
  for (let i = 0; i < ALL_COORDINATES; i++) {
    // The deciding corner moves with the blocker (a clockwise turn takes it along (y, −x)), the line's point between its two ends.
    const turn = factor[2 * ALL_COORDINATES + i]!;
    let gap = nx * (factor[i]! + turn * y) + ny * (factor[ALL_COORDINATES + i]! - turn * x);
    let swing = turn;
    if (i < PAIR_COORDINATES) {
      const line = slopeOf(moves, pair, i);
      const from = nx * line[0] + ny * line[1];
      const to = nx * line[2] + ny * line[3];
      gap -= (1 - t) * from + t * to;
      swing += (from - to) / lengthMm;
    }
    if (i < SEEN_COORDINATES) kinkSq += kinkOf(moves, i, t, nx, ny) ** 2;
    slope.push(gap);
    sigmaSq += gap * gap;
    turnSq += swing * swing;
  }
  const sigmaMm = Math.sqrt(sigmaSq);
  // Where a neighbouring corner would decide after a turn of less than two sigma, there is a kink as large as that turn makes it.
  const tiltMm = Math.sqrt(turnSq) * nextAlongMm;
  const kinkMm = Math.sqrt(kinkSq) + (nextMm < PROBE_SIGMA * tiltMm ? tiltMm : 0);
  return { value: gapMm, slope, sigmaMm, boundMm: sigmaMm + kinkMm, kinkMm };
}

/** Whether the clearance is still what its slopes say when all errors work together, two sigma either way. */
function holdsFarOut(work: Workspace, pair: Pair, probe: Probe, moves: LineMoves, blocker: Blocker, factor: readonly number[]): boolean {
  const line = [0, 0, 0, 0];
  const own = [0, 0, 0];
  for (let i = 0; i < ALL_COORDINATES; i++) {
    const z = probe.slope[i]! / probe.sigmaMm;
    for (let r = 0; r < 3; r++) own[r]! += z * factor[r * ALL_COORDINATES + i]!;
    if (i >= PAIR_COORDINATES) continue;
    const slope = slopeOf(moves, pair, i);
    for (let j = 0; j < 4; j++) line[j]! += z * slope[j]!;
  }
  for (let side = -PROBE_SIGMA; side <= PROBE_SIGMA; side += 2 * PROBE_SIGMA) {
    const [ax, ay, bx, by] = line.map((shift, j) => moves.lines[j]! + side * shift) as [number, number, number, number];
    const [px, py, qx, qy] = movedBack([ax, ay, bx, by], blocker, side * own[0]!, side * own[1]!, side * own[2]!);
    measureClearance(work.clearance, px, py, qx, qy, blocker.ring);
    if (Math.abs(work.clearance.gapMm - probe.value - side * probe.sigmaMm) > 0.05 * PROBE_SIGMA * probe.sigmaMm) return false;
  }
  return true;
}

/** A line relative to a blocker that has moved by its errors: the line is moved back by them instead. */
export function movedBack([px, py, qx, qy]: TableLine, { x, y }: Blocker, ex: number, ey: number, turn: number): TableLine {
  const sin = Math.sin(turn);
  const cos = Math.cos(turn);
  const ax = px - x - ex;
  const ay = py - y - ey;
  const bx = qx - x - ex;
  const by = qy - y - ey;
  return [x + cos * ax - sin * ay, y + sin * ax + cos * ay, x + cos * bx - sin * by, y + sin * bx + cos * by];
}

/** Matrix from all nine coordinates to the obstacle's x, y and heading: its errors are its own, so the pair's six do not count. */
export function blockerFactor({ covariance: { xx, xy, xh, yy, yh, hh } }: Blocker): readonly number[] {
  const l = cholesky([xx, xy, xh, xy, yy, yh, xh, yh, hh], 3);
  return [0, 0, 0, 0, 0, 0, l[0]!, 0, 0, 0, 0, 0, 0, 0, 0, l[3]!, l[4]!, 0, 0, 0, 0, 0, 0, 0, l[6]!, l[7]!, l[8]!];
}
