import type { Candidate } from './candidate.js';

/*
 * Logistic regressions on candidates of unseen looks, simulated and path-traced (`npm run belief`): what both nets say, and the logarithm of the
 * heading's standard deviation (rad) once the table is solved.
 */
const BEFORE_SOLVING = [-1.87, 1.77, -5.67, -0.67];
const SOLVED = [-16.8, 1.34, -4.09, -0.53, -3.64];

/**
 * What is believed at least so much is a base, before the table is solved one that may tell how the table lies: of 143 pictures of unseen
 * looks (20 of them counted twice), each told by what the others teach, 1203 of 1224 bases and 6 of 76 other things.
 */
export const BELIEVED = 0.7;
/** What is believed less before the table is solved is not worth solving for. */
export const WORTH_SOLVING = 0.05;

/** The probability that a candidate is a base that lies as its keypoints say, from how it looks by itself. */
export function beliefBefore(candidate: Candidate): number {
  return probability(BEFORE_SOLVING, featuresOf(candidate));
}

/** The same once the table is solved and the standard deviation of its heading, rad, is known. */
export function belief(candidate: Candidate, headingSigmaRad: number): number {
  return probability(SOLVED, featuresOf(candidate, headingSigmaRad));
}

/**
 * What a belief is made from: 1; the logit of the detector's score; the mean log spread of the keypoints, mm; how much its
 * place looks like a card's; and the logarithm of the heading's standard deviation, where that is known.
 */
export function featuresOf({ detection, reading }: Candidate, headingSigmaRad?: number): number[] {
  return [
    1,
    logit(detection.score),
    reading.spread,
    detection.cardLogit,
    ...(headingSigmaRad === undefined ? [] : [Math.log(headingSigmaRad)]),
  ];
}

/** Logistic regression: the probability at these features. */
export function probability(weights: ArrayLike<number>, features: readonly number[]): number {
  return 1 / (1 + Math.exp(-features.reduce((sum, value, i) => sum + weights[i]! * value, 0)));
}

/** The detector's scores are never quite 0 or 1. */
function logit(score: number): number {
  const p = Math.max(0.02, Math.min(0.98, score));
  return Math.log(p / (1 - p));
}
