import type { Candidate } from './candidate.js';

/*
 * Logistic regressions on candidates of unseen looks, simulated and path-traced (`npm run belief`): what both nets say and, once the table
 * is solved, how well its keypoints agree with one base.
 */
const BEFORE_SOLVING = [-8.39, 0.35, -2.48, 1.02];
const SOLVED = [-10.24, 0.36, -2.55, 0.92, 3.16];

/**
 * What is believed at least so much is a base, before the table is solved one that may tell how the table lies: of 80 pictures of unseen looks,
 * each told by what the others teach, 731 of 739 bases and four of 34 other things.
 */
export const BELIEVED = 0.7;
/** What is believed less before the table is solved is not worth solving for. */
export const WORTH_SOLVING = 0.05;

/** The probability that a candidate is a base that lies as its keypoints say, from how it looks by itself. */
export function beliefBefore(candidate: Candidate): number {
  return probability(BEFORE_SOLVING, featuresOf(candidate));
}

/** The same once the table is solved and it is known how well its keypoints agree with a base, 0…1 (`TableSolution.agreement`). */
export function belief(candidate: Candidate, agreement: number): number {
  return probability(SOLVED, featuresOf(candidate, agreement));
}

/**
 * What a belief is made from: 1; the logit of the detector's score; the mean log spread of the keypoints, mm; how sure the keypoint net is that it
 * is a base, −log of its doubt; and how well the keypoints agree with a base, where that is known.
 */
export function featuresOf({ detection, reading }: Candidate, agreement?: number): number[] {
  const sure = -Math.log(Math.max(LEAST_DOUBT, 1 - reading.score));
  return [1, logit(detection.score), reading.spread, sure, ...(agreement === undefined ? [] : [agreement])];
}

/** Logistic regression: the probability at these features. */
export function probability(weights: ArrayLike<number>, features: readonly number[]): number {
  return 1 / (1 + Math.exp(-features.reduce((sum, value, i) => sum + weights[i]! * value, 0)));
}

const LEAST_DOUBT = 1e-6;

/** The detector's scores are never quite 0 or 1. */
function logit(score: number): number {
  const p = Math.max(0.02, Math.min(0.98, score));
  return Math.log(p / (1 - p));
}
