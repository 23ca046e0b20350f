import type { Point } from '../../geometry/point.js';
import type { PoseCovariance } from '../../geometry/pose.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { HALF_SIDE_MM } from '../../pieces/dimensions.js';
import type { SeenBase, TableMeasurement } from '../../table/measurement.js';
import type { Unmeasurable } from '../../table/table.js';
import { ACCEPTED_PROBABILITY, baseProbability, solvedFeatures } from '../bases/base-classifier.js';
import type { ConfirmedCandidate } from '../bases/candidate.js';
import type { Detection } from '../bases/detect.js';
import type { BorderUncertainty } from '../solve/border-uncertainty.js';
import type { TableSolution } from '../solve/joint-solution.js';

/** What only the detector sees, while the keypoint net finds no sharp points on it, is solved for when the detector is this sure. */
export const MIN_DETECTOR_SCORE = 0.6;

/**
 * Where nothing is believed so much there are no ships, and what is believed less is something else: of 128 tables of unseen looks with ships the
 * most believed base of each had 0.998 or more, the likeliest tile in photographs of other games 0.95.
 */
const PLAIN = 0.99;

/**
 * Where the front is of what is believed less, or whose keypoints are less sharp (mean log spread, mm), needs a clearer lead: of 906 bases of
 * unseen looks whose front was told two were told the wrong way round, both among four like this; one believed 0.944, of which a fifth was seen,
 * was another.
 */
const DOUBTFUL = { belief: 0.95, spread: 0, frontLead: 1 };

const HIDDEN = 'Not measured: too much is hidden.';
const MAYBE = 'Base?';

/** A base whose place beside the others is less sure is not placed: no range and no arc could be told by it, mm. */
const MAX_PLACE_SIGMA_MM = 8;
const UNSURE = `Not measured: its place is unsure by more than ${MAX_PLACE_SIGMA_MM} mm.`;

/**
 * The solution as the page gets it: bases whose marks agree, with their part of the joint covariance; the others by place and reason.
 * `varianceFactor`: how many times the solution's own variance is claimed. `unread`: what the detector half saw and the keypoint net did not confirm, in
 * the solution's frame.
 */
export function tableMeasurement(
  capturedAtMs: number,
  solution: TableSolution,
  doubt: BorderUncertainty,
  varianceFactor: number,
  seen: readonly ConfirmedCandidate[],
  unread: readonly Detection[],
  stageMs: Readonly<Record<string, number>>,
): Omit<TableMeasurement, 'obstacles'> {
  const beliefs = seen.map((one, i) => baseProbability(one, solvedFeatures(solution, i)));
  const areThereShips = beliefs.some((one) => one >= PLAIN);
  const n = 3 * seen.length;
  // Where on the mat all of them stand may be less sure.
  const beside = { ...doubt, shiftSigmaMm: 0 };
  const varianceAt = (row: number) => varianceFactor * solution.jointCovariance[row * (n + 1)]! + shared(solution, beside, row, row);
  const isUnsure = seen.map((_, i) => Math.max(varianceAt(3 * i), varianceAt(3 * i + 1)) > MAX_PLACE_SIGMA_MM ** 2);
  const clear = beliefs.map(
    (one, i) => areThereShips && one >= ACCEPTED_PROBABILITY && !isUnsure[i] && isOnTable(solution, solution.poses[i]!),
  );
  const index = clear.flatMap((isClear, i) => (isClear ? [i] : []));
  const rows = index.flatMap((i) => [3 * i, 3 * i + 1, 3 * i + 2]);
  const joint = rows.flatMap((row) =>
    rows.map((column) => varianceFactor * solution.jointCovariance[row * n + column]! + shared(solution, doubt, row, column)),
  );
  const m = rows.length;
  const bases = index.map((i, k): SeenBase => {
    const at = (row: number, column: number) => joint[(3 * k + row) * m + 3 * k + column]!;
    const covariance: PoseCovariance = { xx: at(0, 0), xy: at(0, 1), xh: at(0, 2), yy: at(1, 1), yh: at(1, 2), hh: at(2, 2) };
    const pose = solution.poses[i]!;
    return {
      ...{ base: seen[i]!.reading.base, pose, covariance, tile: solution.tiles[i]!, detectionProbability: beliefs[i]! },
      ...(!hasKnownFront(seen[i]!, beliefs[i]!) && { isFrontOpen: true }),
      ...(seen[i]!.isCached && { isKept: true }),
    };
  });
  return {
    capturedAtMs,
    camera: solution.camera,
    mat: { widthMm: solution.widthMm, depthMm: solution.depthMm, sigmaMm: solution.matSigmaMm },
    bases,
    jointCovariance: joint,
    unmeasurable: [
      ...seen.flatMap((one, i) => (clear[i] ? [] : [unmeasured(one.reading.base, solution.poses[i]!, beliefs[i]!, isUnsure[i])])),
      ...unread.filter((one) => !bases.some((base) => isPartOf(base, one))).map(({ base, at }) => unmeasured(base, at, 0)),
    ].filter(({ at }) => isOnTable(solution, at)),
    stageMs,
  };
}

function hasKnownFront({ isFrontKnown, frontLead, reading }: ConfirmedCandidate, probability: number): boolean {
  const isDoubtful = probability < DOUBTFUL.belief || reading.spread > DOUBTFUL.spread;
  return isFrontKnown && (!isDoubtful || frontLead > DOUBTFUL.frontLead);
}

/**
 * What the detector half sees is a hidden base or an obstacle at least so often, however little the other net believes in it: on 125 tables of
 * unseen looks 82 of 584 things.
 */
const LEAST_PROBABILITY = 0.1;
/** What is believed more, and yet not placed, was a base or an obstacle in 11 of 15 cases on the same tables; what is believed less in seven of 16. */
const LIKELY = 0.5;

function unmeasured(base: BaseSize, { x, y }: Point, believed: number, isUnsure = false): Unmeasurable {
  return {
    at: { x, y },
    radiusMm: Math.SQRT2 * HALF_SIDE_MM[base],
    probability: Math.max(LEAST_PROBABILITY, believed),
    reason: believed < LIKELY ? MAYBE : isUnsure ? UNSURE : HIDDEN,
  };
}

/** True of what was made out and yet not placed, because its place is unsure. */
export function isUnsurePlace({ reason }: Unmeasurable): boolean {
  return reason === UNSURE;
}

/** What is seen within a base, or a little beside it, is that base. */
const BESIDE_MM = 8;

function isPartOf({ base, pose }: SeenBase, { at }: Detection): boolean {
  return Math.hypot(at.x - pose.x, at.y - pose.y) < HALF_SIDE_MM[base] + BESIDE_MM;
}

/** What two coordinates have in common because all of the table may be a little larger or elsewhere. */
function shared({ poses, widthMm, depthMm }: TableSolution, doubt: BorderUncertainty, row: number, column: number): number {
  const fromMiddle = (index: number) => {
    const { x, y } = poses[Math.floor(index / 3)]!;
    return [x - widthMm / 2, y - depthMm / 2, 0][index % 3]!;
  };
  const shift = row % 3 === column % 3 && row % 3 !== 2 ? doubt.shiftSigmaMm ** 2 : 0;
  return shift + doubt.scaleSigma ** 2 * fromMiddle(row) * fromMiddle(column);
}

/** A base far outside the mat is something else lying on the table. */
function isOnTable({ widthMm, depthMm }: TableSolution, { x, y }: Point): boolean {
  const reach = 60;
  return x > -reach && y > -reach && x < widthMm + reach && y < depthMm + reach;
}
