import type { Camera } from '../../geometry/camera.js';
import { jointOf } from '../../geometry/joint-covariance.js';
import type { Point3 } from '../../geometry/point.js';
import type { Pose, PoseCovariance } from '../../geometry/pose.js';
import type { ShipBase } from '../../pieces/base-size.js';
import { MAT_MM } from '../../pieces/dimensions.js';
import type { Quarters } from '../edits.js';
import type { ReadLength, SeenTemplate } from '../measurement.js';
import type { Correction, Device, Obstacle, Ship, Table, TileTurn } from '../table.js';
import { type HalfSeen, halfSeenAfter } from './track-half-seen.js';

/** Everything that the camera has determined: every ship under one id, including those that it does not see just now. */
export interface TableState {
  readonly widthMm: number;
  readonly depthMm: number;
  /** As the last frame has it. */
  readonly isEdgeUnknown?: true;
  /** Number of the next ship, where smaller ones are another table's. */
  readonly firstNumber?: number;
  /** Obstacles are known from a camera. */
  readonly areObstaclesSeen?: true;
  /** A person said that these are all, before the table was saved. */
  readonly areObstaclesSaid?: true;
  /** One standard deviation of the mat's width and depth; absent without a camera (a scene file). */
  readonly matSigmaMm?: number;
  /** Of the last frame; absent without a camera. */
  readonly camera?: Camera;
  /** The last frame is coarser than earlier ones, whose places beside each other ships keep (`track-standing.ts`). */
  readonly isLookCoarser?: true;
  /** Quarters by which the last look was turned into this frame (`track-turn.ts`). */
  readonly turned?: Quarters;
  /** Either the picture was turned by these quarters or a ship has moved: only a person can tell. `before`: the table at that time. */
  readonly mayBeTurned?: { readonly quarters: Quarters; readonly before: TableState };
  /** Ids of ships that moved at once, and may have been confused. */
  readonly mayBeExchanged?: readonly string[];
  readonly capturedAtMs?: number;
  readonly tracks: readonly Track[];
  /** (3n)×(3n) row-major in the order of `tracks`: x mm, y mm, heading rad. */
  readonly jointCovariance: readonly number[];
  /** Scatter of the frames of still ships about their means, as `jointCovariance`; zero where it is not known. */
  readonly scatter: readonly number[];
  readonly obstacles: readonly Obstacle[];
  /** By id; for those that a camera has seen in this frame. */
  readonly obstacleSights?: Readonly<Record<string, ObstacleSight>>;
  readonly devices: readonly Device[];
  readonly unmeasurable: readonly HalfSeen[];
  /** Of the last frame. */
  readonly templates: readonly SeenTemplate[];
  readonly lengths: readonly ReadLength[];
}

/** Place from which an obstacle was seen last, and the number of looks from near there that have not shown it since. */
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
  /** Covariance of the mean: the claim of the last frame, less the noise that averaging has removed. */
  readonly covariance: PoseCovariance;
  readonly detectionProbability?: number;
  /** As the last frame had it. */
  readonly tile?: TileTurn;
  /** In the last frame. A hidden ship keeps its place. */
  readonly isSeen: boolean;
  readonly lastSeenAtMs?: number;
  /** Frames averaged into `pose`. */
  readonly stillFrames: number;
  /** Pose in the last frame, if beside its mean or of another size: one frame may be misread, two that agree show a move. */
  readonly beside?: Pose;
  /** Number of frames in which the camera read each size. */
  readonly sizeVotes: Readonly<Record<ShipBase, number>>;
  /** Frames that agree with the heading, less those that saw the ship the other way round; 0: its front is open. */
  readonly facingVotes: number;
  /** Place of the camera when it last saw it facing this way. */
  readonly facedFrom?: Point3;
  /** Looks in a row since then that saw it the other way round: it was misread, then or now, or was turned on the spot. */
  readonly otherwiseLooks?: number;
  /** As for a ship: a scene file has it where a hand placed it, and no camera has seen it since. */
  readonly isByHand?: true;
  /** The same. */
  readonly corrected?: Correction;
  /** Details from a scene file. */
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

/** Votes for no size. */
export const NO_VOTES: Track['sizeVotes'] = { small: 0, medium: 0, large: 0, huge: 0 };

/** A known table (a scene file) as a start: a camera switched on later finds its ships under their ids. */
export function stateOfTable(table: Table): TableState {
  const tracks = table.ships.map((ship): Track => {
    const { id, base, pose, covariance, detectionProbability, tile, isFrontOpen, isByHand, corrected, isHidden, ...details } = ship;
    return {
      id,
      base,
      pose,
      covariance,
      ...(detectionProbability === undefined ? {} : { detectionProbability }),
      ...(tile && { tile }),
      ...(isByHand && { isByHand }),
      ...(corrected && { corrected }),
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
    ...(table.areObstaclesSaid && { areObstaclesSaid: true }),
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
