import type { Point } from '../geometry/point.js';
import type { Pose, PoseCovariance } from '../geometry/pose.js';
import type { ShipBase } from '../pieces/base-size.js';
import type { ArcName, Obstacle, Player } from './table.js';

export type Quarters = 0 | 1 | 2 | 3;

/**
 * One thing that a person said about the table; it wins over the camera until it is undone. Edits made at once share a `batch`, and are
 * undone at once.
 */
export type Edit = (ShipEdit | ObstacleEdit | NothingEdit | AllObstaclesEdit | EntryEdit) & { readonly batch?: string };

export type ShipEdit =
  /** `lengthMm`: of a huge base, as measured. */
  | { readonly kind: 'size'; readonly shipId: string; readonly base: ShipBase; readonly lengthMm?: number }
  | { readonly kind: 'owner'; readonly shipId: string; readonly owner: Player | undefined }
  | { readonly kind: 'name'; readonly shipId: string; readonly name: string }
  | { readonly kind: 'arcs'; readonly shipId: string; readonly arcs: readonly ArcName[]; readonly hasTurret?: true }
  | { readonly kind: 'delete'; readonly shipId: string }
  | RemovedEdit
  | { readonly kind: 'add'; readonly shipId: string; readonly base: ShipBase; readonly pose: Pose }
  | TurnEdit
  | MoveEdit;

/** An obstacle is in this pose, or there is none. */
export interface ObstacleEdit {
  readonly kind: 'obstacle';
  readonly obstacleId: string;
  readonly placed: Obstacle | undefined;
  /** As for a ship's move. */
  readonly gesture?: string;
}

/** Nothing is there: the unrecognised thing that the camera has at this place is neither a ship nor an obstacle. */
export interface NothingEdit {
  readonly kind: 'nothing';
  readonly at: Point;
}

/** No obstacles exist but those shown. */
export interface AllObstaclesEdit {
  readonly kind: 'all obstacles';
}

/**
 * An entry for a match that begins on this table, of a ship or of the match itself: nothing that is measured follows from it. The room of the
 * match knows what it holds.
 */
export interface EntryEdit {
  readonly kind: 'entry';
  readonly shipId?: string;
  readonly entered: object;
}

export const isEntryEdit = (edit: Edit): edit is EntryEdit & Edit => edit.kind === 'entry';

export const isObstacleEdit = (edit: Edit): edit is ObstacleEdit => edit.kind === 'obstacle';

/** Edits of ships. */
export function shipEdits(edits: readonly Edit[]): ShipEdit[] {
  return edits.filter(
    (edit): edit is ShipEdit => !isObstacleEdit(edit) && !isEntryEdit(edit) && edit.kind !== 'nothing' && edit.kind !== 'all obstacles',
  );
}

/** Clockwise quarter turns from the heading that the camera has: 2 where front was mistaken for rear, 0 where the camera is right. */
export interface TurnEdit {
  readonly kind: 'turn';
  readonly shipId: string;
  readonly quarters: Quarters;
  /** Pose that the camera had for the ship while its front was open: elsewhere it may assume another heading, and this edit is over. */
  readonly cameraPose?: Pose;
}

/**
 * The rules of a match removed the ship. Its base may stand there until a hand takes it off; once that has happened, no base that is seen
 * elsewhere is that ship.
 */
export interface RemovedEdit {
  readonly kind: 'removed';
  readonly shipId: string;
  /** Takes the removal back. */
  readonly takesBack?: true;
}

export interface MoveEdit {
  readonly kind: 'move';
  readonly shipId: string;
  readonly pose: Pose;
  /** Pose that the camera had for the ship then. When it sees the ship elsewhere, the real ship was moved and this edit is over. */
  readonly cameraPose?: Pose;
  /** Moves of one gesture (a drag, a run of arrow keys) are undone together. */
  readonly gesture?: string;
  /** The rules of a match placed it there, not a person. */
  readonly isByRules?: true;
  /** Takes back the rules' previous move. */
  readonly takesBack?: true;
  /** Covariance of its place as the rules know it, where no camera will see it. */
  readonly covariance?: PoseCovariance;
}

/** Edits by persons, without those by the rules of a match. */
export function saidByPersons(edits: readonly Edit[]): readonly Edit[] {
  return edits.filter((edit) => edit.kind !== 'removed' && (edit.kind !== 'move' || !edit.isByRules));
}

/**
 * Distance from its old place at which the camera must see a ship for the real one to have been moved, so that edits of its place are out
 * of date.
 */
const MOVED_SINCE_MM = 15;

/** Whether a ship that the camera now sees at `now` was moved since a person said this. */
export function isOver({ cameraPose }: TurnEdit | MoveEdit, now: Pose): boolean {
  return cameraPose !== undefined && Math.hypot(now.x - cameraPose.x, now.y - cameraPose.y) > MOVED_SINCE_MM;
}

/** Edits that were made, and those that were taken back and could be made again. */
export interface EditHistory {
  readonly done: readonly Edit[];
  readonly undone: readonly Edit[];
}

export const NO_EDITS: EditHistory = { done: [], undone: [] };

/** Adds an edit; what was undone before can no longer be redone. A move of the gesture that made the last edit replaces it. */
export function withEdit(history: EditHistory, edit: Edit): EditHistory {
  if (edit.kind === 'move' && edit.takesBack) {
    const done = withoutMoves(history.done, edit);
    if (done.length < history.done.length) return { done, undone: [] };
  }
  if (edit.kind === 'removed' && edit.takesBack) {
    const done = history.done.filter((one) => one.kind !== 'removed' || one.shipId !== edit.shipId);
    return done.length < history.done.length ? { done, undone: [] } : history;
  }
  const last = history.done.at(-1);
  const continues = last !== undefined && gestureOf(edit) !== undefined && gestureOf(edit) === gestureOf(last);
  return { done: [...(continues ? history.done.slice(0, -1) : history.done), edit], undone: [] };
}

/** Edits without the last moves of a ship that the rules made, back to the pose given. */
function withoutMoves(done: readonly Edit[], { shipId, pose }: MoveEdit): readonly Edit[] {
  const last = done.findLast((edit) => edit.kind === 'move' && edit.shipId === shipId) as MoveEdit | undefined;
  const isThere = last && JSON.stringify(last.pose) === JSON.stringify(pose);
  if (!last?.isByRules || isThere) return done;
  return withoutMoves(
    done.filter((edit) => edit !== last),
    { ...last, pose },
  );
}

/** Key of the moves of one gesture with one thing; undefined for other edits. */
function gestureOf(edit: Edit): string | undefined {
  if (edit.kind === 'move') return edit.gesture && `${edit.shipId} ${edit.gesture}`;
  return edit.kind === 'obstacle' && edit.gesture ? `${edit.obstacleId} ${edit.gesture}` : undefined;
}

/** Whether the last edit is a person's, who may take it back; what the rules of a match did is taken back in the match. */
export function mayUndo({ done }: EditHistory): boolean {
  return saidByPersons(done.slice(-1)).length > 0;
}

/** Takes the last edit back, with all of its batch; without one of a person, nothing changes. */
export function undo(history: EditHistory): EditHistory {
  if (!mayUndo(history)) return history;
  const { done, undone } = history;
  const [stay, go] = withoutLast(done);
  return { done: stay, undone: [...undone, ...go.reverse()] };
}

/** Repeats the edit that was taken back last; without one, nothing changes. */
export function redo({ done, undone }: EditHistory): EditHistory {
  const [stay, go] = withoutLast(undone);
  return { done: [...done, ...go.reverse()], undone: stay };
}

/** Splits off the last edit, with those before it that are of its batch. */
function withoutLast(edits: readonly Edit[]): readonly [stay: readonly Edit[], go: Edit[]] {
  const batch = edits.at(-1)?.batch;
  const before = batch === undefined ? edits.length - 2 : edits.findLastIndex((edit) => edit.batch !== batch);
  const from = Math.max(0, before + 1);
  return [edits.slice(0, from), edits.slice(from)];
}
