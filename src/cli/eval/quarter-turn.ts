import type { Point } from '../../geometry/point.js';
import { type PoseCovariance, wrapRad } from '../../geometry/pose.js';
import type { Ship, Table } from '../../table/table.js';

/** The same table seen from its next side: a quarter turn counter-clockwise about the mat, so that its left edge becomes the near one. */
export function quarterTurned(table: Table): Table {
  return {
    widthMm: table.depthMm,
    depthMm: table.widthMm,
    ships: table.ships.map((ship) => turnShip(ship, table.depthMm)),
    obstacles: table.obstacles.map((one) => ({ ...one, outline: one.outline.map(({ x, y }) => ({ x: table.depthMm - y, y: x })) })),
    devices: table.devices.map((one) => ({ ...one, outline: one.outline.map(({ x, y }) => ({ x: table.depthMm - y, y: x })) })),
    ...(table.unmeasurable && { unmeasurable: table.unmeasurable.map((one) => ({ ...one, at: turnedPoint(one.at, table, 1) })) }),
    ...(table.jointCovariance ? { jointCovariance: turnJoint(table.jointCovariance, table.ships.length) } : {}),
  };
}

/** A place of a table that is turned so `turns` times. */
export function turnedPoint({ x, y }: Point, { widthMm, depthMm }: Pick<Table, 'widthMm' | 'depthMm'>, turns: number): Point {
  return turns === 0 ? { x, y } : turnedPoint({ x: depthMm - y, y: x }, { widthMm: depthMm, depthMm: widthMm }, turns - 1);
}

function turnShip(ship: Ship, depthMm: number): Ship {
  const { x, y, headingRad } = ship.pose;
  const { xx, xy, xh, yy, yh, hh } = ship.covariance;
  const covariance: PoseCovariance = { xx: yy, xy: -xy, xh: -yh, yy: xx, yh: xh, hh };
  return { ...ship, pose: { x: depthMm - y, y: x, headingRad: wrapRad(headingRad - Math.PI / 2) }, covariance };
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
