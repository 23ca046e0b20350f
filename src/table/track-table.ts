import type { PoseCovariance } from '../geometry/pose.js';
import { EXACT, turnedOnSpot } from '../geometry/pose.js';
import { DEFAULT_ARCS } from '../pieces/arc-names.js';
import { halfSideMm } from '../pieces/bases.js';
import { type Edit, isObstacleEdit, isOver, type ShipEdit, shipEdits } from './edits.js';
import type { Obstacle, Ship, Table, Unmeasurable } from './table.js';
import { blockOf, getBlock, setBlock, type TableState, type Track } from './track-state.js';

/** A ship as the page shows it: what the camera says, set right by what the player said. */
export interface CorrectedShip {
  readonly ship: Ship;
  /** In the camera's last frame; ships of a scene file and ships placed by hand count as seen. */
  readonly isSeen: boolean;
  readonly lastSeenAtMs?: number;
  /** Its place is the player's word, not the camera's. */
  readonly isPlacedByHand: boolean;
}

/** A finger on the map is no calliper: one standard deviation of a ship placed by hand beside ships that a camera measured, 2 mm and 2°. */
const BY_HAND: PoseCovariance = { ...EXACT, xx: 4, yy: 4, hh: ((2 * Math.PI) / 180) ** 2 };

/** The same of an obstacle's outline, mm. */
const OBSTACLE_BY_HAND_MM = 2;

/** The ships with all edits applied, in the order of their tracks, then those added by hand. */
export function correctedShips(state: TableState, edits: readonly Edit[]): CorrectedShip[] {
  return corrected(state, shipEdits(edits)).map(({ row, ...shown }) => shown);
}

/** The table with all edits applied: what is judged, drawn, saved and published. */
export function tableOf(state: TableState, edits: readonly Edit[]): Table {
  const ships = corrected(state, shipEdits(edits));
  const size = 3 * ships.length;
  const trackSize = 3 * state.tracks.length;
  const joint = new Array<number>(size * size).fill(0);
  ships.forEach((a, i) => {
    if (a.row === undefined) setBlock(joint, size, i, i, blockOf(a.ship.covariance));
    ships.forEach((b, j) => {
      if (a.row === undefined || b.row === undefined) return;
      setBlock(joint, size, i, j, getBlock(state.jointCovariance, trackSize, a.row, b.row));
    });
  });
  return {
    widthMm: state.widthMm,
    depthMm: state.depthMm,
    ...(state.isEdgeUnknown && { isEdgeUnknown: true }),
    ships: ships.map(({ ship }) => ship),
    obstacles: correctedObstacles(state, edits),
    devices: state.devices,
    unmeasurable: state.unmeasurable.flatMap(({ unseenFrames, ...one }) => (ships.some(({ ship }) => isThatShip(ship, one)) ? [] : [one])),
    jointCovariance: joint,
  };
}

/** What is seen within a base, or a little beside it, is that base, mm; what lies farther out may be an obstacle that it stands on. */
const BESIDE_MM = 8;

function isThatShip({ base, pose }: Ship, { at, radiusMm }: Unmeasurable): boolean {
  return Math.hypot(pose.x - at.x, pose.y - at.y) < Math.min(radiusMm, halfSideMm(base) + BESIDE_MM);
}

/** The obstacles with all edits applied: those of the camera in their order, then those added by hand. One placed by hand is known as well as a hand places. */
function correctedObstacles({ obstacles, camera }: TableState, edits: readonly Edit[]): Obstacle[] {
  const said = new Map(edits.filter(isObstacleEdit).map(({ obstacleId, placed }) => [obstacleId, placed]));
  const byHand = ({ detectionProbability: _, ...one }: Obstacle): Obstacle => ({
    ...one,
    ...(camera ? { sigmaMm: Math.max(one.sigmaMm ?? 0, OBSTACLE_BY_HAND_MM) } : {}),
  });
  const all = [
    ...obstacles.map((one) => (said.has(one.id) ? said.get(one.id) : one)),
    ...[...said].flatMap(([id, placed]) => (obstacles.some((one) => one.id === id) ? [] : [placed])),
  ];
  return all.flatMap((one) => (one === undefined ? [] : [said.has(one.id) ? byHand(one) : one]));
}

/** `row`: the ship's row in the state's joint covariance; absent where its place is a person's word. */
function corrected(state: TableState, edits: readonly ShipEdit[]): (CorrectedShip & { readonly row?: number })[] {
  const editsOf = (id: string) => edits.filter(({ shipId }) => shipId === id);
  const isDeleted = (id: string) => edits.some((edit) => edit.kind === 'delete' && edit.shipId === id);
  const hand = state.camera ? BY_HAND : EXACT;
  const followed = state.tracks.flatMap((track, row) => (isDeleted(track.id) ? [] : [correctTrack(track, row, editsOf(track.id), hand)]));
  const added = edits.flatMap((edit) => {
    if (edit.kind !== 'add' || isDeleted(edit.shipId) || state.tracks.some(({ id }) => id === edit.shipId)) return [];
    const { shipId: id, base, pose } = edit;
    const ship = withWords({ id, base, pose, covariance: hand, arcs: DEFAULT_ARCS }, editsOf(id));
    return [{ ship, isSeen: true, isPlacedByHand: true }];
  });
  return [...followed, ...added];
}

function correctTrack(
  track: Track,
  row: number,
  own: readonly ShipEdit[],
  hand: PoseCovariance,
): CorrectedShip & { readonly row?: number } {
  const inForce = own.filter((edit) => (edit.kind !== 'move' && edit.kind !== 'turn') || !track.isSeen || !isOver(edit, track.pose));
  const isPlacedByHand = inForce.some(({ kind }) => kind === 'move');
  const isFacingSaid = isPlacedByHand || inForce.some(({ kind }) => kind === 'turn');
  const ship: Ship = {
    id: track.id,
    base: track.base,
    pose: track.pose,
    covariance: isPlacedByHand ? hand : track.covariance,
    ...track.details,
    ...(track.tile && { tile: track.tile }),
    // What a person has touched is there: the uncertainty was settled by looking at the table.
    ...(track.facingVotes === 0 && !isFacingSaid && { isFrontOpen: true }),
    ...(track.detectionProbability === undefined || own.length > 0 ? {} : { detectionProbability: track.detectionProbability }),
  };
  return {
    ship: withWords(ship, inForce),
    isSeen: track.isSeen || isPlacedByHand,
    ...(track.lastSeenAtMs === undefined ? {} : { lastSeenAtMs: track.lastSeenAtMs }),
    isPlacedByHand,
    ...(isPlacedByHand ? {} : { row }),
  };
}

/** Everything said about a ship, in the order it was said: a move gives the heading too, so only a turn after it changes that heading. */
function withWords(ship: Ship, said: readonly ShipEdit[]): Ship {
  return said.reduce(withWord, ship);
}

function withWord(ship: Ship, edit: ShipEdit): Ship {
  if (edit.kind === 'move') return { ...ship, pose: edit.pose };
  if (edit.kind === 'turn') return { ...ship, pose: turnedOnSpot(ship.pose, (edit.quarters * Math.PI) / 2) };
  if (edit.kind === 'size') return { ...ship, base: edit.base };
  if (edit.kind === 'arcs') return { ...ship, arcs: edit.arcs };
  if (edit.kind === 'name') return withOptional(ship, 'name', edit.name.trim() || undefined);
  if (edit.kind === 'owner') return withOptional(ship, 'owner', edit.owner);
  return ship;
}

function withOptional<K extends 'name' | 'owner'>(ship: Ship, key: K, value: Ship[K] | undefined): Ship {
  const { [key]: _, ...rest } = ship;
  return value === undefined ? (rest as Ship) : { ...(rest as Ship), [key]: value };
}
