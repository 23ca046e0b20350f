import { inDegrees } from '../../geometry/degrees.js';
import { type Pose, wrapRad } from '../../geometry/pose.js';
import type { Table } from '../../table/table.js';
import type { Replay, ReplayKey } from './instant-replay.js';
import type { FlownShip } from './on-air.js';

/** A ship that moved in a turn, beginning with its pose at the turn's beginning. */
type Track = readonly { readonly atMs: number; readonly pose: Pose }[];

/** Moves of a table's ships in the present turn and the one before. */
export interface TurnRecord {
  readonly round: number | undefined;
  /** Last seen pose of each ship. */
  readonly poses: ReadonlyMap<string, Pose>;
  readonly present: ReadonlyMap<string, Track>;
  readonly last: ReadonlyMap<string, Track>;
  /** The ships that moved in the present turn, in the order of their latest movement. */
  readonly order: readonly string[];
}

/** Distance beyond which a ship has been moved, mm; or angle beyond which it was turned, rad. */
const MOVED = { mm: 15, rad: 0.15 };
/** Longest time that a movement takes in a replay, and longest pause before it, s: a player's thinking is left out. */
const MOVE_SECONDS = 0.9;
const PAUSE_SECONDS = 1.2;
/** States of a replay: of one ship (relay-show.schema.json), and of all together, so that it fits into what the relay takes. */
const MAX_KEYS = { ofOneShip: 120, ofAll: 1000 };
/** States that each step may need: the one before it as well, where the ship still stood. */
const KEYS_A_STEP = 2;

/**
 * A turn begins with each new round of the match; where none is played, when a ship moves again after another one has moved, since each ship moves once a
 * turn.
 */
export function recordTurn(before: TurnRecord | undefined, table: Table, atMs: number, round: number | undefined): TurnRecord {
  const poses = new Map(table.ships.map(({ id, pose }) => [id, pose]));
  if (!before) return { round, poses, present: new Map(), last: new Map(), order: [] };
  const moved = table.ships.filter(({ id, pose }) => {
    const from = before.present.get(id)?.at(-1)?.pose ?? before.poses.get(id);
    return from !== undefined && isMoved(from, pose);
  });
  const isNewRound = round !== undefined && before.round !== undefined && round !== before.round;
  const isAgain = round === undefined && moved.some(({ id }) => before.order.includes(id) && before.order.at(-1) !== id);
  const isNew = (isNewRound || isAgain) && before.present.size > 0;
  const present = new Map(isNew ? [] : before.present);
  for (const { id, pose } of moved) {
    const track = present.get(id) ?? [{ atMs, pose: before.poses.get(id)! }];
    present.set(id, [...track, { atMs, pose }]);
  }
  // Differences below the threshold are the camera's noise; a ship's final pose is the one measured last.
  const last = isNew ? settled(before) : before.last;
  const ids = moved.map(({ id }) => id);
  const order = [...(isNew ? [] : before.order).filter((id) => !ids.includes(id)), ...ids];
  return { round: round ?? before.round, poses: keptPoses(before, poses, present), present, last, order };
}

/** The ships that moved in the last turn, with their poses at its beginning. */
export function pathsOfTurn(record: TurnRecord | undefined): FlownShip[] {
  return [...turnOf(record)].map(([ship, [first]]) => ({
    ship,
    fromMm: [tenth(first!.pose.x), tenth(first!.pose.y)],
    fromHeadingDeg: tenth(inDegrees(first!.pose.headingRad)),
  }));
}

/** The last turn as it is played: pauses left out, long movements thinned; undefined where nothing moved. */
export function replayOfTurn(record: TurnRecord | undefined, id: string): Replay | undefined {
  const tracks = [...turnOf(record)];
  if (tracks.length === 0) return undefined;
  const timesMs = [...new Set(tracks.flatMap(([, track]) => track.slice(1).map(({ atMs }) => atMs)))].sort((a, b) => a - b);
  const ends = new Map<number, { readonly fromSeconds: number; readonly toSeconds: number }>();
  let seconds = 0;
  timesMs.forEach((atMs, i) => {
    const gap = i === 0 ? PAUSE_SECONDS : Math.min(PAUSE_SECONDS, (atMs - timesMs[i - 1]!) / 1000);
    ends.set(atMs, { fromSeconds: seconds + Math.max(0, gap - MOVE_SECONDS), toSeconds: seconds + gap });
    seconds += gap;
  });
  const maxKeys = Math.min(MAX_KEYS.ofOneShip, Math.floor(MAX_KEYS.ofAll / tracks.length));
  return { id, ships: tracks.map(([ship, track]) => ({ ship, keys: keysOf(track, ends, maxKeys) })) };
}

function keysOf(
  [first, ...steps]: Track,
  ends: ReadonlyMap<number, { readonly fromSeconds: number; readonly toSeconds: number }>,
  maxKeys: number,
): ReplayKey[] {
  const every = Math.max(1, Math.ceil((KEYS_A_STEP * steps.length) / (maxKeys - 2 * KEYS_A_STEP)));
  const kept = steps.filter((_, i) => i % every === 0 || i === steps.length - 1);
  let from = first!.pose;
  const keys: ReplayKey[] = [keyAt(0, from)];
  for (const { atMs, pose } of kept) {
    const { fromSeconds, toSeconds } = ends.get(atMs)!;
    if (fromSeconds > keys.at(-1)!.atSeconds) keys.push(keyAt(fromSeconds, from));
    keys.push(keyAt(toSeconds, pose));
    from = pose;
  }
  return keys;
}

function keyAt(atSeconds: number, { x, y, headingRad }: Pose): ReplayKey {
  return { atSeconds: Math.round(1000 * atSeconds) / 1000, xMm: tenth(x), yMm: tenth(y), headingDeg: tenth(inDegrees(headingRad)) };
}

/** The present turn where something moved in it, otherwise the one before. */
function turnOf(record: TurnRecord | undefined): ReadonlyMap<string, Track> {
  if (!record) return new Map();
  return record.present.size > 0 ? settled(record) : record.last;
}

/** The present turn with each ship's end where it was measured last. */
function settled({ present, poses }: TurnRecord): ReadonlyMap<string, Track> {
  return new Map(
    [...present].map(([id, track]) => {
      const { atMs, pose } = track.at(-1)!;
      return [id, [...track.slice(0, -1), { atMs, pose: poses.get(id) ?? pose }]];
    }),
  );
}

/**
 * Poses kept for ships that are hidden for a while. A ship that has not moved keeps its pose at the turn's beginning, so that a slow push
 * counts.
 */
function keptPoses(before: TurnRecord, poses: ReadonlyMap<string, Pose>, present: ReadonlyMap<string, Track>): ReadonlyMap<string, Pose> {
  const still = [...poses].map(([id, pose]) => [id, present.has(id) ? pose : (before.poses.get(id) ?? pose)] as const);
  return new Map([...before.poses, ...still]);
}

/** Whether a ship's pose differs by more than the camera's noise explains. */
export function isMoved(from: Pose, to: Pose): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) > MOVED.mm || Math.abs(wrapRad(to.headingRad - from.headingRad)) > MOVED.rad;
}

const tenth = (value: number): number => Math.round(10 * value) / 10;
