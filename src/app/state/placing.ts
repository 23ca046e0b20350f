import type { Point } from '../../geometry/point.js';
import { OBSTACLES } from '../../pieces/obstacles.js';
import { tokenAt } from './movable.js';
import type { TableSession } from './table-session.js';

/** Adds a ship where a person tapped, or in the middle of the mat; answers its id. */
export function addShip(session: TableSession, at: Point | undefined): string {
  const shipId = session.newShipId();
  session.edit({ kind: 'add', shipId, base: 'small', pose: { ...(at ?? middleOf(session)), headingRad: 0 } });
  return shipId;
}

/** Adds an obstacle in the middle of the mat, to be dragged from there; answers its id. */
export function addObstacle(session: TableSession): string {
  const obstacleId = session.newObstacleId();
  const placed = tokenAt(obstacleId, OBSTACLES[0]!.xws, { ...middleOf(session), headingRad: 0 });
  session.edit({ kind: 'obstacle', obstacleId, placed });
  return obstacleId;
}

function middleOf({ known: { table } }: TableSession): Point {
  return { x: table.widthMm / 2, y: table.depthMm / 2 };
}
