import type { Clearance } from '../../geometry/clearance.js';
import { bivariateCdf, normalCdf } from '../../geometry/normal.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../../geometry/normal-points.js';
import { pointSegmentDistanceSq, segmentMeetsRing } from '../../geometry/ring-point.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import type { AttackArc } from '../arc/attack-line.js';
import type { Blocker } from '../core/blockers.js';
import { type Probe, SURE_SIGMAS, sampledAtMost } from '../core/error-propagation.js';
import type { Pair } from '../core/pair.js';
import { atSamples, PAIR_COORDINATES } from '../core/pair-errors.js';
import type { Workspace } from '../core/workspace.js';
import { ALL_COORDINATES, type BlockerProbability, blockerFactor, blockerProbability, movedBack } from './blocker-probability.js';
import { type LineMoves, lineInto, lineMoves, type TableLine } from './line-moves.js';

/** A blocker that the line may or may not pass over, and how the line as measured lies to it. */
export interface OpenBlocker {
  readonly blocker: Blocker;
  readonly clearance: Clearance;
}

/** Probability that is too small to be counted. */
const NEGLIGIBLE = normalCdf(-SURE_SIGMAS);

/** Total probability up to which less likely blockers count as independent of the two likeliest, without sampling. */
const MINOR = 0.005;

/**
 * Probability that the attack line passes over one of the blockers, given that there is a line: from the normal distribution where no more
 * than two of them are uncertain and turn over at one corner each, else from the sample points. `known`: the moves of the line, where they
 * were found before.
 */
export function obstructionProbability(
  work: Workspace,
  pair: Pair,
  arc: AttackArc,
  blockers: readonly OpenBlocker[],
  known: LineMoves | undefined,
): number {
  if (blockers.length === 0) return 0;
  const moves = known ?? lineMoves(work, pair, arc);
  const open: BlockerProbability[] = [];
  for (const { blocker, clearance } of blockers) {
    if (moves) {
      const reachMm = moves.reachMm + blocker.looseMm;
      if (clearance.gapMm > reachMm) continue;
      if (clearance.discMm > reachMm) return 1;
    }
    const one = blockerProbability(work, pair, blocker, clearance, moves);
    if (one.linear !== undefined && one.linear > 1 - NEGLIGIBLE) return 1;
    if (one.linear === undefined || one.linear > NEGLIGIBLE) open.push(one);
  }
  if (open.length === 0) return 0;
  return linearUnion(open) ?? sampledShare(work, pair, arc, open);
}

/** The same where the bases may touch, in which case there is no line: always sampled, and a touch counts as not obstructed. */
export function sampledObstruction(work: Workspace, pair: Pair, arc: AttackArc, blockers: readonly Blocker[]): number {
  const open = blockers.map((blocker) => ({ blocker, factor: blockerFactor(blocker), probe: undefined, linear: undefined }));
  return open.length === 0 ? 0 : sampledShare(work, pair, arc, open);
}

/** Probability of any of several linear questions, of which no more than two are likely; undefined where sampling has to decide. */
function linearUnion(open: readonly BlockerProbability[]): number | undefined {
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

/**
 * Share of the sample points with a line at which the line passes over one of the blockers; the linear part of the most uncertain blocker
 * is taken out of the sampling.
 */
function sampledShare(work: Workspace, pair: Pair, arc: AttackArc, open: readonly BlockerProbability[]): number {
  const inOrder = [...open].sort((a, b) => sigmasFromTurning(a) - sigmasFromTurning(b));
  const line: [number, number, number, number] = [0.5, 0.5, 0.5, 0.5];
  const hits = atSamples(pair, (view, k) => {
    if (!lineInto(line, work, pair, arc, view)) return NaN;
    if (work.nearest.gapSq <= ROUNDING_MM * ROUNDING_MM) return Infinity;
    for (let b = 0; b < inOrder.length; b++) {
      // Each further blocker takes its own errors from another point of the set, so that no two move alike.
      if (isHit(line, inOrder[b]!, ((k + b * 127) % POINT_COUNT) * POINT_DIMENSIONS)) return 0;
    }
    return Infinity;
  });
  return sampledAtMost(0, inOrder[0]!.probe ?? NO_LINEAR_PART, hits);
}

const NO_LINEAR_PART: Probe = { value: Infinity, slope: [], sigmaMm: NaN, boundMm: NaN, kinkMm: NaN };

/** Distance of a blocker from turning over, in sigma; Infinity without a linear part, so that it comes last. */
function sigmasFromTurning({ probe }: BlockerProbability): number {
  return probe ? Math.abs(probe.value) / probe.sigmaMm : Infinity;
}

/** Whether a line passes over a blocker that has moved by its errors. */
function isHit(line: TableLine, { blocker, factor }: BlockerProbability, ownAt: number): boolean {
  const { x, y, radiusMm, looseMm, ring } = blocker;
  const farMm = radiusMm + looseMm;
  if (pointSegmentDistanceSq(x, y, line[0], line[1], line[2], line[3]) > farMm * farMm) return false;
  let ex = 0;
  let ey = 0;
  let turn = 0;
  // An obstacle's errors are its own.
  for (let j = PAIR_COORDINATES; j < ALL_COORDINATES; j++) {
    const z = NORMAL_POINTS[ownAt + j]!;
    ex += factor[j]! * z;
    ey += factor[ALL_COORDINATES + j]! * z;
    turn += factor[2 * ALL_COORDINATES + j]! * z;
  }
  if (turn === 0) return segmentMeetsRing(line[0] - ex, line[1] - ey, line[2] - ex, line[3] - ey, ring);
  const [px, py, qx, qy] = movedBack(line, blocker, ex, ey, turn);
  return segmentMeetsRing(px, py, qx, qy, ring);
}
