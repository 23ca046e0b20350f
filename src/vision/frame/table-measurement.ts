import { type Camera, carriedPlace } from '../../geometry/camera.js';
import { commonErrors, poseCovarianceAt, poseDifference } from '../../geometry/joint-covariance.js';
import type { Point } from '../../geometry/point.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { SeenBase, TableMeasurement } from '../../table/measurement.js';
import { STATED_SHIP } from '../../table/ship-certainty.js';
import type { Unmeasurable } from '../../table/table.js';
import { BESIDE_BASE_MM, MAX_PLACE_SIGMA_MM, UNMEASURED } from '../../table/unmeasured-reason.js';
import { ACCEPTED_PROBABILITY, baseProbability, solvedFeatures } from '../bases/base-classifier.js';
import type { ConfirmedCandidate } from '../bases/candidate.js';
import type { Detection, Detections } from '../bases/detect.js';
import { tileHeight, withoutFlatPrint } from '../bases/tile-height.js';
import { projectedPlace } from '../mat/edges/side-profile.js';
import { type BorderUncertainty, CERTAIN_BORDER, UNKNOWN_SCALE } from '../solve/border-uncertainty.js';
import type { TableSolution } from '../solve/joint-solution.js';
import { likeliestSize } from '../solve/size-rivals.js';
import type { Alternatives } from '../solve/sold-size.js';
import { overlapFactors, withFacingSides } from './overlapping-bases.js';

/** Detector score from which a detection is solved for, though the keypoint net finds no sharp points on it. */
export const MIN_DETECTOR_SCORE = 0.6;

/**
 * Probability that at least one base must have for there to be ships at all, less probable ones being something else; except on a mat whose
 * border is seen with enough of them that hardly all are something else. Without a border they may well be: six printed squares of a board
 * game without ships had 0.80 to 0.97 (docs/experiments/classifier.md).
 */
const PLAIN = { probability: 0.99, bases: 4, noneOfThem: 1e-4 };

/** Probability below which, or sharpness (mean log spread, mm) above which, the front needs the clearer lead. */
const UNCERTAIN = { probability: 0.95, spread: 0, frontLead: 1 };
/** Sharpness (mean log spread, mm) above which a base shows too little of its print for its front to be known at all. */
const FRONT_UNSEEN_SPREAD = 0.2;

/** Relative uncertainty of the scale above which a border may be another thing's: bases then are placed by it alone, or not at all. */
const MAX_SCALE_SIGMA = 0.01;

/** A solved table, and its remaining uncertainty. */
interface ToMeasure extends Pick<TableMeasurement, 'capturedAtMs' | 'stageMs'> {
  readonly solution: TableSolution;
  readonly candidates: readonly ConfirmedCandidate[];
  /** Weak detections that the keypoint net did not confirm, in the solution’s frame. */
  readonly unconfirmed: readonly Detection[];
  readonly uncertainty: BorderUncertainty;
  /** Factor of the solution’s own variance. */
  readonly varianceFactor: number;
  /** Other tables that the marks allow. */
  readonly alternatives?: readonly Alternatives[];
  /** Whether the mat's border is seen. */
  readonly isBorderSeen?: boolean;
}

/**
 * The solution as it leaves vision, mm and rad: accepted bases with their part of the joint covariance; the others by place and reason. The
 * claims of bases that are measured to overlap are widened until they need not overlap.
 */
export function tableMeasurement({
  capturedAtMs,
  stageMs,
  solution,
  candidates,
  unconfirmed,
  uncertainty,
  varianceFactor,
  alternatives = [],
  isBorderSeen = false,
}: ToMeasure): Omit<TableMeasurement, 'obstacles'> {
  const own = candidates.map((one, i) => baseProbability(one, solvedFeatures(solution, i)));
  const byLooks = own.map((one, i) => Math.max(one, candidates[i]!.elsewhere ?? 0));
  const probabilities = byLooks.map((one, i) => unlessFlat(one, candidates[i]!, solution, i));
  const n = 3 * candidates.length;
  const solved = solution.claimedCovariance ?? solution.jointCovariance;
  // The place of all of them together on the mat may be less certain.
  const isScaleOpen = uncertainty.scaleSigma >= UNKNOWN_SCALE.scaleSigma;
  const middle = { x: solution.widthMm / 2, y: solution.depthMm / 2 };
  const shared = commonErrors(solution.poses, middle, uncertainty);
  const sharedBeside = commonErrors(solution.poses, middle, isScaleOpen ? CERTAIN_BORDER : { ...uncertainty, shiftSigmaMm: 0 });
  const likely = probabilities.flatMap((one, i) => (one >= ACCEPTED_PROBABILITY ? [i] : []));
  const areThereShips = areSomePlain(
    likely.map((i) => probabilities[i]!),
    isBorderSeen,
  );
  const sure = surePlaces(
    likely,
    isScaleOpen || uncertainty.scaleSigma <= MAX_SCALE_SIGMA,
    (row, column) => varianceFactor * solved[row * n + column]! + sharedBeside(row, column),
  );
  const clear = candidates.map((_, i) => areThereShips && sure.has(i) && isOnTable(solution, solution.poses[i]!));
  const index = clear.flatMap((isClear, i) => (isClear ? [i] : []));
  const rows = index.flatMap((i) => [3 * i, 3 * i + 1, 3 * i + 2]);
  const apart = alternatives.map(differences);
  const apartFromGaps = rows.flatMap((row) =>
    rows.map((column) => {
      const byOther = apart.reduce((sum, { weight, by }) => sum + weight * by[row]! * by[column]!, 0);
      const bySize = row === column && row % 3 !== 2 ? doubtedSizeVariance(candidates[Math.floor(row / 3)]!) : 0;
      return varianceFactor * solved[row * n + column]! + shared(row, column) + byOther + bySize;
    }),
  );
  const m = rows.length;
  const placed = index.map((i) => ({ base: candidates[i]!.reading.base, pose: solution.poses[i]! }));
  const claimed = withFacingSides(placed, apartFromGaps, (at, along) => projectedPlace(solution.camera, at, along)?.pxPerMm);
  const factors = overlapFactors(placed, claimed);
  const factorOf = (row: number) => factors[Math.floor(row / 3)]!;
  const joint = claimed.map((value, at) => value * factorOf(Math.floor(at / m)) * factorOf(at % m));
  const bases = index.map((i, k): SeenBase => {
    return {
      ...{ ...placed[k]!, covariance: poseCovarianceAt(joint, k), tile: solution.tiles[i]!, detectionProbability: probabilities[i]! },
      ...(!hasKnownFront(candidates[i]!, own[i]!) && { isFrontOpen: true }),
      ...(candidates[i]!.isFrontDisputed && { isFrontDisputed: true }),
      ...(candidates[i]!.isCached && { isKept: true }),
    };
  });
  return {
    capturedAtMs,
    camera: solution.camera,
    mat: { widthMm: solution.widthMm, depthMm: solution.depthMm, sigmaMm: solution.matSigmaMm },
    bases,
    jointCovariance: joint,
    unmeasurable: [
      ...candidates.flatMap((one, i) =>
        clear[i] ? [] : [unmeasured(one.reading.base, solution.poses[i]!, probabilities[i]!, likely.includes(i) && !sure.has(i))],
      ),
      ...unconfirmed.filter((one) => !bases.some((base) => isPartOf(base, one))).map(({ base, at }) => unmeasured(base, at, 0)),
    ].filter(({ at }) => isOnTable(solution, at)),
    stageMs,
  };
}

/**
 * Probability that a candidate is a base, given its probability by its looks, once a flat print of the same looks is weighed; `i`: its
 * place in the solution's poses.
 */
export function unlessFlat(
  byLooks: number,
  { marks }: ConfirmedCandidate,
  { camera, poses }: Pick<TableSolution, 'camera' | 'poses'>,
  i: number,
): number {
  return withoutFlatPrint(byLooks, tileHeight(camera, marks, poses[i]!), marks.sizes?.[marks.base]);
}

/** The detections that became no candidate, carried from the frame of the camera that saw them to that of a solution. */
export function unconfirmedOf(
  detections: Detections,
  candidates: readonly ConfirmedCandidate[],
  seenBy: Camera,
  { camera }: TableSolution,
): readonly Detection[] {
  return detections.bases
    .filter((one) => !candidates.some(({ detection }) => detection === one))
    .map((one) => ({ ...one, at: carriedPlace(seenBy, camera, one.at) }));
}

/** Whether some of the likely bases are certain. */
function areSomePlain(likely: readonly number[], isBorderSeen: boolean): boolean {
  if (likely.some((one) => one >= PLAIN.probability)) return true;
  const noneOfThem = likely.reduce((product, one) => product * (1 - one), 1);
  return isBorderSeen && likely.length >= PLAIN.bases && noneOfThem <= PLAIN.noneOfThem;
}

/**
 * The bases of `among` whose place is certain: on the mat, or, if `orBeside`, relative to another of them, since all may be shifted or
 * turned together.
 */
function surePlaces(among: readonly number[], orBeside: boolean, covariance: (row: number, column: number) => number): ReadonlySet<number> {
  const isWithin = (variance: number) => variance <= MAX_PLACE_SIGMA_MM ** 2;
  const isOnMat = (i: number) => [3 * i, 3 * i + 1].every((row) => isWithin(covariance(row, row)));
  const isBeside = (i: number, j: number) =>
    [0, 1].every((axis) => {
      const [row, other] = [3 * i + axis, 3 * j + axis];
      return isWithin(covariance(row, row) + covariance(other, other) - 2 * covariance(row, other));
    });
  return new Set(among.filter((i) => isOnMat(i) || (orBeside && among.some((j) => j !== i && isBeside(i, j)))));
}

/**
 * Limits beyond which a base may be a larger one, half hidden: less sharp than `spread` (mean log spread, mm), and with its size less
 * probable than `probability` when judged alone: of kept-out path-traced tables three large ones, a third of each visible, were read as
 * medium, 13 and 14 mm off, at −0.15, 0.17 and 0.18 with 0.03, 0.22 and 0.09 (docs/experiments/close-views.md).
 */
const DOUBTED_SIZES = [
  { spread: -0.3, probability: 0.1 },
  { spread: 0.1, probability: 0.3 },
];

/** Variance along each axis, mm², of a base of which another size is likelier: its middle is then off by half the difference in size. */
function doubtedSizeVariance({ reading: { base, spread }, marks: { sizes } }: ConfirmedCandidate): number {
  if (!sizes || !DOUBTED_SIZES.some((doubted) => spread > doubted.spread && sizes[base] < doubted.probability)) return 0;
  return (1 - sizes[base]) * (halfSideMm(likeliestSize(sizes)) - halfSideMm(base)) ** 2;
}

/** Difference of each coordinate between two tables: x mm, y mm, heading rad of each base. */
function differences({ one, other, weight }: Alternatives) {
  return { weight, by: one.poses.flatMap((pose, i) => poseDifference(pose, other.poses[i]!)) };
}

function hasKnownFront({ isFrontKnown, frontLead, reading }: ConfirmedCandidate, probability: number): boolean {
  const isUncertain = probability < UNCERTAIN.probability || reading.spread > UNCERTAIN.spread;
  return isFrontKnown && reading.spread <= FRONT_UNSEEN_SPREAD && (!isUncertain || frontLead > UNCERTAIN.frontLead);
}

/** Least probability that a weak detection is a hidden base or an obstacle, whatever the other net shows. */
const MIN_PROBABILITY = 0.1;
/** Probability from which something unmeasured is said to be hidden rather than uncertain. */
const LIKELY_PROBABILITY = 0.5;

function unmeasured(base: BaseSize, { x, y }: Point, probability: number, isUnsure = false): Unmeasurable {
  return {
    at: { x, y },
    radiusMm: Math.SQRT2 * halfSideMm(base),
    probability: Math.max(MIN_PROBABILITY, probability),
    reason: probability < LIKELY_PROBABILITY ? UNMEASURED.perhapsBase : isUnsure ? UNMEASURED.unsure : UNMEASURED.hidden,
  };
}

/** Whether a thing was recognised and yet not placed, because its place is uncertain. */
export function isUnsurePlace({ reason }: Unmeasurable): boolean {
  return reason === UNMEASURED.unsure;
}

/** Distance of its middle from the side of a certain base, mm, below which a detection is no other base: even a small one touches it 20 mm away, and detections err by some mm. */
const NO_OTHER_MM = halfSideMm('small') - 4;

/** Whether something is a part of a base, such as its miniature. */
function isPartOf({ base, pose, detectionProbability }: SeenBase, { at }: Detection): boolean {
  const besideMm = detectionProbability >= STATED_SHIP ? NO_OTHER_MM : BESIDE_BASE_MM;
  return Math.hypot(at.x - pose.x, at.y - pose.y) < halfSideMm(base) + besideMm;
}

/** Whether a base is on the table's mat: one far outside is something else lying on the table. */
function isOnTable({ widthMm, depthMm }: TableSolution, { x, y }: Point): boolean {
  const reach = 60;
  return x > -reach && y > -reach && x < widthMm + reach && y < depthMm + reach;
}
