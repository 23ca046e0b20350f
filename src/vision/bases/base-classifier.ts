import { logistic } from '../runtime/activations.js';
import type { TableSolution } from '../solve/joint-solution.js';
import type { Candidate } from './candidate.js';

/**
 * Weights of two logistic regressions (`featuresOf`), fitted by `npm run analyse -- fit-classifier`: before the table is solved, and after. A square that is
 * printed on the mat has no height, so that its keypoints and sides contradict each other once solved.
 */
const BEFORE_SOLVING = [-1.87, 1.77, -5.67, -0.67];
const SOLVED = [-47.4, 1.07, -3.22, -0.71, -6.51, 7.48, 11.61];

/** Probability from which a candidate is a base and, before the table is solved, may determine the table's position. */
export const ACCEPTED_PROBABILITY = 0.8;
/** Probability below which a candidate is not solved for. */
export const MIN_SOLVED_PROBABILITY = 0.05;

/** Probability that a candidate is a base that lies as its keypoints show, before the table is solved. */
export function unsolvedBaseProbability(candidate: Candidate): number {
  return logistic(BEFORE_SOLVING, featuresOf(candidate));
}

/** Features of a candidate that only the solved table has. */
export interface SolvedFeatures {
  /** Standard deviation of its heading, rad. */
  readonly headingSigmaRad: number;
  /** Fit of its keypoints and its sides to the solution: mean robust weights, 0…1. */
  readonly agreement: number;
  readonly sideAgreement: number;
}

/** The same once the table is solved. */
export function baseProbability(candidate: Candidate, solved: SolvedFeatures): number {
  return logistic(SOLVED, featuresOf(candidate, solved));
}

/** Features of the base with this index in a solution. */
export function solvedFeatures({ jointCovariance, poses, agreement, sideAgreement }: TableSolution, i: number): SolvedFeatures {
  const n = 3 * poses.length;
  const headingSigmaRad = Math.sqrt(jointCovariance[(3 * i + 2) * n + 3 * i + 2]!);
  return { headingSigmaRad, agreement: agreement[i]!, sideAgreement: sideAgreement[i]! };
}

/**
 * Features of a candidate: 1; the logit of the detector’s score; the mean log spread of the keypoints, mm; the card logit of its place;
 * once it is solved, the logarithm of the heading’s standard deviation and the fit of keypoints and sides.
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

/** The detector's scores are never quite 0 or 1. */
function logit(score: number): number {
  const p = Math.max(0.02, Math.min(0.98, score));
  return Math.log(p / (1 - p));
}
