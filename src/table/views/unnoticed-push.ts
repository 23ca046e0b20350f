import { normalCdf, normalQuantile } from '../../geometry/normal.js';

/** Probability that a ship within millimetres of where an earlier picture has it was pushed in between: assumed, nobody counts them. */
const PUSHED = 0.05;
/** Largest share of answers that count as certain and are wrong. */
const WRONG = 0.001;
const SURE_SIGMAS = normalQuantile(1 - WRONG);

/** A place or heading in two pictures, the earlier one better than the last. */
interface ShownTwice {
  /** Variance of the earlier picture's, in its narrowest direction. */
  readonly variance: number;
  /** Distance between the two, and its variance if nothing moved, in its widest direction. */
  readonly apart: number;
  readonly apartVariance: number;
  /** Squared distance in units of its variance from errors alone. */
  readonly chiSquared: number;
  /** Number of axes: two for a place, one for a heading. */
  readonly axes: 1 | 2;
  /** Standard deviation of a push along each axis, where there was one. */
  readonly pushSigma: number;
}

/**
 * Additional variance for an earlier picture's claim, since the last one may not show that the ship was pushed: an error, pushed or not,
 * must not exceed the claim more often than certain answers allow.
 */
export function pushVariance({ variance, apart, apartVariance, chiSquared, axes, pushSigma }: ShownTwice): number {
  const pushSq = pushSigma ** 2;
  const widened = apartVariance + pushSq;
  const oddsOfStanding =
    ((1 - PUSHED) / PUSHED) * (widened / apartVariance) ** (axes / 2) * Math.exp((-chiSquared / 2) * (pushSq / widened));
  const pushed = 1 / (1 + oddsOfStanding);
  // The place to which the push would have led, as far as the last picture shows it, and its uncertainty.
  const by = (apart * pushSq) / widened;
  const spread = Math.sqrt(variance + (pushSq * apartVariance) / widened);
  const sigma = Math.sqrt(variance);
  const beyond = (far: number) => (1 - pushed) * normalCdf(-far / sigma) + pushed * normalCdf((by - far) / spread);
  let [low, high] = [SURE_SIGMAS * sigma, SURE_SIGMAS * spread + by];
  for (let i = 0; i < 20; i++) {
    const middle = (low + high) / 2;
    if (beyond(middle) > WRONG) low = middle;
    else high = middle;
  }
  return Math.max(0, (high / SURE_SIGMAS) ** 2 - variance);
}
