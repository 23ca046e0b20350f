import { normalCdf } from '../geometry/normal.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../geometry/normal-points.js';

/**
 * How an answer depends on what is not known exactly. A *question* gives a number of mm; its errors are coordinates that are
 * standard normal and independent of each other. It is first asked at the centre and at ±PROBE_SIGMA along each coordinate; only where
 * the answer could turn over is it asked at all the fixed sample points too.
 */
export interface Probe {
  readonly value: number;
  /** Slope along each coordinate, mm for each sigma. */
  readonly slope: readonly number[];
  /** Standard deviation if the question were linear, mm. */
  readonly sigmaMm: number;
  /** The same from the steeper side of every coordinate: no smaller than `sigmaMm`, larger at a kink; NaN where the question has no answer. */
  readonly boundMm: number;
}

export const PROBE_SIGMA = 2;

/** Farther than this many bounds from a limit, an answer is taken for certain without sampling. */
export const SURE_SIGMAS = 4.5;

/** Summarises the probed values: the centre, then plus and minus for every coordinate in turn. */
export function probeOf(values: ArrayLike<number>): Probe {
  const value = values[0]!;
  const slope: number[] = [];
  let sigmaSq = 0;
  let boundSq = 0;
  for (let i = 1; i < values.length; i += 2) {
    const up = values[i]! - value;
    const down = value - values[i + 1]!;
    const mean = (up + down) / (2 * PROBE_SIGMA);
    slope.push(mean);
    sigmaSq += mean * mean;
    boundSq += Math.max(up * up, down * down) / PROBE_SIGMA ** 2;
  }
  return { value, slope, sigmaMm: Math.sqrt(sigmaSq), boundMm: Math.sqrt(boundSq) };
}

/** Whether the question's value stays on its side of the limit, however the errors fall; false where sampling has to decide. */
export function isSettled(probe: Probe, limitMm: number): boolean {
  return Math.abs(probe.value - limitMm) > SURE_SIGMAS * probe.boundMm;
}

/**
 * Probability that the question's value is at most `limitMm`, from its values at the sample points (NaN: no answer there; what is asked
 * is then the share of those that have one). The linear part is taken out of the sampling: its probability is known exactly, and only
 * the difference between the question and its linear part is counted at the points.
 */
export function probabilityAtMost(limitMm: number, probe: Probe, values: Float64Array): number {
  const { value, slope, sigmaMm } = probe;
  let answered = 0;
  let below = 0;
  let linearBelow = 0;
  for (let k = 0; k < values.length; k++) {
    const v = values[k]!;
    if (Number.isNaN(v)) continue;
    answered++;
    if (v <= limitMm) below++;
    let linear = value;
    for (let i = 0; i < slope.length; i++) linear += slope[i]! * NORMAL_POINTS[k * POINT_DIMENSIONS + i]!;
    if (linear <= limitMm) linearBelow++;
  }
  if (answered === 0) return value <= limitMm ? 1 : 0;
  // The exact part stands for all errors, so it may only be used when every point had an answer.
  if (answered < POINT_COUNT || !(sigmaMm > 0)) return below / answered;
  const linear = normalCdf((limitMm - value) / sigmaMm);
  return Math.max(0, Math.min(1, linear + (below - linearBelow) / answered));
}

/** Standard deviation of the values that there are, mm. */
export function spreadMm(values: Float64Array): number {
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
