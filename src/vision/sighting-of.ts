import type { Point } from '../geometry/point.js';
import type { PoseCovariance } from '../geometry/pose.js';
import type { SeenBase, Sighting } from '../table/sighting.js';
import type { Unmeasurable } from '../table/table.js';
import { HALF_SIDE_MM } from './base-keypoints.js';
import type { BorderDoubt } from './border-doubt.js';
import type { Candidate } from './candidate.js';
import { HONESTY } from './honesty.js';
import type { TableSolution } from './solve.js';

/** A base whose marks agree less than this is seen but not measured. */
const MIN_AGREEMENT = 0.25;
/**
 * Mean log spread (mm) of a base's keypoints; above it they are guesses: the base is seen but not measured. What the detector is less sure of
 * must look sharper where few bases are plain: crates and cards on photographs without ships were taken for bases by as little.
 */
const MAX_SPREAD = { sure: 0.38, unsure: 0.12, unsureAlone: 0 };
const SURE_DETECTION = 0.75;
/**
 * On a table with so many bases that are plain by themselves there are ships, and what looks like another one, half hidden, is likelier one: of
 * twelve such on unseen looks with this score or more all were, of eight with less only three.
 */
const COMPANY = 3;
const HALF_SURE = 0.5;

/**
 * Standard deviation of a heading, rad: of 416 measured bases of unseen looks one had a larger one than `base`, of six things that are no bases
 * four. What hides some keypoints of a base that the detector is sure of, and leaves the heading as sharp as `sharp`, leaves it measurable.
 */
const HEADING_SIGMA = { base: 0.016, sharp: 0.0135 };
const HALF_HIDDEN_SPREAD = 0.5;
/** What only the detector sees, while the keypoint net finds no sharp points on it, is no base unless the detector is this sure. */
export const SEEN_SCORE = 0.6;

/** For each candidate whether its keypoints are places rather than guesses. */
export function areMeasurable(candidates: readonly Candidate[]): boolean[] {
  const isPlain = ({ reading, detection }: Candidate) =>
    reading.spread <= (detection.score >= SURE_DETECTION ? MAX_SPREAD.sure : MAX_SPREAD.unsureAlone);
  const inCompany = candidates.filter(isPlain).length >= COMPANY;
  const isLikely = ({ reading, detection }: Candidate) =>
    reading.spread <= (detection.score >= HALF_SURE ? MAX_SPREAD.sure : MAX_SPREAD.unsure);
  return candidates.map((one) => isPlain(one) || (inCompany && isLikely(one)));
}

const HIDDEN = 'Seen, but not measured: too much of it is hidden, or its edges contradict each other.';
const FRONT_NOT_TOLD = 'Seen, but not measured: which side is its front could not be told.';

/** The solution as the page gets it: bases whose marks agree, with their part of the joint covariance; the others by place and reason. */
export function sightingOf(
  capturedAtMs: number,
  solution: TableSolution,
  doubt: BorderDoubt,
  seen: readonly Candidate[],
  stageMs: Readonly<Record<string, number>>,
): Omit<Sighting, 'obstacles'> {
  const measurable = areMeasurable(seen);
  const clear = seen.map((one, i) => {
    const sigma = headingSigma(solution, i);
    const isHalfHidden = one.detection.score >= SEEN_SCORE && one.reading.spread <= HALF_HIDDEN_SPREAD && sigma <= HEADING_SIGMA.sharp;
    const isBase = (measurable[i]! || isHalfHidden) && sigma <= HEADING_SIGMA.base;
    return isBase && solution.agreement[i]! >= MIN_AGREEMENT && onTable(solution, i);
  });
  const keep = seen.map((one, i) => clear[i]! && one.frontTold);
  const index = keep.flatMap((kept, i) => (kept ? [i] : []));
  const n = 3 * seen.length;
  const rows = index.flatMap((i) => [3 * i, 3 * i + 1, 3 * i + 2]);
  const joint = rows.flatMap((row) =>
    rows.map((column) => HONESTY.poseFactor ** 2 * solution.jointCovariance[row * n + column]! + shared(solution, doubt, row, column)),
  );
  const m = rows.length;
  const bases = index.map((i, k): SeenBase => {
    const at = (row: number, column: number) => joint[(3 * k + row) * m + 3 * k + column]!;
    const covariance: PoseCovariance = { xx: at(0, 0), xy: at(0, 1), xh: at(0, 2), yy: at(1, 1), yh: at(1, 2), hh: at(2, 2) };
    const { reading, detection } = seen[i]!;
    return {
      base: reading.base,
      pose: solution.poses[i]!,
      covariance,
      detectionProbability: reading.score * Math.max(detection.score, 0.5),
    };
  });
  return {
    capturedAtMs,
    camera: solution.camera,
    mat: { widthMm: solution.widthMm, depthMm: solution.depthMm, sigmaMm: solution.matSigmaMm },
    bases,
    jointCovariance: joint,
    unmeasurable: seen.flatMap((_, i) =>
      keep[i] || !onTable(solution, i) ? [] : [unmeasurable(seen[i]!, solution.poses[i]!, clear[i] ? FRONT_NOT_TOLD : HIDDEN)],
    ),
    stageMs,
  };
}

function headingSigma({ jointCovariance, poses }: TableSolution, i: number): number {
  const n = 3 * poses.length;
  return Math.sqrt(jointCovariance[(3 * i + 2) * n + 3 * i + 2]!);
}

/** That a base which shows too little to be measured is one. */
const SEEN_PROBABILITY = 0.9;

function unmeasurable({ reading }: Candidate, { x, y }: Point, reason: string): Unmeasurable {
  return { at: { x, y }, radiusMm: Math.SQRT2 * HALF_SIDE_MM[reading.base], probability: SEEN_PROBABILITY, reason };
}

/** What two coordinates have in common because all of the table may be a little larger or elsewhere. */
function shared({ poses, widthMm, depthMm }: TableSolution, doubt: BorderDoubt, row: number, column: number): number {
  const fromMiddle = (index: number) => {
    const { x, y } = poses[Math.floor(index / 3)]!;
    return [x - widthMm / 2, y - depthMm / 2, 0][index % 3]!;
  };
  const shift = row % 3 === column % 3 && row % 3 !== 2 ? doubt.shiftSigmaMm ** 2 : 0;
  return shift + doubt.scaleSigma ** 2 * fromMiddle(row) * fromMiddle(column);
}

/** A base far outside the mat is something else lying on the table. */
function onTable(solution: TableSolution, i: number): boolean {
  const { x, y } = solution.poses[i]!;
  const reach = 60;
  return x > -reach && y > -reach && x < solution.widthMm + reach && y < solution.depthMm + reach;
}
