import type { Camera } from '../../geometry/camera.js';
import { jointOf } from '../../geometry/joint-covariance.js';
import type { Point3 } from '../../geometry/point.js';
import type { Pose, PoseCovariance } from '../../geometry/pose.js';
import type { ShipBase } from '../../pieces/base-size.js';
import { MAT_MM } from '../../pieces/dimensions.js';
import type { Quarters } from '../edits.js';
import type { ReadLength, SeenTemplate } from '../measurement.js';
import type { Device, Obstacle, Ship, Table, TileTurn } from '../table.js';
import { type HalfSeen, halfSeenAfter } from './track-half-seen.js';

/** What the camera has made known so far: every ship under one id, also those that it does not see just now. */
export interface TableState {
  readonly widthMm: number;
  readonly depthMm: number;
  /** As the last frame has it. */
  readonly isEdgeUnknown?: true;
  /** Of the next ship, where smaller ones are another table's. */
  readonly firstNumber?: number;
  /** What is known of obstacles is what a camera saw. */
  readonly areObstaclesSeen?: true;
  /** One standard deviation of the mat's width and depth; absent without a camera (a scene file). */
  readonly matSigmaMm?: number;
  /** Of the last frame; absent without a camera. */
  readonly camera?: Camera;
  /** By how many quarters the last look was turned into this frame (`track-turn.ts`). */
  readonly turned?: Quarters;
  /** Either the picture was turned by these quarters or a ship has moved: only a person can tell. `before`: the table as it was then. */
  readonly mayBeTurned?: { readonly quarters: Quarters; readonly before: TableState };
  /** Ids of ships that moved at once, and may have been confused. */
  readonly mayBeExchanged?: readonly string[];
  readonly capturedAtMs?: number;
  readonly tracks: readonly Track[];
  /** (3n)×(3n) row-major in the order of `tracks`: x mm, y mm, heading rad. */
  readonly jointCovariance: readonly number[];
  /** How the frames of still ships scatter about their means, as `jointCovariance`; zero where that is not known. */
  readonly scatter: readonly number[];
  readonly obstacles: readonly Obstacle[];
  /** By id; of those that a camera has seen in this frame. */
  readonly obstacleSights?: Readonly<Record<string, ObstacleSight>>;
  readonly devices: readonly Device[];
  readonly unmeasurable: readonly HalfSeen[];
  /** Of the last frame. */
  readonly templates: readonly SeenTemplate[];
  readonly lengths: readonly ReadLength[];
}

/** From where an obstacle was seen last, and how many looks from about there have not shown it since. */
export interface ObstacleSight {
  readonly from: Point3;
  readonly missedLooks: number;
}

/** One ship followed through the frames. */
export interface Track {
  readonly id: string;
  readonly base: ShipBase;
  /** Mean over the frames since the ship was last moved. */
  readonly pose: Pose;
  /** Of the mean: what the last frame claims, less the noise that averaging has taken away. */
  readonly covariance: PoseCovariance;
  readonly detectionProbability?: number;
  /** As the last frame had it. */
  readonly tile?: TileTurn;
  /** In the last frame. A hidden ship keeps its place. */
  readonly isSeen: boolean;
  readonly lastSeenAtMs?: number;
  /** Frames averaged into `pose`. */
  readonly stillFrames: number;
  /** Where the last frame saw it, if beside its mean or of another size: one frame may be misread, two that agree show a move. */
  readonly beside?: Pose;
  /** How often the camera took it for which size. */
  readonly sizeVotes: Readonly<Record<ShipBase, number>>;
  /** Frames that agree with the heading, less those that saw the ship the other way round; 0: its front is open. */
  readonly facingVotes: number;
  /** Where the camera was when it last saw it facing so. */
  readonly facedFrom?: Point3;
  /** Looks in a row since then that saw it the other way round: it was misread, then or now, or was turned on its spot. */
  readonly otherwiseLooks?: number;
  /** As of a ship: a scene file has it where a hand placed it, and no camera has seen it since. */
  readonly isByHand?: true;
  /** What a scene file said about it. */
  readonly details: Pick<Ship, 'arcs'> & Partial<Pick<Ship, 'lengthMm' | 'owner' | 'name' | 'pilot' | 'initiative'>>;
}

/** A standard 3 ft × 3 ft mat with nothing on it. */
export const EMPTY_TABLE: TableState = {
  widthMm: MAT_MM,
  depthMm: MAT_MM,
  tracks: [],
  jointCovariance: [],
  scatter: [],
  obstacles: [],
  devices: [],
  unmeasurable: [],
  templates: [],
  lengths: [],
};

/** Nobody has taken a ship for any size. */
export const NO_VOTES: Track['sizeVotes'] = { small: 0, medium: 0, large: 0, huge: 0 };

/** A known table (a scene file) as a start: a camera turned on it later finds its ships under their ids. */
export function stateOfTable(table: Table): TableState {
  const tracks = table.ships.map((ship): Track => {
    const { id, base, pose, covariance, detectionProbability, tile, isFrontOpen, isByHand, isHidden, ...details } = ship;
    return {
      id,
      base,
      pose,
      covariance,
      ...(detectionProbability === undefined ? {} : { detectionProbability }),
      ...(tile && { tile }),
      ...(isByHand && { isByHand }),
      isSeen: !isHidden,
      stillFrames: 0,
      sizeVotes: { ...NO_VOTES, [base]: 1 },
      facingVotes: isFrontOpen ? 0 : 1,
      details,
    };
  });
  return {
    widthMm: table.widthMm,
    depthMm: table.depthMm,
    ...(table.areObstaclesOpen && { areObstaclesSeen: true }),
    tracks,
    jointCovariance: table.jointCovariance ?? jointOf(tracks.map((track) => track.covariance)),
    scatter: new Array<number>(9 * tracks.length ** 2).fill(0),
    obstacles: table.obstacles,
    devices: table.devices,
    unmeasurable: halfSeenAfter([], table.unmeasurable ?? []),
    templates: [],
    lengths: [],
  };
}
