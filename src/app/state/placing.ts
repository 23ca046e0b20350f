import type { Point } from '../../geometry/point.js';
import { OBSTACLES } from '../../pieces/obstacles.js';
import type { ThereSaid } from '../ui/page-events.js';
import { tokenAt } from './movable.js';
import type { TableSession } from './table-session.js';

/** Adds a ship where a person tapped, or in the middle of the mat; answers its id. */
export function addShip(session: TableSession, at: Point | undefined): string {
  const shipId = session.newShipId();
  session.edit({ kind: 'add', shipId, base: 'small', pose: { ...(at ?? middleOf(session)), headingRad: 0 } });
  return shipId;
}

/** Adds an obstacle in the middle of the mat, to be dragged from there; returns its id. */
export function addObstacle(session: TableSession): string {
  const obstacleId = session.newObstacleId();
  const placed = tokenAt(obstacleId, OBSTACLES[0]!.xws, { ...middleOf(session), headingRad: 0 });
  session.edit({ kind: 'obstacle', obstacleId, placed });
  return obstacleId;
}

/** Places the piece that a person says is at a tapped place, as it was fitted there. */
export function placeThere(session: TableSession, said: ThereSaid): void {
  switch (said.is) {
    case 'ship': {
      const { base, pose } = said.fit;
      const shipId = session.newShipId();
      session.edit({ kind: 'add', shipId, base, pose });
      session.fitShip(shipId, { ...said.fit, said: pose });
      return;
    }
    case 'ship by hand':
      session.edit({ kind: 'add', shipId: session.newShipId(), base: said.base, pose: { ...said.at, headingRad: 0 } });
      return;
    case 'obstacle': {
      const obstacleId = session.newObstacleId();
      const { fitShare: _, ...seen } = said.obstacle;
      const placed = { ...seen, id: obstacleId };
      session.edit({ kind: 'obstacle', obstacleId, placed });
      session.fitObstacle(obstacleId, { said: placed, fitted: placed });
      return;
    }
    case 'nothing':
      session.edit({ kind: 'nothing', at: said.at });
  }
}

function middleOf({ known: { table } }: TableSession): Point {
  return { x: table.widthMm / 2, y: table.depthMm / 2 };
}
