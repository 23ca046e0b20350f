import type { Camera, Rotation } from '../../../geometry/camera.js';
import { inRadians } from '../../../geometry/degrees.js';
import { MAT_MM } from '../../../pieces/dimensions.js';
import type { Candidate } from '../../bases/candidate.js';
import { solveTable, type TableSolution } from '../../solve/joint-solution.js';
import { movedFrame, turnedToPlayer1 } from '../../solve/moved-frame.js';
import { type BaseMarks, movedBases, type TablePrior, withFocal } from '../../solve/observations.js';
import type { MatEvidence } from '../find/find-mat.js';
import { fitSquares, type Square } from './fit-square.js';
import { cornerAround, type PlaneOfBases } from './plane-of-bases.js';

/** Maximum number of squares of the same plane that are judged. */
const SQUARES = 2;

/** Ratios of the focal length under which a plane is tried: a few bases determine focal length and tilt together better than each. */
const FOCALS = [1, 0.88, 1.14, 0.77, 1.3];

/** The plane as it is under other focal lengths. */
export function planesAtOtherFocals({ solution, bases }: PlaneOfBases, lens: TablePrior): TableSolution[] {
  return FOCALS.map((ratio) =>
    ratio === 1 ? solution : solveTable(solution, { border: [], bases }, withFocal(lens, ratio * solution.camera.fx)),
  );
}

/** Possible places of the mat on the plane that the bases determine, likeliest first: registrations with the bases’ camera. */
export function registerOnPlane(evidence: MatEvidence, { solution }: PlaneOfBases, like?: Rotation): TableSolution[] {
  return fitSquares(evidence, solution.camera, solution.poses, SQUARES).map((square) => registrationOn(solution, square, like));
}

/** The plane's bases in the frame of a registration on it. */
export function basesOn({ solution, bases }: PlaneOfBases, { camera }: TableSolution): BaseMarks[] {
  return movedBases(
    camera,
    solution.camera,
    bases.map((base, i) => ({ ...base, start: solution.poses[i]! })),
  );
}

/** Number of bases of one size from which on it is unlikely that the sizes of all of them were misread. */
const MANY_ALIKE = 6;

/**
 * True when bases alone determine the scale: small ones seen from near look like medium ones from further off, but two sizes that fit each
 * other are no chance.
 */
export function isScaleDetermined(candidates: readonly Candidate[]): boolean {
  const sizes = new Set(candidates.map(({ reading }) => reading.base));
  return sizes.size > 1 || candidates.length >= MANY_ALIKE;
}

/** The plane's solution in the frame of a mat about the bases' middle. */
export function registrationAround(solution: TableSolution, like?: Rotation): TableSolution {
  return registrationOn(solution, { corner: cornerAround(solution.poses), turnRad: 0 }, like);
}

/**
 * The plane's solution in the frame of a mat in that place; player 1 sits nearest to the camera, or as nearly as possible where `like` has
 * it.
 */
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

/** A camera by its elevation above the table and the share of the picture's long side that a mat would fill. */
interface Start {
  readonly elevationDeg: number;
  readonly share: number;
}

/**
 * Cameras to start from where nothing is known, by the elevation above the table and the share of the picture's long side that a mat would
 * fill: before the whole of a mat (below 1), and held over some ships. The detector shows most bases of a table that is drawn 0.7 to 1.6
 * times too large, or tilted by 30° too much or too little (docs/experiments/close-views.md).
 */
const STARTS: readonly Start[] = [
  ...[35, 55, 75].flatMap((elevationDeg) => [0.45, 0.7].map((share) => ({ elevationDeg, share }))),
  ...[40, 65].flatMap((elevationDeg) => [1.3, 2.3].map((share) => ({ elevationDeg, share }))),
];
/** The same for a picture that is upside down: its camera is beyond the vertical. */
const UPSIDE_DOWN: readonly Start[] = [0.45, 0.7, 1.3, 2.3].map((share) => ({ elevationDeg: 125, share }));

/** Cameras in the usual places before a table or over a part of it. */
export function usualCameras(widthPx: number, heightPx: number, lens: TablePrior): Camera[] {
  return STARTS.map((start) => startCamera(start, widthPx, heightPx, lens));
}

/** The same of a picture that is upside down. */
export function upsideDownCameras(widthPx: number, heightPx: number, lens: TablePrior): Camera[] {
  return UPSIDE_DOWN.map((start) => startCamera(start, widthPx, heightPx, lens));
}

function startCamera({ elevationDeg, share }: Start, widthPx: number, heightPx: number, { focalPx, cx, cy }: TablePrior): Camera {
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
}
