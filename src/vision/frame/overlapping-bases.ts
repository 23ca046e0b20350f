import { jointOf } from '../../geometry/joint-covariance.js';
import type { Point } from '../../geometry/point.js';
import { rectangleRing, ringSeparation } from '../../geometry/ring.js';
import { baseHalf } from '../../pieces/bases.js';
import type { SeenBase } from '../../table/measurement.js';

/**
 * Overlap, in sigmas, that bases that touch may be measured to have by chance; where it is more, their sigmas are widened until it is this.
 */
const PLAUSIBLE_SIGMAS = 1.5;
/** Steps of the derivatives, mm and rad. */
const STEPS = [
  ['x', 1e-3],
  ['y', 1e-3],
  ['headingRad', 1e-5],
] as const;

/**
 * Factors by which the sigmas of bases are too narrow because they are measured to overlap, which is impossible: one for each base, 1 where
 * it stands clear. `joint`: the covariance of their poses (x, y, heading of one after the other; mm, rad), row by row.
 */
export function overlapFactors(bases: readonly Pick<SeenBase, 'base' | 'pose'>[], joint: readonly number[]): number[] {
  const factors = bases.map(() => 1);
  bases.forEach((one, i) => {
    for (let k = i + 1; k < bases.length; k++) {
      const depthMm = -separationMm(one, bases[k]!);
      if (!(depthMm > 0)) continue;
      const factor = depthMm / (PLAUSIBLE_SIGMAS * separationSigmaMm(bases, joint, i, k));
      factors[i] = Math.max(factors[i]!, factor);
      factors[k] = Math.max(factors[k]!, factor);
    }
  });
  return factors;
}

type Placed = Pick<SeenBase, 'base' | 'pose'>;

function separationMm(one: Placed, other: Placed): number {
  return ringSeparation(ringOf(one), 4, ringOf(other), 4);
}

function ringOf({ base, pose: { x, y, headingRad } }: Placed): number[] {
  return rectangleRing(baseHalf({ base }), x, y, Math.sin(headingRad), Math.cos(headingRad));
}

/** One standard deviation of the separation of two bases, by the covariance of their poses. */
function separationSigmaMm(bases: readonly Placed[], joint: readonly number[], i: number, k: number): number {
  const [one, other] = [bases[i]!, bases[k]!];
  const slopes = [...slopesOf(one, other), ...slopesOf(other, one)];
  const own = jointOf([i, k], joint);
  return Math.sqrt(own.reduce((sum, value, at) => sum + slopes[Math.floor(at / 6)]! * slopes[at % 6]! * value, 0));
}

/** Slopes of the separation in x, y and heading of `moved`. */
function slopesOf(moved: Placed, other: Placed): number[] {
  return STEPS.map(([axis, step]) => {
    const at = (by: number): Placed => ({ ...moved, pose: { ...moved.pose, [axis]: moved.pose[axis] + by } });
    return (separationMm(at(step), other) - separationMm(at(-step), other)) / (2 * step);
  });
}

/** Distance within which bases hide the sides that face each other, or shade them, mm; bases farther apart certainly do not overlap. */
const NEAR_MM = 8;
/**
 * Error of the gap between two such sides alone, one standard deviation: the light in the plastic, and the picture's own pixels. Of 54
 * nearly touching pairs on simulated and 28 on path-traced tables (docs/experiments/claims.md) gaps were up to 3.7 of their sigmas off
 * without it.
 */
const FACING_SIGMA = { mm: 0.5, px: 0.65 } as const;

/**
 * The covariance of bases’ poses (x, y, heading of one after the other; mm, rad) with the separate uncertainty of gaps between those that
 * nearly touch: scale and tilt are common to both, the reading of their facing sides is not. `pxPerMm`: scale of the picture at a place
 * along a direction on the table.
 */
export function withFacingSides(
  bases: readonly Placed[],
  joint: readonly number[],
  pxPerMm: (at: Point, along: Point) => number | undefined,
): readonly number[] {
  const n = 3 * bases.length;
  const wider = [...joint];
  bases.forEach((one, i) => {
    for (let k = i + 1; k < bases.length; k++) {
      const other = bases[k]!;
      if (separationMm(one, other) > NEAR_MM) continue;
      const [x, y] = slopesOf(one, other) as [number, number];
      const middle = { x: (one.pose.x + other.pose.x) / 2, y: (one.pose.y + other.pose.y) / 2 };
      const px = pxPerMm(middle, { x, y });
      const varianceMm = FACING_SIGMA.mm ** 2 + (px ? (FACING_SIGMA.px / px) ** 2 : 0);
      // Half of it each: the gap changes by the whole.
      const moves = [
        [3 * i, x / 2],
        [3 * i + 1, y / 2],
        [3 * k, -x / 2],
        [3 * k + 1, -y / 2],
      ] as const;
      for (const [row, a] of moves) for (const [column, b] of moves) wider[row * n + column]! += varianceMm * a * b;
    }
  });
  return wider;
}
