import type { Point } from '../../geometry/point.js';
import { movedCovariance, movedJoint, movedObstacle, movedPoint, movedPose, quarterMotion } from '../../table/moved-table.js';
import type { Table } from '../../table/table.js';

/** The same table seen from its next side: a quarter turn counter-clockwise about the mat, so that its left edge becomes the near one. */
export function quarterTurned(table: Table): Table {
  const motion = quarterMotion(table, 1);
  const turned = (point: Point) => movedPoint(point, motion);
  return {
    ...table,
    widthMm: table.depthMm,
    depthMm: table.widthMm,
    ships: table.ships.map((ship) => ({
      ...ship,
      pose: movedPose(ship.pose, motion),
      covariance: movedCovariance(ship.covariance, motion),
    })),
    obstacles: table.obstacles.map((one) => movedObstacle(one, motion)),
    devices: table.devices.map((one) => ({ ...one, outline: one.outline.map(turned) })),
    ...(table.unmeasurable && { unmeasurable: table.unmeasurable.map((one) => ({ ...one, at: turned(one.at) })) }),
    ...(table.jointCovariance && { jointCovariance: movedJoint(table.jointCovariance, motion) }),
  };
}
