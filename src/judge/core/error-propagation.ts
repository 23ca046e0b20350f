import { normalCdf } from '../../geometry/normal.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../../geometry/normal-points.js';

/**
 * Dependence of an answer on uncertain inputs. A *question* gives a number of mm; its errors are coordinates that are standard normal and
 * independent of each other. A question far from turning over is settled by a bound alone. Otherwise it is asked at ±PROBE_SIGMA along each
 * coordinate: where it proves linear, the normal distribution answers; where it has a kink (a corner, a tie, the edge of an arc), it is
 * asked at all the fixed sample points.
 */
export interface Probe {
  readonly value: number;
  /** Slope along each coordinate, mm for each sigma. */
  readonly slope: readonly number[];
  /** Standard deviation if the question were linear, mm. */
  readonly sigmaMm: number;
  /** The same from the steeper side of every coordinate: no smaller than `sigmaMm`, larger at a kink; NaN where the question has no answer. */
  readonly boundMm: number;
  /** Difference between the two sides of the coordinates, mm: 0 for a linear question. */
  readonly kinkMm: number;
  /** Standard deviation of what rises, and of what falls, as far as either side of each coordinate does; absent: not known. */
  readonly risesMm?: number;
  readonly fallsMm?: number;
}

/** Distance from the values as measured at which a question is asked along each coordinate, in standard deviations. */
export const PROBE_SIGMA = 2;

/** Distance from a limit, in bounds, beyond which an answer counts as certain. */
export const SURE_SIGMAS = 4.5;

/**
 * Share of its sigma up to which a question's two sides may differ for it to be treated as linear; its probabilities are off by less than
 * 0.01.
 */
const LINEAR_SHARE = 0.03;

/** Summarises the probed values: the centre, then plus and minus for every coordinate in turn. */
export function probeOf(values: readonly number[]): Probe {
  const value = values[0]!;
  const slope: number[] = [];
  let sigmaSq = 0;
  let boundSq = 0;
  let kinkSq = 0;
  let risesSq = 0;
  let fallsSq = 0;
  for (let i = 1; i < values.length; i += 2) {
    const up = values[i]! - value;
    const down = value - values[i + 1]!;
    const mean = (up + down) / (2 * PROBE_SIGMA);
    slope.push(mean);
    sigmaSq += mean * mean;
    boundSq += Math.max(up * up, down * down);
    kinkSq += (up - down) * (up - down);
    risesSq += Math.max(up, -down, 0) ** 2;
    fallsSq += Math.max(-up, down, 0) ** 2;
  }
  return {
    value,
    slope,
    sigmaMm: Math.sqrt(sigmaSq),
    boundMm: Math.sqrt(boundSq) / PROBE_SIGMA,
    kinkMm: Math.sqrt(kinkSq) / (2 * PROBE_SIGMA),
    risesMm: Math.sqrt(risesSq) / PROBE_SIGMA,
    fallsMm: Math.sqrt(fallsSq) / PROBE_SIGMA,
  };
}

/** Whether the question's value stays on its side of the limit, however the errors fall. */
export function isSettled(probe: Probe, limitMm: number): boolean {
  return Math.abs(probe.value - limitMm) > SURE_SIGMAS * probe.boundMm;
}

/** Whether the normal distribution answers for the question. */
export function isLinear(probe: Probe): boolean {
  return probe.kinkMm <= LINEAR_SHARE * probe.sigmaMm;
}

/** Probability that the question's value is at most `limitMm`, if it is linear. */
export function linearAtMost(limitMm: number, { value, sigmaMm }: Probe): number {
  if (sigmaMm === 0) return value <= limitMm ? 1 : 0;
  return normalCdf((limitMm - value) / sigmaMm);
}

/**
 * Probability that the question's value is at most `limitMm`, from its values at the sample points (NaN: no answer there; the probability
 * is then that among the points that have one). The probability of the question's linear part is known exactly; as far as the two agree at
 * the points, the error that the points make with the linear part is taken off (a control variate).
 */
export function sampledAtMost(limitMm: number, probe: Probe, values: readonly number[]): number {
  const { value, slope } = probe;
  let answered = 0;
  let below = 0;
  let linearBelow = 0;
  let bothBelow = 0;
  for (let k = 0; k < values.length; k++) {
    const v = values[k]!;
    if (Number.isNaN(v)) continue;
    answered++;
    let linear = value;
    for (let i = 0; i < slope.length; i++) linear += slope[i]! * NORMAL_POINTS[k * POINT_DIMENSIONS + i]!;
    const isBelow = v <= limitMm;
    if (isBelow) below++;
    if (linear > limitMm) continue;
    linearBelow++;
    if (isBelow) bothBelow++;
  }
  if (answered === 0) return value <= limitMm ? 1 : 0;
  const share = below / answered;
  // No point turns over: the points are too few to say how rarely it does so; the steeper sides of the coordinates bound it.
  const towardsMm = limitMm > value ? probe.risesMm : probe.fallsMm;
  if ((share === 0 || share === 1) && towardsMm !== undefined && towardsMm > 0) {
    const turned = Math.min(1 / answered, normalCdf(-Math.abs(limitMm - value) / towardsMm));
    return share === 0 ? turned : 1 - turned;
  }
  const linearShare = linearBelow / answered;
  const variance = linearShare * (1 - linearShare);
  // The exact part stands for all errors, so it may only be used when every point had an answer.
  if (answered < POINT_COUNT || !(probe.sigmaMm > 0) || variance === 0) return share;
  const weight = (bothBelow / answered - share * linearShare) / variance;
  return Math.max(0, Math.min(1, share - weight * (linearShare - linearAtMost(limitMm, probe))));
}

/** Standard deviation of the values that are numbers, mm. */
export function spreadMm(values: readonly number[]): number {
  let n = 0;
  let sum = 0;
  let sumSq = 0;
  for (const v of values) {
    if (Number.isNaN(v)) continue;
    n++;
    sum += v;
    sumSq += v * v;
  }
  return n > 0 ? Math.sqrt(Math.max(0, sumSq / n - (sum / n) ** 2)) : 0;
}
