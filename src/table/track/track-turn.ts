import { cameraCentre } from '../../geometry/camera.js';
import { meanPoint } from '../../geometry/mean-point.js';
import { distanceMm } from '../../geometry/point.js';
import { wrapRad } from '../../geometry/pose.js';
import type { Quarters } from '../edits.js';
import type { TableMeasurement } from '../measurement.js';
import { movedMeasurement, movedPoint, movedPose, quarterMotion } from '../moved-table.js';
import { quarterTurned } from '../setup/mat-size.js';
import type { TableState } from './track-state.js';

/** A ship seen within this of where one stood, facing nearly the same way, is the same ship: mm and rad. */
const SAME_MM = 20;
const SAME_RAD = (25 * Math.PI) / 180;
/** Share within which the sides of a mat agree for it to be a square, which looks the same from all four sides. */
const SQUARE_SHARE = 0.03;

/** Distance within which a camera counts as where it was, mm: shaken, or carried on from one look to the next. */
const SAME_CAMERA_MM = 150;
/** Factor by which the camera must be farther from where it was under any other turn to decide the turn. */
const OTHER_CAMERA = 2;
/** Number of ships and obstacles in place that cannot be a coincidence. */
const ENOUGH_IN_PLACE = 2;

/** A turn about the mat's middle into the frame that the state already has. `open`: another one is as likely; only a person can tell. */
export interface Turn {
  readonly quarters: Quarters;
  readonly open?: Quarters;
}

/**
 * Number of quarters, counter-clockwise seen from above, by which a measurement must be turned about the mat's middle. A square mat has no
 * marked corner: when the camera goes to another side of the table, or its picture turns, its frame may be turned by quarters. The pieces
 * on the mat determine it: the turn under which most ships and obstacles are where they were, if at least two are. Where there are fewer,
 * the camera decides, if it is nearly where it was under one turn only; otherwise the turn is that of the last look, and open where one
 * thing is in place under another turn and nothing under this one.
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

/** Number of ships of the turned measurement in the pose of a tracked ship, and of its obstacles where one was. */
function inPlace(state: TableState, { bases, obstacles, mat }: TableMeasurement, quarters: Quarters): number {
  const motion = quarterMotion(mat, quarters);
  const ships = bases.filter(({ pose }) => {
    const at = movedPose(pose, motion);
    return state.tracks.some(
      (track) => distanceMm(track.pose, at) < SAME_MM && Math.abs(wrapRad(track.pose.headingRad - at.headingRad)) < SAME_RAD,
    );
  });
  const lying = obstacles.filter(({ outline }) => {
    const at = movedPoint(meanPoint(outline), motion);
    return state.obstacles.some((one) => distanceMm(meanPoint(one.outline), at) < SAME_MM);
  });
  return ships.length + lying.length;
}

/**
 * The turn under which the camera is where it was in the last look; undefined if another turn brings it near there too, as straight above
 * the mat's middle.
 */
function turnByCamera({ camera }: TableState, measurement: TableMeasurement, candidates: readonly Quarters[]): Quarters | undefined {
  if (!camera) return undefined;
  const [was, now] = [cameraCentre(camera), cameraCentre(measurement.camera)];
  const turned = candidates.map((quarters) => ({
    quarters,
    awayMm: distanceMm(was, movedPoint(now, quarterMotion(measurement.mat, quarters))),
  }));
  const [nearest, next] = turned.sort((a, b) => a.awayMm - b.awayMm);
  return nearest!.awayMm < SAME_CAMERA_MM && next!.awayMm > OTHER_CAMERA * SAME_CAMERA_MM ? nearest!.quarters : undefined;
}

/** The measurement turned by quarters about the mat's middle, counter-clockwise seen from above. */
export function turnedMeasurement(measurement: TableMeasurement, quarters: Quarters): TableMeasurement {
  if (quarters === 0) return measurement;
  const { mat } = measurement;
  return { ...movedMeasurement(measurement, quarterMotion(mat, quarters)), mat: quarters % 2 === 1 ? quarterTurned(mat) : mat };
}
