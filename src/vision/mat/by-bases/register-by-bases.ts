import type { Camera, Rotation } from '../../../geometry/camera.js';
import { meanPoint } from '../../../geometry/mean-point.js';
import type { Point } from '../../../geometry/point.js';
import { MAT_MM } from '../../../pieces/dimensions.js';
import { ACCEPTED_PROBABILITY, unsolvedBaseProbability } from '../../bases/base-classifier.js';

import type { Candidate } from '../../bases/candidate.js';
import { type Detection, detect } from '../../bases/detect.js';
import { withSides } from '../../bases/measure-sides.js';
import { readBases } from '../../bases/read-bases.js';
import { rectify } from '../../image/rectify.js';
import type { Engines } from '../../runtime/engines.js';
import type { Mat } from '../../runtime/opencv.js';
import { solveTable, type TableSolution } from '../../solve/joint-solution.js';
import { movedBases } from '../../solve/moved-bases.js';
import { movedFrame, turnedToPlayer1 } from '../../solve/moved-frame.js';
import { type BaseMarks, type TablePrior, withFocal } from '../../solve/observations.js';
import type { MatEvidence } from '../find/find-mat.js';
import { fitSquares, type Square } from './fit-square.js';

/** Number of bases that determine how the table lies, and of those that make another round from the camera they determine worthwhile. */
const MIN_BASES = 3;
const MIN_BASES_TO_FOLLOW = 2;
/** Score below which a detection is not read, and the number that is read at most: a table full of other things would take long. */
const MIN_SCORE = 0.3;
const MAX_READ = 10;
/** Number of starts that are read, those that show most. */
const READ = 3;
/** Number of planes that are followed, those that agree best, and of rounds: each time the bases are found again and better. */
const FOLLOWED = 2;
const ROUNDS = 3;
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
  /** Sum of the agreements of the bases’ marks, 0…1 each. */
  readonly agreementSum: number;
}

/**
 * The camera from the bases in the picture alone: a camera of `starts` that is far off still shows some bases; solved from these it is better,
 * and shows more. Undefined when `MIN_CONSISTENCY_BASES` bases are not found from any start.
 */
export async function planeOfBases(
  engines: Engines,
  rgba: Mat,
  starts: readonly Camera[],
  lens: TablePrior,
): Promise<PlaneOfBases | undefined> {
  const views: View[] = [];
  for (const start of starts) views.push(await viewFrom(engines, rgba, start));
  let planes: PlaneOfBases[] = [];
  for (const view of views.sort((a, b) => b.scoreSum - a.scoreSum).slice(0, READ)) {
    planes.push(...(await solveBases(engines, rgba, view, lens)));
    if (planes.some(isAgreed)) break;
  }
  for (let round = 0; round < ROUNDS; round++) {
    planes = planes.filter(({ candidates }) => candidates.length >= MIN_BASES_TO_FOLLOW).sort((a, b) => b.agreementSum - a.agreementSum);
    if (planes[0] && isAgreed(planes[0])) break;
    planes = planes.slice(0, FOLLOWED);
    for (const plane of [...planes])
      planes.push(...(await solveBases(engines, rgba, await viewFrom(engines, rgba, recentred(plane)), lens)));
  }
  const best = planes.sort((a, b) => b.agreementSum - a.agreementSum)[0];
  return best && best.candidates.length >= MIN_BASES ? sharpened(engines, rgba, best, lens) : undefined;
}

function isAgreed({ agreementSum, candidates }: PlaneOfBases): boolean {
  return candidates.length >= AGREED.bases && agreementSum >= AGREED.each * candidates.length;
}

/** The same plane solved anew with the sides of the bases, which determine the camera better than wide crops. */
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

/** What may be bases under one camera. */
interface View {
  readonly camera: Camera;
  readonly detections: readonly Detection[];
  /** Sum of the detector's scores. */
  readonly scoreSum: number;
}

async function viewFrom({ cv, nets }: Engines, rgba: Mat, camera: Camera): Promise<View> {
  const detections = (await detect(nets.baseDetector, rectify(cv, rgba, camera), false)).bases
    .filter(({ score }) => score >= MIN_SCORE)
    .slice(0, MAX_READ);
  return { camera, detections, scoreSum: detections.reduce((sum, { score }) => sum + score, 0) };
}

async function solveBases({ cv, nets }: Engines, rgba: Mat, { camera, detections }: View, lens: TablePrior): Promise<PlaneOfBases[]> {
  if (detections.length < MIN_BASES) return [];
  const read = await readBases(cv, nets.baseKeypoints, rgba, camera, detections, false);
  const candidates = read.filter((one) => unsolvedBaseProbability(one) >= ACCEPTED_PROBABILITY);
  if (candidates.length < MIN_BASES_TO_FOLLOW) return [];
  const start = { camera, widthMm: MAT_MM, depthMm: MAT_MM };
  const bases = candidates.map(({ marks }) => marks);
  const solution = solveTable(start, { border: [], bases }, lens);
  return [{ solution, candidates, bases, agreementSum: solution.agreement.reduce((sum, agreement) => sum + agreement, 0) }];
}

/** The same camera with the bases' middle where a mat's middle would be. */
function recentred({ solution: { camera, poses } }: PlaneOfBases): Camera {
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

/** Number of bases of one size that are hardly all taken for another size. */
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

/** Elevations from which a camera commonly views a table, and the share of the picture’s long side that a mat then fills. */
const USUAL_ELEVATIONS_RAD = [35, 55, 75].map((degrees) => (degrees * Math.PI) / 180);
const USUAL_SHARES = [0.45, 0.7];
const USUAL_VIEWS = USUAL_ELEVATIONS_RAD.flatMap((elevationRad) => USUAL_SHARES.map((share) => ({ elevationRad, share })));

/** Cameras as they commonly stand before a table, to begin with where nothing is known. */
export function usualCameras(widthPx: number, heightPx: number, { focalPx, cx, cy }: TablePrior): Camera[] {
  return USUAL_VIEWS.map(({ elevationRad, share }) => {
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
