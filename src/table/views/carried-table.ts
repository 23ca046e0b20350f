import { isSquare } from '../../pieces/base-size.js';
import type { Edit, EditHistory } from '../edits.js';
import type { SeenBase, SeenObstacle, TableMeasurement } from '../measurement.js';
import { type Motion, motionOf, movedObstacle, movedPoint, movedPose } from '../moved-table.js';
import type { Obstacle } from '../table.js';
import type { TableState, Track } from '../track/track-state.js';
import { isTurnedOtherwise, mayBeChance } from './doubted-link.js';
import { linkBases } from './link-bases.js';
import { measuredErrors } from './linked-errors.js';
import { linkedMeasurement } from './moved-measurement.js';

/** A table as it is known, and the edits of persons. */
export interface KnownTable {
  readonly state: TableState;
  readonly history: EditHistory;
}

/**
 * A table in the frame of a measurement that shows it, by ships that have not moved; undefined where fewer than two have stayed, or where
 * more than one way fits, or it may be another table's.
 */
export function carriedTable({ state, history }: KnownTable, to: TableMeasurement): KnownTable | undefined {
  const { tracks, jointCovariance, obstacles, unmeasurable } = state;
  // No measurement shows a huge base.
  if (!tracks.every(isSquare)) return undefined;
  const bases = tracks.map(asSeen);
  const link = linkBases(bases, to.bases);
  if (typeof link === 'string') return undefined;
  const { camera, widthMm, depthMm, isEdgeUnknown } = state;
  const from = { bases, camera, mat: { widthMm, depthMm }, ...(isEdgeUnknown && { isEdgeUnknown }) };
  if (mayBeChance(from, to, link) || isTurnedOtherwise(from, to, link)) return undefined;
  const known = {
    ...{ capturedAtMs: 0, camera: to.camera, mat: to.mat, bases, jointCovariance, unmeasurable, stageMs: {} },
    obstacles: obstacles as readonly SeenObstacle[],
  };
  const places = to.bases.map(({ pose }) => pose);
  const { measurement: moved } = linkedMeasurement(known, link, to, measuredErrors(places, to.jointCovariance), 0);
  // The camera's place and the turn of its pictures belong to the previous frame.
  const { isEdgeUnknown: _, camera: __, turned: ___, mayBeTurned: ____, obstacleSights: _____, ...rest } = state;
  return {
    state: {
      ...rest,
      tracks: tracks.map(({ facedFrom: _____, ...track }, i) => ({
        ...track,
        pose: moved.bases[i]!.pose,
        covariance: moved.bases[i]!.covariance,
      })),
      jointCovariance: moved.jointCovariance,
      obstacles: moved.obstacles as readonly SeenObstacle[] as readonly Obstacle[],
      unmeasurable: moved.unmeasurable.map((one) => ({ ...one, unseenFrames: 0 })),
    },
    history: { done: history.done.map((edit) => movedEdit(edit, motionOf(link.motion))), undone: [] },
  };
}

/** A ship that is followed, as a measurement has it. */
export function asSeen({ base, pose, covariance, detectionProbability = 1, facingVotes }: Track & Pick<SeenBase, 'base'>): SeenBase {
  return { base, pose, covariance, detectionProbability, ...(facingVotes === 0 && { isFrontOpen: true }) };
}

/** An edit's places, in the frame to which `motion` leads. */
export function movedEdit(edit: Edit, motion: Motion): Edit {
  const cameraPose = 'cameraPose' in edit && edit.cameraPose && { cameraPose: movedPose(edit.cameraPose, motion) };
  switch (edit.kind) {
    case 'add':
      return { ...edit, pose: movedPose(edit.pose, motion) };
    case 'move':
      return { ...edit, pose: movedPose(edit.pose, motion), ...cameraPose };
    case 'turn':
      return { ...edit, ...cameraPose };
    case 'nothing':
      return { ...edit, at: movedPoint(edit.at, motion) };
    case 'obstacle':
      return { ...edit, placed: edit.placed && movedObstacle(edit.placed, motion) };
    default:
      return edit;
  }
}
