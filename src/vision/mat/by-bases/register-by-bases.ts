import type { Camera, Rotation } from '../../../geometry/camera.js';
import { inRadians } from '../../../geometry/degrees.js';
import { meanPoint } from '../../../geometry/mean-point.js';
import type { Point } from '../../../geometry/point.js';
import { MAT_MM } from '../../../pieces/dimensions.js';
import { ACCEPTED_PROBABILITY, unsolvedBaseProbability } from '../../bases/base-classifier.js';
import type { Candidate } from '../../bases/candidate.js';
import { detect } from '../../bases/detect.js';
import { withSides } from '../../bases/measure-sides.js';
import { nonMaximumSuppression } from '../../bases/non-maximum-suppression.js';
import { readBases } from '../../bases/read-bases.js';
import { rectify } from '../../image/rectify.js';
import type { Engines } from '../../runtime/engines.js';
import type { Mat } from '../../runtime/opencv.js';
import { fittingBases } from '../../solve/fitting-bases.js';
import { solveTable, type TableSolution } from '../../solve/joint-solution.js';
import { movedBases } from '../../solve/moved-bases.js';
import { movedFrame, turnedToPlayer1 } from '../../solve/moved-frame.js';
import { type BaseMarks, type TablePrior, withFocal } from '../../solve/observations.js';
import { otherSizes } from '../../solve/size-rivals.js';
import { further, sizesByShape } from '../../solve/sizes-by-shape.js';
import { applies } from '../border-rules.js';
import type { MatEvidence } from '../find/find-mat.js';
import { fitSquares, type Square } from './fit-square.js';

/** Score below which a detection is not read, and the number that is read at most: a table full of other things would take long. */
const MIN_SCORE = 0.3;
const MAX_READ = 10;
/** Number of starts whose bases are solved for, those that show them sharpest. */
const READ = 3;
/** Number of planes that are followed, those that show bases sharpest, and of rounds: each time the bases are found again and better. */
const FOLLOWED = 2;
const ROUNDS = 3;
/**
 * How much further off than a plane's camera is, or nearer, so few bases are looked at again: seen at a scale 20 % off they are read a size too large or small,
 * sharply, and their shapes do not show it.
 */
const FEW = { bases: 4, ratios: [1, 0.84, 1.19] };
/** Number of bases whose marks agree on the average by `each` from which a plane is found: another round finds none better. */
const AGREED = { bases: 4, each: 0.9 };
/** Number of squares of the same plane that are judged at most. */
const SQUARES = 2;

/** The table as its bases alone determine it: the camera above its plane, in millimetres of plastic. Where the mat lies on it is not known. */
export interface PlaneOfBases {
  readonly solution: TableSolution;
  readonly candidates: readonly Candidate[];
  /** What the solution was made from. */
  readonly bases: readonly BaseMarks[];
  /** How sharply the bases are seen, by those whose marks agree: grows with each of them. */
  readonly sharpness: number;
}

/**
 * The camera from the bases in the picture alone: a camera of `starts` that is far off still shows some bases; solved from these it is better,
 * and shows more. Undefined when no base is found from any start.
 */
export async function planeOfBases(
  engines: Engines,
  rgba: Mat,
  starts: readonly Camera[],
  lens: TablePrior,
): Promise<PlaneOfBases | undefined> {
  const views: View[] = [];
  for (const start of starts) views.push(await viewFrom(engines, rgba, start));
  const sharpest = views.filter(({ candidates }) => candidates.length > 0).sort((a, b) => b.sharpness - a.sharpness);
  const planes = sharpest.slice(0, READ).flatMap((view) => solveBases(view, lens));
  const followed = new Set<PlaneOfBases>();
  for (let round = 0; round < ROUNDS; round++) {
    planes.sort(byWorth);
    if (planes[0] && isAgreed(planes[0])) break;
    for (const plane of planes.filter((one) => !followed.has(one)).slice(0, FOLLOWED)) {
      followed.add(plane);
      for (const ratio of plane.candidates.length < FEW.bases ? FEW.ratios : [1]) {
        const view = await viewFrom(engines, rgba, further(recentred(plane.solution), ratio));
        if (view.candidates.length > 0) planes.push(...solveBases(view, lens));
      }
    }
  }
  const best = planes.sort(byWorth)[0];
  if (!best) return undefined;
  const plane = await sharpened(engines, rgba, best, lens);
  const other = otherSizes(plane.solution, plane.bases, lens);
  if (!other || other.lead >= 0 || !applies('plane-other-sizes')) return plane;
  const view = await viewFrom(engines, rgba, recentred(other.solution));
  const rescaled = view.candidates.length > 0 && (await sharpened(engines, rgba, solveBases(view, lens)[0]!, lens));
  return rescaled && meanCost(rescaled) < meanCost(plane) ? rescaled : plane;
}

function meanCost({ solution, bases }: PlaneOfBases): number {
  return solution.cost / bases.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function isAgreed({ solution: { agreement }, candidates }: PlaneOfBases): boolean {
  return candidates.length >= AGREED.bases && sum(agreement) >= AGREED.each * candidates.length;
}

/** By how much sharper a plane on which the bases do not agree has to show them than one on which they do. */
const AGREEMENT_WORTH = 1.25;

/** The planes that show bases sharpest first: one on which they do not agree is mostly the wrong one, unless that on which they do shows much less. */
function byWorth(a: PlaneOfBases, b: PlaneOfBases): number {
  return worthOf(b) - worthOf(a);
}

function worthOf(plane: PlaneOfBases): number {
  return plane.sharpness * (isAgreed(plane) ? AGREEMENT_WORTH : 1);
}

/** The same plane solved again with the sides of the bases, which determine the camera better than wide crops. */
async function sharpened(engines: Engines, rgba: Mat, plane: PlaneOfBases, lens: TablePrior): Promise<PlaneOfBases> {
  const { solution, candidates } = plane;
  const marks = candidates.map((one) => one.marks);
  const bases = await withSides(engines, rgba, solution, marks);
  return { ...plane, bases, solution: solveTable(solution, { border: [], bases }, lens) };
}

/** Ratios of the focal length under which a plane is tried: a few bases determine focal length and tilt together better than each. */
const FOCALS = [1, 0.88, 1.14, 0.77, 1.3];

/** The plane as it is under other focal lengths. */
export function planesAtOtherFocals({ solution, bases }: PlaneOfBases, lens: TablePrior): TableSolution[] {
  return FOCALS.map((ratio) =>
    ratio === 1 ? solution : solveTable(solution, { border: [], bases }, withFocal(lens, ratio * solution.camera.fx)),
  );
}

/** What are bases under one camera. */
interface View {
  readonly camera: Camera;
  readonly candidates: readonly Candidate[];
  readonly sharpness: number;
}

/** Mean log spread of keypoints (mm) at which a crop shows hardly anything of a base; what is sharper counts for its camera. */
const BLURRED_SPREAD = 0.2;

async function viewFrom({ cv, nets }: Engines, rgba: Mat, camera: Camera): Promise<View> {
  const detections = (await detect(nets.baseDetector, rectify(cv, rgba, camera), false)).bases
    .filter(({ score }) => score >= MIN_SCORE)
    .slice(0, MAX_READ);
  const read = await readBases(cv, nets.baseKeypoints, rgba, camera, detections, false);
  const candidates = nonMaximumSuppression(read.filter((one) => unsolvedBaseProbability(one) >= ACCEPTED_PROBABILITY));
  return { camera, candidates, sharpness: sum(candidates.map(sharpnessOf)) };
}

function sharpnessOf({ reading }: Candidate): number {
  return Math.max(0, BLURRED_SPREAD - reading.spread);
}

/** Mean cost of a base (robust squared residuals) above which some may be of other sizes than they were read as; how many times that of the better explanation a likely one's is. */
const OTHER_SIZES = { costEach: 8, likely: 1.6 };

/** The planes of the bases in a view as they were read and, where they fit each other badly, in the sizes that their shapes have together: the likely ones of both, better first. */
function solveBases(view: View, lens: TablePrior): PlaneOfBases[] {
  const asRead = solveAsRead(view, lens);
  if (meanCost(asRead) <= OTHER_SIZES.costEach) return [asRead];
  const { candidates } = view;
  const marks = candidates.map((one) => one.marks);
  const [other] = sizesByShape(view.camera, marks, lens)
    .filter(({ bases }) => bases.some(({ base }, i) => base !== marks[i]!.base))
    .map((one) => ({ ...one, cost: solveTable(startAt(one.camera), { border: [], bases: one.bases }, lens).cost }))
    .sort((a, b) => a.cost - b.cost);
  if (!other) return [asRead];
  const resized = candidates.map((one, i) => {
    const { base } = other.bases[i]!;
    return { ...one, reading: { ...one.reading, base }, marks: other.bases[i]! };
  });
  const planes = [asRead, solveAsRead({ ...view, camera: other.camera, candidates: resized }, lens)].sort(
    (a, b) => meanCost(a) - meanCost(b),
  );
  return planes.filter((plane) => meanCost(plane) <= OTHER_SIZES.likely * meanCost(planes[0]!));
}

/** A camera of a standard mat, to begin with. */
function startAt(camera: Camera): { readonly camera: Camera; readonly widthMm: number; readonly depthMm: number } {
  return { camera, widthMm: MAT_MM, depthMm: MAT_MM };
}

function solveAsRead({ camera, candidates: seen }: View, lens: TablePrior): PlaneOfBases {
  const start = startAt(camera);
  const marksOf = (some: readonly Candidate[]) => some.map(({ marks }) => marks);
  const { bases: candidates, solution } = fittingBases(seen, (some) => solveTable(start, { border: [], bases: marksOf(some) }, lens));
  const bases = marksOf(candidates);
  return { solution, candidates, bases, sharpness: sum(candidates.map((one, i) => solution.agreement[i]! * sharpnessOf(one))) };
}

/** The same camera with the bases' middle where a mat's middle would be. */
function recentred({ camera, poses }: TableSolution): Camera {
  return movedFrame(camera, cornerAround(poses), 0);
}

function cornerAround(bases: readonly Point[]): Point {
  const { x, y } = meanPoint(bases);
  return { x: x - MAT_MM / 2, y: y - MAT_MM / 2 };
}

/** Where the mat may lie on the plane that the bases determine, likeliest first: registrations with the bases’ camera. */
export function registerOnPlane(evidence: MatEvidence, { solution }: PlaneOfBases, like?: Rotation): TableSolution[] {
  return fitSquares(evidence, solution.camera, solution.poses, SQUARES).map((square) => registrationOn(solution, square, like));
}

/** The plane's bases where they stand in the frame of a registration on it. */
export function basesOn({ solution, bases }: PlaneOfBases, { camera }: TableSolution): BaseMarks[] {
  return movedBases(
    camera,
    solution.camera,
    bases.map((base, i) => ({ ...base, start: solution.poses[i]! })),
  );
}

/** With this many bases of one size it is unlikely that the sizes of all of them were misread. */
const MANY_ALIKE = 6;

/**
 * True when bases by themselves determine the scale: small ones seen from near look like medium ones from further off, but two sizes that fit
 * each other are no chance.
 */
export function isScaleDetermined(candidates: readonly Candidate[]): boolean {
  const sizes = new Set(candidates.map(({ reading }) => reading.base));
  return sizes.size > 1 || candidates.length >= MANY_ALIKE;
}

/** The plane's solution in the frame of a mat about the bases' middle. */
export function registrationAround(solution: TableSolution, like?: Rotation): TableSolution {
  return registrationOn(solution, { corner: cornerAround(solution.poses), turnRad: 0 }, like);
}

/** The plane's solution in the frame of a mat that lies there; player 1 sits nearest to the camera, or most nearly as `like` has it. */
export function registrationOn(solution: TableSolution, { corner, turnRad }: Square, like?: Rotation): TableSolution {
  const { camera } = solution;
  return {
    ...solution,
    camera: turnedToPlayer1(movedFrame(camera, corner, turnRad), like),
    widthMm: MAT_MM,
    depthMm: MAT_MM,
    poses: [],
    agreement: [],
    sideAgreement: [],
  };
}

/**
 * Cameras to begin with where nothing is known, by the elevation above the table and the share of the picture's long side that a mat would fill: before the whole
 * of a mat (below 1), and held over some ships. The detector shows most bases of a table that is drawn 0.7 to 1.6 times too large, or tilted by 30°
 * too much or too little (docs/experiments/close-views.md).
 */
const STARTS = [
  ...[35, 55, 75].flatMap((elevationDeg) => [0.45, 0.7].map((share) => ({ elevationDeg, share }))),
  ...[40, 65].flatMap((elevationDeg) => [1.3, 2.3].map((share) => ({ elevationDeg, share }))),
];

/** Cameras as they commonly stand before a table or over a part of it. */
export function usualCameras(widthPx: number, heightPx: number, { focalPx, cx, cy }: TablePrior): Camera[] {
  return STARTS.map(({ elevationDeg, share }) => {
    const elevationRad = inRadians(elevationDeg);
    const [cos, sin] = [Math.cos(elevationRad), Math.sin(elevationRad)];
    const distance = (focalPx * MAT_MM) / (share * Math.max(widthPx, heightPx));
    const middle = MAT_MM / 2;
    return {
      widthPx,
      heightPx,
      fx: focalPx,
      fy: focalPx,
      cx,
      cy,
      distortion: [0, 0, 0, 0, 0],
      r: [1, 0, 0, 0, -sin, -cos, 0, cos, -sin],
      t: [-middle, middle * sin, distance - middle * cos],
    };
  });
}
