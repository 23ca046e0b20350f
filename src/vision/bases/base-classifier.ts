import type { TableSolution } from '../solve/joint-solution.js';
import type { Candidate } from './candidate.js';

/*
 * Logistic regressions on candidates of unseen looks, simulated and path-traced (`npm run belief`): what both nets say, and once the table is
 * solved the logarithm of the heading's standard deviation (rad) and how well keypoints and sides fit: a square that is printed on the mat has no
 * height, so that they contradict each other.
 */
const BEFORE_SOLVING = [-1.87, 1.77, -5.67, -0.67];
const SOLVED = [-47.4, 1.07, -3.22, -0.71, -6.51, 7.48, 11.61];

/**
 * What is believed at least so much is a base, before the table is solved one that may tell how the table lies: of 98 pictures of unseen looks
 * 703 of 719 bases that were looked into and 3 of 147 other things, once they were solved.
 */
export const ACCEPTED_PROBABILITY = 0.8;
/** What is believed less before the table is solved is not worth solving for. */
export const MIN_SOLVED_PROBABILITY = 0.05;

/** The probability that a candidate is a base that lies as its keypoints say, from how it looks by itself. */
export function unsolvedBaseProbability(candidate: Candidate): number {
  return probability(BEFORE_SOLVING, featuresOf(candidate));
}

/** What the solved table says of a candidate. */
export interface SolvedFeatures {
  /** Standard deviation of its heading, rad. */
  readonly headingSigmaRad: number;
  /** How well its keypoints and its sides fit the solution: mean robust weights, 0…1. */
  readonly agreement: number;
  readonly sideAgreement: number;
}

/** The same once the table is solved. */
export function baseProbability(candidate: Candidate, solved: SolvedFeatures): number {
  return probability(SOLVED, featuresOf(candidate, solved));
}

/** What a solution says of the base with this index. */
export function solvedFeatures({ jointCovariance, poses, agreement, sideAgreement }: TableSolution, i: number): SolvedFeatures {
  const n = 3 * poses.length;
  const headingSigmaRad = Math.sqrt(jointCovariance[(3 * i + 2) * n + 3 * i + 2]!);
  return { headingSigmaRad, agreement: agreement[i]!, sideAgreement: sideAgreement[i]! };
}

/**
 * What a belief is made from: 1; the logit of the detector's score; the mean log spread of the keypoints, mm; how much its
 * place looks like a card's; once it is solved, the logarithm of the heading's standard deviation and how well keypoints and sides fit.
 */
export function featuresOf({ detection, reading }: Candidate, solved?: SolvedFeatures): number[] {
  return [
    1,
    logit(detection.score),
    reading.spread,
    detection.cardLogit,
    ...(solved ? [Math.log(solved.headingSigmaRad), solved.agreement, solved.sideAgreement] : []),
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
