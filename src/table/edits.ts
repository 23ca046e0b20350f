import type { Point } from '../geometry/point.js';
import type { Pose, PoseCovariance } from '../geometry/pose.js';
import type { ShipBase } from '../pieces/base-size.js';
import type { ArcName, Obstacle, Player } from './table.js';

export type Quarters = 0 | 1 | 2 | 3;

/** One thing a person said about the table; it wins over the camera until it is undone. What was said at once has one `batch`, and is undone at once. */
export type Edit = (ShipEdit | ObstacleEdit | NothingEdit | AllObstaclesEdit) & { readonly batch?: string };

export type ShipEdit =
  /** `lengthMm`: of a huge base, as it was measured. */
  | { readonly kind: 'size'; readonly shipId: string; readonly base: ShipBase; readonly lengthMm?: number }
  | { readonly kind: 'owner'; readonly shipId: string; readonly owner: Player | undefined }
  | { readonly kind: 'name'; readonly shipId: string; readonly name: string }
  | { readonly kind: 'arcs'; readonly shipId: string; readonly arcs: readonly ArcName[]; readonly hasTurret?: true }
  | { readonly kind: 'delete'; readonly shipId: string }
  | { readonly kind: 'add'; readonly shipId: string; readonly base: ShipBase; readonly pose: Pose }
  | TurnEdit
  | MoveEdit;

/** An obstacle lies so, or none lies there. */
export interface ObstacleEdit {
  readonly kind: 'obstacle';
  readonly obstacleId: string;
  readonly placed: Obstacle | undefined;
  /** As of a ship's move. */
  readonly gesture?: string;
}

/** Nothing is there: what the camera has at this place without making it out is neither a ship nor an obstacle. */
export interface NothingEdit {
  readonly kind: 'nothing';
  readonly at: Point;
}

/** The obstacles that are shown are all there are. */
export interface AllObstaclesEdit {
  readonly kind: 'all obstacles';
}

export const isObstacleEdit = (edit: Edit): edit is ObstacleEdit => edit.kind === 'obstacle';

/** Edits of ships. */
export function shipEdits(edits: readonly Edit[]): ShipEdit[] {
  return edits.filter((edit): edit is ShipEdit => !isObstacleEdit(edit) && edit.kind !== 'nothing' && edit.kind !== 'all obstacles');
}

/** Quarter turns that a ship faces clockwise of the way the camera has it: 2 where front was mistaken for rear, 0 where the camera is right. */
export interface TurnEdit {
  readonly kind: 'turn';
  readonly shipId: string;
  readonly quarters: Quarters;
  /** Where the camera had the ship, while its front was open: elsewhere it may be taken to face otherwise, and this edit is over. */
  readonly cameraPose?: Pose;
}

export interface MoveEdit {
  readonly kind: 'move';
  readonly shipId: string;
  readonly pose: Pose;
  /** Where the camera had the ship then. When it sees the ship elsewhere, the real ship was moved and this edit is over. */
  readonly cameraPose?: Pose;
  /** Moves of one gesture (a drag, a run of arrow keys) are undone together. */
  readonly gesture?: string;
  /** The rules of a match placed it there: nobody said so. */
  readonly isByRules?: true;
  /** What they did before is taken back. */
  readonly takesBack?: true;
  /** How exactly the rules know its place, where no camera will see it. */
  readonly covariance?: PoseCovariance;
}

/** Edits by persons, without what the rules of a match did to the table. */
export function saidByPersons(edits: readonly Edit[]): readonly Edit[] {
  return edits.filter((edit) => edit.kind !== 'move' || !edit.isByRules);
}

/** The camera sees a ship this far from where it had it: the real ship was moved since, and what was said of its place is out of date. */
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

/** Adds an edit; what was undone before cannot be redone any more. A move of the gesture that made the last edit replaces it. */
export function withEdit(history: EditHistory, edit: Edit): EditHistory {
  if (edit.kind === 'move' && edit.takesBack) {
    const done = withoutMoves(history.done, edit);
    if (done.length < history.done.length) return { done, undone: [] };
  }
  const last = history.done.at(-1);
  const continues = last !== undefined && gestureOf(edit) !== undefined && gestureOf(edit) === gestureOf(last);
  return { done: [...(continues ? history.done.slice(0, -1) : history.done), edit], undone: [] };
}

/** Without the moves of a ship that the rules made last, back to where it stands then. */
function withoutMoves(done: readonly Edit[], { shipId, pose }: MoveEdit): readonly Edit[] {
  const last = done.findLast((edit) => edit.kind === 'move' && edit.shipId === shipId) as MoveEdit | undefined;
  const isThere = last && JSON.stringify(last.pose) === JSON.stringify(pose);
  if (!last?.isByRules || isThere) return done;
  return withoutMoves(
    done.filter((edit) => edit !== last),
    { ...last, pose },
  );
}

/** What identifies the moves of one gesture with one thing. */
function gestureOf(edit: Edit): string | undefined {
  if (edit.kind === 'move') return edit.gesture && `${edit.shipId} ${edit.gesture}`;
  return edit.kind === 'obstacle' && edit.gesture ? `${edit.obstacleId} ${edit.gesture}` : undefined;
}

/** Takes the last edit back, with all of its batch; without one, nothing changes. */
export function undo({ done, undone }: EditHistory): EditHistory {
  const [stay, go] = withoutLast(done);
  return { done: stay, undone: [...undone, ...go.reverse()] };
}

/** Says again what was taken back last; without such an edit, nothing changes. */
export function redo({ done, undone }: EditHistory): EditHistory {
  const [stay, go] = withoutLast(undone);
  return { done: [...done, ...go.reverse()], undone: stay };
}

/** Divides off the last edit, with those before it that are of its batch. */
function withoutLast(edits: readonly Edit[]): readonly [stay: readonly Edit[], go: Edit[]] {
  const batch = edits.at(-1)?.batch;
  const before = batch === undefined ? edits.length - 2 : edits.findLastIndex((edit) => edit.batch !== batch);
  const from = Math.max(0, before + 1);
  return [edits.slice(0, from), edits.slice(from)];
}
