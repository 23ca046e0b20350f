import { meanPoint } from '../../geometry/mean-point.js';
import { distanceMm, type Point } from '../../geometry/point.js';
import { EXACT, type Pose, pieceFromTable, tableFromPiece } from '../../geometry/pose.js';
import { halfSideMm, shipOutline } from '../../pieces/bases.js';
import { obstacleToken, placedOutline } from '../../pieces/obstacles.js';
import { obstacleName } from '../../scene/words/headline.js';
import type { Edit } from '../../table/edits.js';
import type { Obstacle, ObstacleKind } from '../../table/table.js';
import { answerWords } from '../locales/language.js';
import { shipName } from '../ui/ship-name.js';
import type { TableView } from './table-session.js';

/** A base or an obstacle that a person moves and turns. */
export interface Movable {
  readonly id: string;
  readonly name: string;
  readonly pose: Pose;
  readonly outline: readonly Point[];
  /** Distance from its middle to its edge, mm. */
  readonly halfMm: number;
  /** Edit for moving it there. */
  edit(pose: Pose, gesture: string): Edit;
}

/** The thing with an id as it can be moved; undefined where there is none. */
export function movableOf({ table, state }: TableView, id: string | undefined): Movable | undefined {
  const ship = table.ships.find((one) => one.id === id);
  const onMat = (pose: Pose): Pose => ({ ...pose, x: clamp(pose.x, 0, table.widthMm), y: clamp(pose.y, 0, table.depthMm) });
  if (ship) {
    const track = state.camera && state.tracks.find((one) => one.id === id);
    return {
      id: ship.id,
      name: shipName(ship, table.ships),
      pose: ship.pose,
      outline: shipOutline(ship),
      halfMm: halfSideMm(ship.base),
      edit: (pose, gesture) => ({
        kind: 'move',
        shipId: ship.id,
        pose: onMat(pose),
        gesture,
        ...(track ? { cameraPose: track.pose } : {}),
      }),
    };
  }
  const obstacle = table.obstacles.find((one) => one.id === id);
  if (!obstacle) return undefined;
  const pose = obstaclePose(obstacle);
  const halfMm = Math.max(...obstacle.outline.map((corner) => distanceMm(corner, pose)));
  return {
    id: obstacle.id,
    name: obstacleName(obstacle, answerWords(), table.obstacles),
    pose,
    outline: obstacle.outline,
    halfMm,
    edit: (to, gesture) => ({ kind: 'obstacle', obstacleId: obstacle.id, placed: obstacleAt(obstacle, onMat(to)), gesture }),
  };
}

/** Pose of an obstacle: its token's frame, or the middle of an outline that is no known token's. */
export function obstaclePose({ token, outline }: Obstacle): Pose {
  return token?.pose ?? { ...meanPoint(outline), headingRad: 0 };
}

/** The obstacle moved and turned as one piece. */
export function obstacleAt(obstacle: Obstacle, to: Pose): Obstacle {
  const from = obstaclePose(obstacle);
  const outline = obstacle.outline.map((point) => tableFromPiece(to, pieceFromTable(from, point)));
  const { token } = obstacle;
  return { ...obstacle, outline, ...(token ? { token: { ...token, pose: to, covariance: EXACT } } : {}) };
}

/** A known token in a pose. */
export function tokenAt(id: string, xws: string, pose: Pose, mirrored = false): Obstacle {
  const { name, kind, ...token } = obstacleToken(xws);
  return {
    id,
    kind: kind as ObstacleKind,
    outline: placedOutline({ ...token, name, kind }, pose, mirrored),
    token: { xws, name, mirrored, pose, covariance: EXACT },
  };
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
