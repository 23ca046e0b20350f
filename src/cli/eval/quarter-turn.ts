import type { Point } from '../../geometry/point.js';
import { type PoseCovariance, wrapRad } from '../../geometry/pose.js';
import type { Ship, Table } from '../../table/table.js';

/** The same table seen from its next side: a quarter turn counter-clockwise about the mat, so that its left edge becomes the near one. */
export function quarterTurned(table: Table): Table {
  const turned = (point: Point) => turnedPoint(point, table, 1);
  return {
    widthMm: table.depthMm,
    depthMm: table.widthMm,
    ships: table.ships.map((ship) => turnShip(ship, turned)),
    obstacles: table.obstacles.map((one) => ({ ...one, outline: one.outline.map(turned) })),
    devices: table.devices.map((one) => ({ ...one, outline: one.outline.map(turned) })),
    ...(table.unmeasurable && { unmeasurable: table.unmeasurable.map((one) => ({ ...one, at: turned(one.at) })) }),
    ...(table.jointCovariance ? { jointCovariance: turnJoint(table.jointCovariance, table.ships.length) } : {}),
  };
}

/** A place of a table that is turned so `turns` times. */
export function turnedPoint({ x, y }: Point, { widthMm, depthMm }: Pick<Table, 'widthMm' | 'depthMm'>, turns: number): Point {
  return turns === 0 ? { x, y } : turnedPoint({ x: depthMm - y, y: x }, { widthMm: depthMm, depthMm: widthMm }, turns - 1);
}

function turnShip(ship: Ship, turned: (point: Point) => Point): Ship {
  const { xx, xy, xh, yy, yh, hh } = ship.covariance;
  const covariance: PoseCovariance = { xx: yy, xy: -xy, xh: -yh, yy: xx, yh: xh, hh };
  return { ...ship, pose: { ...turned(ship.pose), headingRad: wrapRad(ship.pose.headingRad - Math.PI / 2) }, covariance };
}

function turnJoint(joint: readonly number[], ships: number): number[] {
  const n = 3 * ships;
  // New (x, y, heading) of each ship is (−y, x, heading) of the old one, up to constants.
  const source = (i: number) => (i % 3 === 0 ? i + 1 : i % 3 === 1 ? i - 1 : i);
  const sign = (i: number) => (i % 3 === 0 ? -1 : 1);
  return joint.map((_, at) => {
    const row = Math.floor(at / n);
    const column = at % n;
    return sign(row) * sign(column) * joint[source(row) * n + source(column)]!;
  });
}
