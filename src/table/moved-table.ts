import type { Camera } from '../geometry/camera.js';
import { blockOfCovariance, covarianceOfBlock } from '../geometry/joint-covariance.js';
import type { Point } from '../geometry/point.js';
import { type Pose, type PoseCovariance, pieceFromTable, wrapRad } from '../geometry/pose.js';
import type { Quarters } from './edits.js';
import type { SeenObstacle, TableMeasurement } from './measurement.js';
import type { Table } from './table.js';

/** Leads from one frame of a table to another: where the old origin is in the new one, and how the old y axis heads there. */
export interface Motion extends Pose {
  readonly sin: number;
  readonly cos: number;
}

export function motionOf({ x, y, headingRad }: Pose): Motion {
  return { x, y, headingRad, sin: Math.sin(headingRad), cos: Math.cos(headingRad) };
}

/** By quarters about the middle of a mat, counter-clockwise seen from above, exactly: one takes (x, y) to (depth − y, x), so that the near edge becomes the right one. */
export function quarterMotion({ widthMm, depthMm }: Pick<TableMeasurement['mat'], 'widthMm' | 'depthMm'>, quarters: Quarters): Motion {
  return {
    x: [0, depthMm, widthMm, 0][quarters]!,
    y: [0, 0, depthMm, widthMm][quarters]!,
    // Headings grow clockwise.
    headingRad: -(quarters * Math.PI) / 2,
    sin: [0, -1, 0, 1][quarters]!,
    cos: [1, 0, -1, 0][quarters]!,
  };
}

export function movedPoint({ x, y }: Point, motion: Motion): Point {
  return { x: motion.x + motion.cos * x + motion.sin * y, y: motion.y - motion.sin * x + motion.cos * y };
}

export function movedPose(pose: Pose, motion: Motion): Pose {
  return { ...movedPoint(pose, motion), headingRad: wrapRad(pose.headingRad + motion.headingRad) };
}

export function movedCovariance(covariance: PoseCovariance, motion: Motion): PoseCovariance {
  return covarianceOfBlock(movedJoint(blockOfCovariance(covariance), motion));
}

/** A joint covariance of poses: what is unsure of x and y turns, the heading's error is the same in every frame. */
export function movedJoint(joint: readonly number[], { sin, cos }: Motion): number[] {
  const size = Math.sqrt(joint.length);
  const turn = (values: readonly number[], at: (place: number, along: number) => number) => {
    const out = [...values];
    for (let along = 0; along < size; along++) {
      for (let i = 0; i < size; i += 3) {
        const [x, y] = [values[at(i, along)]!, values[at(i + 1, along)]!];
        out[at(i, along)] = cos * x + sin * y;
        out[at(i + 1, along)] = -sin * x + cos * y;
      }
    }
    return out;
  };
  const rows = turn(joint, (row, column) => row * size + column);
  return turn(rows, (column, row) => row * size + column);
}

/** An obstacle's outline and token. */
export function movedObstacle<T extends Pick<SeenObstacle, 'outline' | 'token'>>(one: T, motion: Motion): T {
  const { outline, token } = one;
  return {
    ...one,
    outline: outline.map((point) => movedPoint(point, motion)),
    ...(token && { token: { ...token, pose: movedPose(token.pose, motion), covariance: movedCovariance(token.covariance, motion) } }),
  };
}

function movedCamera(camera: Camera, motion: Motion): Camera {
  const { r, t } = camera;
  const { sin, cos } = motion;
  const origin = pieceFromTable(motion, { x: 0, y: 0 });
  const x = (row: 0 | 3 | 6) => cos * r[row] + sin * r[row + 1]!;
  const y = (row: 0 | 3 | 6) => -sin * r[row] + cos * r[row + 1]!;
  const at = (row: 0 | 3 | 6, i: 0 | 1 | 2) => t[i] + r[row] * origin.x + r[row + 1]! * origin.y;
  return { ...camera, r: [x(0), y(0), r[2], x(3), y(3), r[5], x(6), y(6), r[8]], t: [at(0, 0), at(3, 1), at(6, 2)] };
}

/** The table in the frame to which a motion leads. Its width and depth are left to the caller: a quarter turn exchanges them. */
export function movedTable(table: Table, motion: Motion): Table {
  const moved = (point: Point) => movedPoint(point, motion);
  return {
    ...table,
    ships: table.ships.map((ship) => ({
      ...ship,
      pose: movedPose(ship.pose, motion),
      covariance: movedCovariance(ship.covariance, motion),
    })),
    obstacles: table.obstacles.map((one) => movedObstacle(one, motion)),
    devices: table.devices.map((one) => ({ ...one, outline: one.outline.map(moved) })),
    ...(table.unmeasurable && { unmeasurable: table.unmeasurable.map((one) => ({ ...one, at: moved(one.at) })) }),
    ...(table.jointCovariance && { jointCovariance: movedJoint(table.jointCovariance, motion) }),
  };
}

/** The measurement in the frame to which a motion leads. Its mat is left to the caller: a quarter turn exchanges width and depth. */
export function movedMeasurement(measurement: TableMeasurement, motion: Motion): TableMeasurement {
  const { camera, bases, jointCovariance, obstacles, unmeasurable, templates } = measurement;
  return {
    ...measurement,
    camera: movedCamera(camera, motion),
    bases: bases.map((one) => ({ ...one, pose: movedPose(one.pose, motion), covariance: movedCovariance(one.covariance, motion) })),
    jointCovariance: movedJoint(jointCovariance, motion),
    obstacles: obstacles.map((one) => movedObstacle(one, motion)),
    unmeasurable: unmeasurable.map((one) => ({ ...one, at: movedPoint(one.at, motion) })),
    ...(templates && { templates: templates.map((one) => ({ ...one, outline: one.outline.map((point) => movedPoint(point, motion)) })) }),
  };
}
