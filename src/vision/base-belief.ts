import type { Candidate } from './candidate.js';

/*
 * Logistic regressions on candidates of unseen looks, simulated and path-traced (`npm run belief`): the logit of the detector's score, the
 * mean log spread of the keypoints (mm), and the logarithm of the heading's standard deviation (rad) once the table is solved.
 */
const BEFORE_SOLVING = { constant: 2.43, detection: 2.55, spread: -5.75 };
const SOLVED = { constant: -7.12, detection: 2.06, spread: -4.95, heading: -2.18 };

/**
 * What is believed at least so much is a base, before the table is solved one that may tell how the table lies: of 87 pictures of unseen looks,
 * each told by what the others teach, 806 of 816 bases and four of 40 other things.
 */
export const BELIEVED = 0.7;
/** What is believed less before the table is solved is not worth solving for. */
export const WORTH_SOLVING = 0.05;

/** The probability that a candidate is a base that lies as its keypoints say, from how it looks by itself. */
export function beliefBefore({ detection, reading }: Candidate): number {
  const { constant, detection: d, spread } = BEFORE_SOLVING;
  return logistic(constant + d * logit(detection.score) + spread * reading.spread);
}

/** The same once the table is solved and the standard deviation of its heading, rad, is known. */
export function belief({ detection, reading }: Candidate, headingSigmaRad: number): number {
  const { constant, detection: d, spread, heading } = SOLVED;
  return logistic(constant + d * logit(detection.score) + spread * reading.spread + heading * Math.log(headingSigmaRad));
}

/** The detector's scores are never quite 0 or 1. */
export function logit(score: number): number {
  const p = Math.max(0.02, Math.min(0.98, score));
  return Math.log(p / (1 - p));
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
