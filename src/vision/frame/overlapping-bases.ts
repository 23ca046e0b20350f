import { ringSeparation, squareRing } from '../../geometry/ring.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { SeenBase } from '../../table/measurement.js';

/** Bases that touch are measured to overlap by no more than this many sigmas, chance allowing; where it is more, it is claimed to be so many. */
const PLAUSIBLE_SIGMAS = 1.5;
/** Steps of the derivatives, mm and rad. */
const STEPS = [
  ['x', 1e-3],
  ['y', 1e-3],
  ['headingRad', 1e-5],
] as const;

/**
 * Factors by which the sigmas of bases are too narrow because they are measured to stand in each other, which none can: one for each base, 1 where
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
  return squareRing(halfSideMm(base), x, y, Math.sin(headingRad), Math.cos(headingRad));
}

/** One standard deviation of how far two bases are apart, by the covariance of their poses. */
function separationSigmaMm(bases: readonly Placed[], joint: readonly number[], i: number, k: number): number {
  const [one, other] = [bases[i]!, bases[k]!];
  const slopes = [...slopesOf(one, other), ...slopesOf(other, one)];
  const rows = [0, 1, 2].map((axis) => 3 * i + axis).concat([0, 1, 2].map((axis) => 3 * k + axis));
  const n = 3 * bases.length;
  let variance = 0;
  rows.forEach((row, a) => {
    rows.forEach((column, b) => {
      variance += slopes[a]! * slopes[b]! * joint[row * n + column]!;
    });
  });
  return Math.sqrt(variance);
}

/** How their distance changes with x, y and heading of `moved`. */
function slopesOf(moved: Placed, other: Placed): number[] {
  return STEPS.map(([axis, step]) => {
    const at = (by: number): Placed => ({ ...moved, pose: { ...moved.pose, [axis]: moved.pose[axis] + by } });
    return (separationMm(at(step), other) - separationMm(at(-step), other)) / (2 * step);
  });
}
