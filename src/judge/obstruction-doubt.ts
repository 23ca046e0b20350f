import { cholesky } from '../geometry/cholesky.js';
import { type Clearance, measureClearance } from '../geometry/clearance.js';
import { bivariateCdf, normalCdf } from '../geometry/normal.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../geometry/normal-points.js';
import { pointSegmentDistanceSq, segmentMeetsRing } from '../geometry/ring-point.js';
import { crossCovariance, shipCovariance } from '../table/pair-covariance.js';
import type { Table } from '../table/table.js';
import { type AttackArc, attackLineAt } from './attack-line.js';
import type { Blocker } from './blockers.js';
import { isLinear, linearAtMost, PROBE_SIGMA, type Probe, SURE_SIGMAS, sampledAtMost } from './doubt.js';
import { type Pair, tableX, tableY, type View } from './pair.js';
import { atSamples, errorsOf, PAIR_COORDINATES, type PairErrors, SEEN_COORDINATES } from './pair-errors.js';
import type { Workspace } from './workspace.js';

/** A line on the table: x and y of its two ends, mm. */
type TableLine = readonly [number, number, number, number];

/** Coordinates of a blocker's own error: x, y, heading. */
const BLOCKER_COORDINATES = 3;
const ALL_COORDINATES = PAIR_COORDINATES + BLOCKER_COORDINATES;

/** How the two ends of the attack line move with the pair's coordinates. */
export interface LineSlopes {
  readonly line: TableLine;
  /** Mm for each sigma; flat, four numbers for each coordinate. */
  readonly slopes: readonly number[];
  /** The difference of the two sides of each coordinate: what is not linear. */
  readonly kinks: readonly number[];
  /** No end of the line goes farther than this, mm. */
  readonly reachMm: number;
  /** There is a line in every probe: the target is in the arc. */
  readonly whole: boolean;
}

/** A blocker that the line may or may not pass over, and how the line as measured lies to it. */
export interface OpenBlocker {
  readonly blocker: Blocker;
  readonly clearance: Clearance;
}

/** How sure it is that a line passes over one blocker. */
interface BlockerDoubt {
  readonly blocker: Blocker;
  /** Last three rows of the 9 × 9 factor: how the blocker's x, y and heading follow from all nine coordinates. */
  readonly factor: Float64Array;
  /** The clearance as a question; undefined where it does not hang on one corner. */
  readonly probe: Probe | undefined;
  /** Probability if the question is linear; undefined: it has to be sampled. */
  readonly linear: number | undefined;
}

/**
 * Probability that the attack line passes over one of the blockers, given that there is a line: from the normal distribution where a
 * single blocker is in doubt and turns over at one corner, else from the sample points.
 */
export function obstructionProbability(
  work: Workspace,
  pair: Pair,
  arc: AttackArc,
  blockers: readonly OpenBlocker[],
  known: LineSlopes | undefined,
): number {
  if (blockers.length === 0) return 0;
  const slopes = known ?? lineSlopes(work, pair, arc);
  const open: BlockerDoubt[] = [];
  for (const { blocker, clearance } of blockers) {
    if (slopes) {
      const reachMm = slopes.reachMm + blocker.looseMm;
      if (clearance.gapMm > reachMm) continue;
      if (clearance.discMm > reachMm) return 1;
    }
    const doubt = blockerDoubt(work, pair, blocker, clearance, slopes);
    if (doubt.linear !== undefined && doubt.linear > 1 - NEGLIGIBLE) return 1;
    if (doubt.linear === undefined || doubt.linear > NEGLIGIBLE) open.push(doubt);
  }
  if (open.length === 0) return 0;
  return linearUnion(open) ?? sampledShare(work, pair, arc, open);
}

/**
 * Probability of any of several linear questions, of which no more than two are likely; undefined where sampling has to decide. What the
 * unlikely ones have in common with the rest matters by less than MINOR.
 */
function linearUnion(open: readonly BlockerDoubt[]): number | undefined {
  if (open.some(({ linear }) => linear === undefined)) return undefined;
  const [first, second, ...others] = [...open].sort((a, b) => b.linear! - a.linear!);
  const rest = others.reduce((sum, { linear }) => sum + linear!, 0);
  if (rest > MINOR) return undefined;
  const either = second ? first!.linear! + second.linear! - linearBoth(first!.probe!, second.probe!) : first!.linear!;
  return Math.min(1, either + (1 - either) * rest);
}

/** Probability that the line passes over both of two blockers: they share the pair's errors, not their own. */
function linearBoth(a: Probe, b: Probe): number {
  let common = 0;
  for (let i = 0; i < PAIR_COORDINATES; i++) common += a.slope[i]! * b.slope[i]!;
  return bivariateCdf(-a.value / a.sigmaMm, -b.value / b.sigmaMm, common / (a.sigmaMm * b.sigmaMm));
}

const MINOR = 0.005;

/** A probability as small as this is left out of account. */
const NEGLIGIBLE = normalCdf(-SURE_SIGMAS);

/** The line as measured and how it moves; undefined when there is no line. */
export function lineSlopes(work: Workspace, pair: Pair, arc: AttackArc): LineSlopes | undefined {
  const line = lineOnTable(work, pair, arc, pair.view);
  if (!line) return undefined;
  const { probes, factor } = errorsOf(pair);
  const slopes: number[] = [];
  const kinks: number[] = [];
  let whole = true;
  let sumSq = 0;
  for (let i = 0; i < SEEN_COORDINATES; i++) {
    const up = lineOnTable(work, pair, arc, probes[2 * i]!);
    const down = lineOnTable(work, pair, arc, probes[2 * i + 1]!);
    if (!up || !down) whole = false;
    const a = up ?? line;
    const b = down ?? line;
    for (let j = 0; j < 4; j++) {
      slopes.push((a[j]! - b[j]!) / (2 * PROBE_SIGMA));
      kinks.push((a[j]! + b[j]! - 2 * line[j]!) / (2 * PROBE_SIGMA));
    }
    sumSq += Math.max(farthestSq(a, line), farthestSq(b, line)) / PROBE_SIGMA ** 2;
  }
  // The last two coordinates shift the pair as a whole.
  for (let i = SEEN_COORDINATES; i < PAIR_COORDINATES; i++) {
    const x = factor[4 * PAIR_COORDINATES + i]!;
    const y = factor[5 * PAIR_COORDINATES + i]!;
    slopes.push(x, y, x, y);
    sumSq += x * x + y * y;
  }
  return { line, slopes, kinks, reachMm: SURE_SIGMAS * Math.sqrt(sumSq), whole };
}

function farthestSq(a: TableLine, b: TableLine): number {
  return Math.max((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2, (a[2] - b[2]) ** 2 + (a[3] - b[3]) ** 2);
}

function lineOnTable(work: Workspace, pair: Pair, arc: AttackArc, view: View): TableLine | undefined {
  const line = attackLineAt(work, pair, arc, view);
  if (!line) return undefined;
  const { px, py, qx, qy } = line;
  return [tableX(view, px, py), tableY(view, px, py), tableX(view, qx, qy), tableY(view, qx, qy)];
}

/** The doubt about one blocker, from the clearance of the line as measured. */
function blockerDoubt(work: Workspace, pair: Pair, blocker: Blocker, clearance: Clearance, found: LineSlopes | undefined): BlockerDoubt {
  const factor = blockerFactor(pair, errorsOf(pair), blocker);
  if (!found?.whole || !clearance.simple) return { blocker, factor, probe: undefined, linear: undefined };
  const probe = clearanceProbe(clearance, found, blocker, factor);
  const settled = Math.abs(probe.value) > SURE_SIGMAS * probe.boundMm;
  const linear = settled || (isLinear(probe) && holdsFarOut(work, probe, found, blocker, factor));
  return { blocker, factor, probe, linear: linear ? linearAtMost(0, probe) : undefined };
}

/** The clearance as a function of all nine coordinates, from its slopes at the line as measured. */
function clearanceProbe(clearance: Clearance, { line, slopes, kinks }: LineSlopes, blocker: Blocker, factor: Float64Array): Probe {
  const { t, nx, ny, gapMm, nextMm, nextAlongMm } = clearance;
  const x = line[0] + t * (line[2] - line[0]) + nx * gapMm - blocker.x;
  const y = line[1] + t * (line[3] - line[1]) + ny * gapMm - blocker.y;
  const lengthMm = Math.hypot(line[2] - line[0], line[3] - line[1]);
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
      const from = nx * slopes[4 * i]! + ny * slopes[4 * i + 1]!;
      const to = nx * slopes[4 * i + 2]! + ny * slopes[4 * i + 3]!;
      gap -= (1 - t) * from + t * to;
      swing += (from - to) / lengthMm;
    }
    if (i < SEEN_COORDINATES) {
      const kink = (1 - t) * (nx * kinks[4 * i]! + ny * kinks[4 * i + 1]!) + t * (nx * kinks[4 * i + 2]! + ny * kinks[4 * i + 3]!);
      kinkSq += kink * kink;
    }
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
function holdsFarOut(work: Workspace, probe: Probe, { line, slopes }: LineSlopes, blocker: Blocker, factor: Float64Array): boolean {
  for (let side = -PROBE_SIGMA; side <= PROBE_SIGMA; side += 2 * PROBE_SIGMA) {
    const moved = [...line];
    let ex = 0;
    let ey = 0;
    let turn = 0;
    for (let i = 0; i < ALL_COORDINATES; i++) {
      const z = (side * probe.slope[i]!) / probe.sigmaMm;
      if (i < PAIR_COORDINATES) for (let j = 0; j < 4; j++) moved[j]! += z * slopes[4 * i + j]!;
      ex += z * factor[i]!;
      ey += z * factor[ALL_COORDINATES + i]!;
      turn += z * factor[2 * ALL_COORDINATES + i]!;
    }
    const [px, py, qx, qy] = movedBack(moved as unknown as TableLine, blocker, ex, ey, turn);
    measureClearance(work.clearance, px, py, qx, qy, blocker.ring);
    if (Math.abs(work.clearance.gapMm - probe.value - side * probe.sigmaMm) > 0.1 * PROBE_SIGMA * probe.sigmaMm) return false;
  }
  return true;
}

/** A line as it lies to a blocker that has moved by its errors: moved back by them instead. */
function movedBack([px, py, qx, qy]: TableLine, { x, y }: Blocker, ex: number, ey: number, turn: number): TableLine {
  const sin = Math.sin(turn);
  const cos = Math.cos(turn);
  const ax = px - x - ex;
  const ay = py - y - ey;
  const bx = qx - x - ex;
  const by = qy - y - ey;
  return [x + cos * ax - sin * ay, y + sin * ax + cos * ay, x + cos * bx - sin * by, y + sin * bx + cos * by];
}

function blockerFactor({ table, viewerIndex, targetIndex }: Pair, errors: PairErrors, { shipIndex, sigmaMm }: Blocker): Float64Array {
  const n = ALL_COORDINATES;
  if (shipIndex < 0) {
    const factor = new Float64Array(BLOCKER_COORDINATES * n);
    factor[PAIR_COORDINATES] = sigmaMm;
    factor[n + PAIR_COORDINATES + 1] = sigmaMm;
    return factor;
  }
  const joint = new Float64Array(n * n);
  for (let r = 0; r < 6; r++) for (let c = 0; c < 6; c++) joint[r * n + c] = errors.covariance[r * 6 + c]!;
  const { xx, xy, xh, yy, yh, hh } = shipCovariance(table, shipIndex);
  const own = [xx, xy, xh, xy, yy, yh, xh, yh, hh];
  for (let i = 0; i < 9; i++) joint[(6 + Math.floor(i / 3)) * n + 6 + (i % 3)] = own[i]!;
  if (table.jointCovariance) putCross(joint, table, [viewerIndex, targetIndex], shipIndex, errors.rows);
  return cholesky(joint, n).slice(6 * n);
}

/** What the blocker's errors have in common with the pair's. */
function putCross(
  joint: Float64Array,
  table: Table,
  pairIndices: readonly [number, number],
  shipIndex: number,
  rows: PairErrors['rows'],
): void {
  const cross = pairIndices.map((index) => crossCovariance(table, index, shipIndex));
  for (let r = 0; r < 6; r++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < 6; k++) sum += rows[r]![k]! * cross[k < 3 ? 0 : 1]![(k % 3) * 3 + c]!;
      joint[r * ALL_COORDINATES + 6 + c] = sum;
      joint[(6 + c) * ALL_COORDINATES + r] = sum;
    }
  }
}

/**
 * Share of the sample points, of those that have a line, at which the line passes over one of the blockers; the linear part of the most
 * doubtful blocker is taken out of the sampling.
 */
function sampledShare(work: Workspace, pair: Pair, arc: AttackArc, open: readonly BlockerDoubt[]): number {
  const inOrder = [...open].sort((a, b) => doubtOf(a) - doubtOf(b));
  const hits = atSamples(pair, (view, k) => {
    const line = lineOnTable(work, pair, arc, view);
    if (!line) return NaN;
    for (let b = 0; b < inOrder.length; b++) {
      // Each further blocker takes its own errors from another point of the set, so that no two move alike.
      if (isHit(line, inOrder[b]!, k * POINT_DIMENSIONS, ((k + b * 127) % POINT_COUNT) * POINT_DIMENSIONS)) return 0;
    }
    return Infinity;
  });
  return sampledAtMost(0, inOrder[0]!.probe ?? NO_LINEAR_PART, hits);
}

const NO_LINEAR_PART: Probe = { value: Infinity, slope: [], sigmaMm: NaN, boundMm: NaN, kinkMm: NaN };

/** How many sigma a blocker is from turning over; without a linear part it comes last. */
function doubtOf({ probe }: BlockerDoubt): number {
  return probe ? Math.abs(probe.value) / probe.sigmaMm : Infinity;
}

/** Whether a line passes over a blocker that has moved by its errors. */
function isHit(line: TableLine, { blocker, factor }: BlockerDoubt, pairAt: number, ownAt: number): boolean {
  const { x, y, radiusMm, ring, shipIndex } = blocker;
  let ex = 0;
  let ey = 0;
  let turn = 0;
  // An obstacle or device shifts by its own two coordinates only.
  for (let j = shipIndex < 0 ? PAIR_COORDINATES : 0; j < ALL_COORDINATES; j++) {
    const z = NORMAL_POINTS[(j < PAIR_COORDINATES ? pairAt : ownAt) + j]!;
    ex += factor[j]! * z;
    ey += factor[ALL_COORDINATES + j]! * z;
    turn += factor[2 * ALL_COORDINATES + j]! * z;
  }
  if (pointSegmentDistanceSq(x + ex, y + ey, line[0], line[1], line[2], line[3]) > radiusMm * radiusMm) return false;
  if (turn === 0) return segmentMeetsRing(line[0] - ex, line[1] - ey, line[2] - ex, line[3] - ey, ring);
  const [px, py, qx, qy] = movedBack(line, blocker, ex, ey, turn);
  return segmentMeetsRing(px, py, qx, qy, ring);
}
