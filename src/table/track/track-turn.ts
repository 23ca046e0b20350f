import { type Camera, cameraCentre, type Rotation } from '../../geometry/camera.js';
import { blockAt, blockOfCovariance, covarianceOfBlock, setBlock } from '../../geometry/joint-covariance.js';
import { meanPoint } from '../../geometry/mean-point.js';
import { product } from '../../geometry/plane-map.js';
import { distanceMm, type Point } from '../../geometry/point.js';
import { type Pose, type PoseCovariance, wrapRad } from '../../geometry/pose.js';
import type { Quarters } from '../edits.js';
import type { SeenBase, TableMeasurement } from '../measurement.js';
import { quarterTurned } from '../setup/mat-size.js';
import type { PlacedToken, Unmeasurable } from '../table.js';
import type { TableState } from './track-state.js';

/** A ship seen this near to where one stood, facing nearly the same way, is the same ship: mm and rad. */
const SAME_MM = 20;
const SAME_RAD = (25 * Math.PI) / 180;
/** A mat whose sides differ by less than this share is a square, which looks the same from all four sides. */
const SQUARE_SHARE = 0.03;

/** A camera up to this far from where it was counts as there, mm: shaken, or carried on from one look to the next. */
const SAME_CAMERA_MM = 150;
/** The camera's place decides the turn where under any other turn it is this many times farther from where it was. */
const OTHER_CAMERA = 2;
/** This many ships and obstacles in place are no coincidence. */
const ENOUGH_IN_PLACE = 2;

/** A turn about the mat's middle into the frame that the state already has. `open`: another one is as likely, which only a person can tell. */
export interface Turn {
  readonly quarters: Quarters;
  readonly open?: Quarters;
}

/**
 * By how many quarters, counter-clockwise seen from above, a measurement is to be turned about the mat's middle. A square mat has no marked corner: when the
 * camera goes to another side of the table, or its picture turns, its frame may be turned by quarters. What stands and lies on the mat determines it: the
 * turn under which most ships and obstacles are where they were, where those are at least two. Where there are fewer, the camera decides, if it is nearly where
 * it was under one turn only; else the turn is that of the last look, and open where one thing is in place under another turn and nothing under this one.
 */
export function turnOf(state: TableState, measurement: TableMeasurement): Turn {
  const { widthMm, depthMm } = measurement.mat;
  const isSquare = Math.abs(widthMm - depthMm) < SQUARE_SHARE * Math.max(widthMm, depthMm);
  const candidates: readonly Quarters[] = isSquare ? [0, 1, 2, 3] : [0, 2];
  const byCamera = turnByCamera(state, measurement, candidates);
  const likely = byCamera ?? candidates.find((quarters) => quarters === state.turned) ?? 0;
  const most = { quarters: likely, score: inPlace(state, measurement, likely) };
  const best = candidates
    .map((quarters) => ({ quarters, score: inPlace(state, measurement, quarters) }))
    .reduce((one, other) => (other.score > one.score ? other : one), most);
  if (best.score >= ENOUGH_IN_PLACE) return { quarters: best.quarters };
  return { quarters: likely, ...(byCamera === undefined && best.score > most.score && { open: best.quarters }) };
}

/** How many ships of the turned measurement stand and face as a tracked ship does, and how many of its obstacles lie where one lay. */
function inPlace(state: TableState, { bases, obstacles, mat }: TableMeasurement, quarters: Quarters): number {
  const ships = bases.filter(({ pose }) => {
    const at = turnedPose(pose, mat, quarters);
    return state.tracks.some(
      (track) => distanceMm(track.pose, at) < SAME_MM && Math.abs(wrapRad(track.pose.headingRad - at.headingRad)) < SAME_RAD,
    );
  });
  const lying = obstacles.filter(({ outline }) => {
    const at = turnedPoint(meanPoint(outline), mat, quarters);
    return state.obstacles.some((one) => distanceMm(meanPoint(one.outline), at) < SAME_MM);
  });
  return ships.length + lying.length;
}

/** The turn under which the camera is where it was in the last look, if it is nowhere near there under another one, as one straight above the mat's middle is. */
function turnByCamera({ camera }: TableState, measurement: TableMeasurement, candidates: readonly Quarters[]): Quarters | undefined {
  if (!camera) return undefined;
  const [was, now] = [cameraCentre(camera), cameraCentre(measurement.camera)];
  const turned = candidates.map((quarters) => ({ quarters, awayMm: distanceMm(was, turnedPoint(now, measurement.mat, quarters)) }));
  const [nearest, next] = turned.sort((a, b) => a.awayMm - b.awayMm);
  return nearest!.awayMm < SAME_CAMERA_MM && next!.awayMm > OTHER_CAMERA * SAME_CAMERA_MM ? nearest!.quarters : undefined;
}

/** The measurement turned by quarters about the mat's middle, counter-clockwise seen from above. */
export function turnedMeasurement(measurement: TableMeasurement, quarters: Quarters): TableMeasurement {
  if (quarters === 0) return measurement;
  const { mat } = measurement;
  const isOdd = quarters % 2 === 1;
  return {
    ...measurement,
    camera: turnedCamera(measurement.camera, mat, quarters),
    mat: isOdd ? quarterTurned(mat) : mat,
    bases: measurement.bases.map(
      (seen): SeenBase => ({
        ...seen,
        pose: turnedPose(seen.pose, mat, quarters),
        covariance: turnedCovariance(seen.covariance, quarters),
      }),
    ),
    jointCovariance: turnedJoint(measurement.jointCovariance, measurement.bases.length, quarters),
    obstacles: measurement.obstacles.map((obstacle) => ({
      ...obstacle,
      outline: obstacle.outline.map((point) => turnedPoint(point, mat, quarters)),
      ...(obstacle.token && { token: turnedToken(obstacle.token, mat, quarters) }),
    })),
    unmeasurable: measurement.unmeasurable.map((one) => turnedPlace(one, mat, quarters)),
    ...(measurement.templates && {
      templates: measurement.templates.map(({ name, outline }) => ({
        name,
        outline: outline.map((point) => turnedPoint(point, mat, quarters)),
      })),
    }),
  };
}

type Mat = TableMeasurement['mat'];

function turnedPlace(one: Unmeasurable, mat: Mat, quarters: Quarters): Unmeasurable {
  return { ...one, at: turnedPoint(one.at, mat, quarters) };
}

export function turnedToken(token: PlacedToken, mat: Mat, quarters: Quarters): PlacedToken {
  return { ...token, pose: turnedPose(token.pose, mat, quarters), covariance: turnedCovariance(token.covariance, quarters) };
}

/** One quarter counter-clockwise takes (x, y) to (depth − y, x): the near edge becomes the right one. */
export function turnedPoint(point: Point, mat: Mat, quarters: Quarters): Point {
  if (quarters === 0) return { x: point.x, y: point.y };
  if (quarters === 1) return { x: mat.depthMm - point.y, y: point.x };
  if (quarters === 2) return { x: mat.widthMm - point.x, y: mat.depthMm - point.y };
  return { x: point.y, y: mat.widthMm - point.x };
}

/** Headings grow clockwise, so a counter-clockwise turn lessens them. */
function turnedPose(pose: Pose, mat: Mat, quarters: Quarters): Pose {
  return { ...turnedPoint(pose, mat, quarters), headingRad: wrapRad(pose.headingRad - (quarters * Math.PI) / 2) };
}

function turnedCovariance(c: PoseCovariance, quarters: Quarters): PoseCovariance {
  return covarianceOfBlock(turnedBlock(blockOfCovariance(c), quarters));
}

function turnedJoint(joint: readonly number[], ships: number, quarters: Quarters): number[] {
  const turned = new Array<number>(joint.length).fill(0);
  for (let row = 0; row < ships; row++) {
    for (let column = 0; column < ships; column++) setBlock(turned, row, column, turnedBlock(blockAt(joint, row, column), quarters));
  }
  return turned;
}

/** R · block · Rᵀ, with R the turn of x and y; the heading's error is the same in every frame. */
function turnedBlock(block: readonly number[], quarters: Quarters): number[] {
  const { cos, sin } = cosAndSin(quarters);
  const turn = [cos, -sin, 0, sin, cos, 0, 0, 0, 1];
  const half = product(turn, block);
  return product(half, [cos, sin, 0, -sin, cos, 0, 0, 0, 1]);
}

/** The camera in the turned frame: cameraPoint = r · old + t, and old = Rᵀ · (new − shift). */
function turnedCamera(camera: Camera, mat: Mat, quarters: Quarters): Camera {
  const { cos, sin } = cosAndSin(quarters);
  const r = product(camera.r, [cos, sin, 0, -sin, cos, 0, 0, 0, 1]) as unknown as Rotation;
  const shift = turnedPoint({ x: 0, y: 0 }, mat, quarters);
  const t = [0, 1, 2].map((row) => camera.t[row]! - r[3 * row]! * shift.x - r[3 * row + 1]! * shift.y);
  return { ...camera, r, t: [t[0]!, t[1]!, t[2]!] };
}

function cosAndSin(quarters: Quarters): { readonly cos: number; readonly sin: number } {
  return { cos: [1, 0, -1, 0][quarters]!, sin: [0, 1, 0, -1][quarters]! };
}
