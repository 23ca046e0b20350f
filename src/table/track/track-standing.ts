import type { Camera } from '../../geometry/camera.js';
import { fitPose } from '../../geometry/fit-pose.js';
import {
  blockAt,
  differenceCovariance,
  jointOf,
  lengthVariance,
  mahalanobisSq,
  poseCovarianceAt,
  setBlock,
} from '../../geometry/joint-covariance.js';
import { meanPoint } from '../../geometry/mean-point.js';
import { distanceMm, type Point } from '../../geometry/point.js';
import { type Pose, wrapRad } from '../../geometry/pose.js';
import type { TableMeasurement } from '../measurement.js';
import { motionOf, movedJoint, movedPose } from '../moved-table.js';
import { measuredErrors, withLinkedErrors } from '../views/linked-errors.js';
import type { Assignment } from './track-assignment.js';
import type { Step } from './track-noise.js';
import type { TableState } from './track-state.js';

/** A look whose distance between two ships claims more than this many times what was claimed before is from farther away, or shows less. */
const COARSER = 1.25;
/** Limits within which a look shows a ship where it stood: 99.7 % of chi-squared with two degrees of freedom, beside the error of its plastic from each side; and its heading. */
const STOOD = { chiSquared: 11.6, plasticMm: 0.25, withinRad: 0.07 };

/** Scales of two looks differ by this much, relative, and places of one ship in them by this, mm, one standard deviation each: ships that stand close together say little about the scale. */
const SCALE = { sigma: 0.003, placeMm: 0.5 };

/** The table before a look, with the places of ships that have stood in the look's frame. */
export interface StoodTable {
  readonly state: TableState;
  /** Joint covariance of the look's bases, followed by the places of these ships. */
  readonly joint: readonly number[];
  /** Their rows in the state, and where the look has them, in that order. */
  readonly rows: readonly number[];
  readonly inLook: readonly Point[];
}

/**
 * Brings ships that stood since the last look into the frame of the next: two looks have the mat a little beside each other, more so from
 * different sides. Undefined where fewer than two stood, or the look contradicts one of them.
 */
export function stoodInLook(
  state: TableState,
  look: TableMeasurement,
  paired: Assignment,
  stood: ReadonlySet<string>,
): StoodTable | undefined {
  const rows = state.tracks.flatMap((track, row) => {
    const base = look.bases[paired[row] ?? -1];
    if (!base || !stood.has(track.id) || !track.isSeen || track.beside || track.stillFrames === 0) return [];
    const turnRad = Math.abs(wrapRad(base.pose.headingRad - track.pose.headingRad));
    return track.base === base.base && turnRad < STOOD.withinRad ? [row] : [];
  });
  if (rows.length < 2) return undefined;
  const columns = rows.map((row) => paired[row]!);
  const own = rows.map((row) => state.tracks[row]!.pose);
  const at = columns.map((column) => look.bases[column]!.pose);
  const motion = motionOf(fitPose(own, at));
  const places = own.map((pose) => movedPose(pose, motion));
  const ofLook = measuredErrors(
    look.bases.map(({ pose }) => pose),
    look.jointCovariance,
  );
  const { joint } = withLinkedErrors(ofLook, {
    places,
    joint: movedJoint(jointOf(rows, state.jointCovariance), motion),
    pairs: columns.map((column, i) => [i, column] as const),
    at,
    apartSq: places.reduce((sum, place, i) => sum + distanceMm(place, at[i]!) ** 2 / 2, 0) / places.length,
  });
  const first = look.bases.length;
  if (!places.every((place, i) => isInPlace(place, at[i]!, joint, first + i, columns[i]!))) return undefined;
  const tracks = state.tracks.map((track, row) => {
    const i = rows.indexOf(row);
    return i < 0 ? track : { ...track, pose: places[i]!, covariance: poseCovarianceAt(joint, first + i) };
  });
  return { state: { ...state, tracks }, joint, rows, inLook: at };
}

/** Whether a place agrees with that of a look; rows of both in their joint covariance. */
function isInPlace(place: Pose, at: Pose, joint: readonly number[], row: number, column: number): boolean {
  const [own, look] = [poseCovarianceAt(joint, row), poseCovarianceAt(joint, column)];
  const difference = differenceCovariance(own, look, blockAt(joint, row, column), STOOD.plasticMm);
  return mahalanobisSq({ x: place.x - at.x, y: place.y - at.y }, difference) < STOOD.chiSquared;
}

/** A ship of the state after a look, with its index in the look's bases. */
type LookedStep = Step & { readonly column?: number | undefined };

/**
 * A look's camera as it sees the table on which ships stand at these places: a look and those before it have them at slightly different scales, and through its own
 * camera they would be drawn beside themselves. Places of the look are at their middle where the table has them.
 */
export function cameraForPlaces(camera: Camera, inLook: readonly Point[], onTable: readonly Point[]): Camera {
  const [middle, there] = [meanPoint(inLook), meanPoint(onTable)];
  const out = (points: readonly Point[], { x, y }: Point) => points.map((point) => ({ x: point.x - x, y: point.y - y }));
  const [from, to] = [out(inLook, middle), out(onTable, there)];
  const dot = (a: readonly Point[], b: readonly Point[]) => a.reduce((sum, { x, y }, i) => sum + x * b[i]!.x + y * b[i]!.y, 0);
  const asOne = (SCALE.placeMm / SCALE.sigma) ** 2;
  const scale = (dot(from, to) + asOne) / (dot(from, from) + asOne);
  const { r, t } = camera;
  const moved = (axis: 0 | 1 | 2) => scale * t[axis] + (scale - 1) * (r[3 * axis]! * there.x + r[3 * axis + 1]! * there.y);
  return { ...camera, t: [moved(0), moved(1), moved(2)] };
}

/**
 * The state after a look, with ships beside each other as they were measured before where this look, from farther away, would make that coarser; and with a camera
 * that sees them where the look does.
 */
export function withStanding(after: TableState, looked: readonly LookedStep[], standing: StoodTable): TableState {
  const state = withBetterKnown(after, looked, standing);
  const places = looked.flatMap(({ row }, now) => {
    const i = row === undefined ? -1 : standing.rows.indexOf(row);
    return i < 0 ? [] : [{ inLook: standing.inLook[i]!, onTable: state.tracks[now]!.pose }];
  });
  const [inLook, onTable] = [places.map((one) => one.inLook), places.map((one) => one.onTable)];
  return state.camera ? { ...state, camera: cameraForPlaces(state.camera, inLook, onTable) } : state;
}

function withBetterKnown(after: TableState, looked: readonly LookedStep[], { state, joint, rows }: StoodTable): TableState {
  const first = Math.sqrt(joint.length) / 3 - rows.length;
  const standing = looked.flatMap(({ row }, now) => {
    const i = row === undefined ? -1 : rows.indexOf(row);
    return i < 0 ? [] : [{ now, row: row!, i: first + i }];
  });
  type Standing = (typeof standing)[number];
  const poseOf = ({ row }: Standing) => state.tracks[row]!.pose;
  const isCoarser = (one: Standing, other: Standing) => {
    const known = lengthVariance(joint, one.i, other.i, poseOf(one), poseOf(other));
    const shown = lengthVariance(after.jointCovariance, one.now, other.now, poseOf(one), poseOf(other));
    return shown > COARSER ** 2 * known;
  };
  const better = standing.filter((one) => standing.some((other) => other !== one && isCoarser(one, other)));
  if (better.length === 0) return after;
  const jointCovariance = jointOf(
    looked.map(({ column, isUnconfirmed }, now) => {
      const known = better.find((one) => one.now === now);
      if (known) return known.i;
      return column === undefined || isUnconfirmed ? poseCovarianceAt(after.jointCovariance, now) : column;
    }),
    joint,
  );
  const scatter = [...after.scatter];
  for (const a of better) for (const b of better) setBlock(scatter, a.now, b.now, blockAt(state.scatter, a.row, b.row));
  const tracks = after.tracks.map((track, now) => {
    const known = better.find((one) => one.now === now);
    const covariance = track.isSeen ? poseCovarianceAt(jointCovariance, now) : track.covariance;
    return known
      ? { ...track, pose: poseOf(known), stillFrames: state.tracks[known.row]!.stillFrames, covariance }
      : { ...track, covariance };
  });
  return { ...after, isLookCoarser: true, tracks, jointCovariance, scatter };
}
