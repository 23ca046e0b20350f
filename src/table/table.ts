import type { Point } from '../geometry/point.js';
import type { Pose, PoseCovariance } from '../geometry/pose.js';
import type { BaseShape } from '../pieces/base-size.js';

/** The current state of the table. Plain data; millimetres and radians, table frame. */
export interface Table {
  readonly widthMm: number;
  readonly depthMm: number;
  /** Too little of the mat was seen to know where its edge is: places are relative to each other, and nothing is said about the edge. */
  readonly isEdgeUnknown?: true;
  /** A camera recognised no obstacle, and nobody has listed them: unseen ones may be anywhere, and no line is certainly clear. */
  readonly areObstaclesOpen?: true;
  /** A person said that there are no obstacles but these: nothing that was not recognised obstructs. */
  readonly areObstaclesSaid?: true;
  readonly ships: readonly Ship[];
  readonly obstacles: readonly Obstacle[];
  readonly devices: readonly Device[];
  /** Things that the camera saw without recognising them: a line that crosses one is not certainly clear. */
  readonly unmeasurable?: readonly Unmeasurable[];
  /**
   * Joint covariance of all ship poses, (3n)×(3n) row-major in the order of `ships` (x mm, y mm, heading rad each).
   * A camera's error moves all ships together, so distances are known better than places. Absent: ships are independent.
   */
  readonly jointCovariance?: readonly number[];
}

/** Something seen that could not be measured: a base hidden too far, a print that may be an obstacle. */
export interface Unmeasurable {
  readonly at: Point;
  /** Radius around it that it does not exceed, mm. */
  readonly radiusMm: number;
  /** Probability that there is anything at all. */
  readonly probability: number;
  readonly reason: string;
}

export type Player = 1 | 2;
export type ArcName = 'front' | 'rear' | 'left' | 'right' | 'fullFront' | 'fullRear' | 'bullseye';

export interface Ship extends BaseShape {
  readonly id: string;
  readonly pose: Pose;
  readonly covariance: PoseCovariance;
  readonly arcs: readonly ArcName[];
  /** It has a turret and nobody has said where it points: a ship in none of `arcs` may still be in the turret's. */
  readonly hasTurret?: true;
  readonly owner?: Player;
  readonly name?: string;
  readonly pilot?: string;
  readonly initiative?: number;
  /** Turn of its printed tile in the plastic base; absent where nobody measured it. Arcs follow the base. */
  readonly tile?: TileTurn;
  /**
   * The side that is its front is not known: the pose is one of the four that its outline allows, and its covariance that of the outline.
   */
  readonly isFrontOpen?: true;
  /** It is where a hand placed it, which no picture confirms: nothing that is said about it is certain. */
  readonly isByHand?: true;
  /** What a person said against the camera. */
  readonly corrected?: Correction;
  /** The last look did not see it: it counts where it was seen last. */
  readonly isHidden?: true;
  /** Probability that a ship stands there at all; absent: certain, because a person said so. */
  readonly detectionProbability?: number;
}

/** A person turned the ship from where the camera saw it face, or placed it, and it was fitted to the picture there. */
export const CORRECTIONS = ['turned', 'fitted'] as const;
export type Correction = (typeof CORRECTIONS)[number];

/** Turn of a printed tile, which has play, against its base, clockwise, with one standard deviation; rad. */
export interface TileTurn {
  readonly turnRad: number;
  readonly sigmaRad: number;
}

export type ObstacleKind = 'asteroid' | 'debris' | 'gas';

export interface Obstacle {
  readonly id: string;
  readonly kind: ObstacleKind;
  readonly outline: readonly Point[];
  /** One standard deviation of the outline's position, mm; absent: exact. */
  readonly sigmaMm?: number;
  /** Its token, if that is known. */
  readonly token?: PlacedToken;
  /** Probability that there is an obstacle at all, 0…1; absent: certain. */
  readonly detectionProbability?: number;
}

/** A known token in its pose. */
export interface PlacedToken {
  /** XWS id. */
  readonly xws: string;
  readonly name: string;
  /** Whether its other side is up: the mirror image of the known outline. */
  readonly mirrored: boolean;
  /** Pose of the token's own frame, in which its outline is known. */
  readonly pose: Pose;
  readonly covariance: PoseCovariance;
}

export interface Device {
  readonly id: string;
  readonly kind: string;
  readonly outline: readonly Point[];
  readonly owner?: Player;
  readonly sigmaMm?: number;
}
