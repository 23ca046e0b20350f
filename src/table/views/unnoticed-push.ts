import { normalCdf, normalQuantile } from '../../geometry/normal.js';

/** How likely a ship that stands within millimetres of where an earlier picture has it was pushed in between: assumed, nobody counts them. */
const PUSHED = 0.05;
/** Answers that count as certain are wrong no more often. */
const WRONG = 0.001;
const SURE_SIGMAS = normalQuantile(1 - WRONG);

/** What two pictures show of a place or a heading, the earlier one better than the last. */
interface ShownTwice {
  /** Variance of the earlier picture's, in its narrowest direction. */
  readonly variance: number;
  /** How far both have it apart, and the variance of that if nothing moved, in its widest direction. */
  readonly apart: number;
  readonly apartVariance: number;
  /** The square of how far, in units of what nothing but errors makes of it. */
  readonly chiSquared: number;
  /** Of a place along two axes, of a heading along one. */
  readonly axes: 1 | 2;
  /** Standard deviation of a push along each, where there was one. */
  readonly pushSigma: number;
}

/**
 * By how much the variance that an earlier picture claims has to grow because the last one may not show that the ship was pushed: so that an error, pushed or not, is no more often
 * larger than certain answers allow for.
 */
export function pushVariance({ variance, apart, apartVariance, chiSquared, axes, pushSigma }: ShownTwice): number {
  const pushSq = pushSigma ** 2;
  const widened = apartVariance + pushSq;
  const oddsOfStanding =
    ((1 - PUSHED) / PUSHED) * (widened / apartVariance) ** (axes / 2) * Math.exp((-chiSquared / 2) * (pushSq / widened));
  const pushed = 1 / (1 + oddsOfStanding);
  // Where the push, as far as the last picture shows it, would have led to, and how unsure that is.
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
