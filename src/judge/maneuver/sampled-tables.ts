import { cholesky } from '../../geometry/cholesky.js';
import { jointOf } from '../../geometry/joint-covariance.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../../geometry/normal-points.js';
import type { Point } from '../../geometry/point.js';
import { EXACT, type Pose, type PoseCovariance, tableFromPiece } from '../../geometry/pose.js';
import { halfSideMm } from '../../pieces/bases.js';
import { shipCovariance } from '../../table/pair-covariance.js';
import type { Device, Obstacle, Ship, Table } from '../../table/table.js';
import { type Blocker, blockersOf } from '../core/blockers.js';
import { SURE_SIGMAS } from '../core/error-propagation.js';
import { isExact } from './execute.js';
import { flyingBase } from './placed-base.js';

/** How much larger the errors are at most with which a sampler is asked. */
export const WIDER = 1.4;

/**
 * Tables at all sample points of the errors of a table's ships, obstacles and devices, those errors multiplied by `scale`; undefined where
 * all that a move may meet is exact. `order`: places of the ships, the one that moves first, then those that matter most; `end`: the end of
 * its move. What it cannot reach is left out.
 */
export function tableSampler(table: Table, order: readonly number[], end: Pose): ((scale: number) => readonly Table[]) | undefined {
  const reached = withinReach(table, order[0]!, end);
  const things = looseThings(reached);
  if (isExact(table) && things.length === 0) return undefined;
  return (scale) => sampledTables(reached, { order, things, scale });
}

/** A ship at a pose that is off by x, y (mm) and heading (rad), and exact. */
export function moved(ship: Ship, [x, y, h]: readonly [number, number, number]): Ship {
  const { pose } = ship;
  return { ...ship, pose: { x: pose.x + x, y: pose.y + y, headingRad: pose.headingRad + h }, covariance: EXACT };
}

/** The table with those obstacles and devices only that a move to this end may reach, whatever the errors. */
function withinReach(table: Table, mover: number, end: Pose): Table {
  const { pose, base } = table.ships[mover]!;
  const { xx, yy, hh } = shipCovariance(table, mover);
  const wayMm = Math.hypot(end.x - pose.x, end.y - pose.y) + 2 * Math.SQRT2 * halfSideMm(flyingBase({ base }));
  const reachMm = wayMm + SURE_SIGMAS * WIDER * (Math.sqrt(xx + yy) + wayMm * Math.sqrt(hh));
  const reached = new Set(
    blockersOf(table)
      .filter(({ x, y, radiusMm, looseMm }) => Math.hypot(x - pose.x, y - pose.y) < reachMm + radiusMm + WIDER * looseMm)
      .map(({ id }) => id),
  );
  const isReached = ({ id }: { readonly id: string }) => reached.has(id);
  return { ...table, obstacles: table.obstacles.filter(isReached), devices: table.devices.filter(isReached) };
}

/** An obstacle or device that is not known exactly, with the triangular factor of the errors of its middle and turn. */
interface LooseThing extends Pick<Blocker, 'id' | 'x' | 'y'> {
  readonly factor: readonly number[];
}

function looseThings(table: Table): readonly LooseThing[] {
  return blockersOf(table)
    .filter(({ shipIndex, looseMm }) => shipIndex < 0 && looseMm > 0)
    .map(({ id, x, y, covariance }) => ({ id, x, y, factor: poseFactor(covariance) }));
}

interface Sampling {
  /** Places of the ships, those that matter most first. */
  readonly order: readonly number[];
  readonly things: readonly LooseThing[];
  /** Factor of all errors. */
  readonly scale: number;
}

/** The table at every sample point, the ships that matter most on the first coordinates, obstacles and devices on the last. */
function sampledTables(table: Table, { order, things, scale }: Sampling): readonly Table[] {
  const n = 3 * table.ships.length;
  const factor = table.jointCovariance ? cholesky(jointOf(order, table.jointCovariance), n) : undefined;
  const own = factor ? [] : order.map((index) => poseFactor(shipCovariance(table, index)));
  return Array.from({ length: POINT_COUNT }, (_, k) => {
    const z = order.flatMap((_, place) => coordinatesOf(k, place)).map((value) => scale * value);
    const ships = [...table.ships];
    order.forEach((index, place) => {
      const error = [0, 1, 2].map((row) => {
        let sum = 0;
        if (factor) for (let j = 0; j < n; j++) sum += factor[(3 * place + row) * n + j]! * z[j]!;
        else for (let j = 0; j < 3; j++) sum += own[place]![row * 3 + j]! * z[3 * place + j]!;
        return sum;
      });
      ships[index] = moved(table.ships[index]!, error as [number, number, number]);
    });
    const errors = new Map(
      things.map((thing, at) => [thing.id, { thing, z: coordinatesOf(k, order.length + at).map((value) => scale * value) }]),
    );
    const shifted = <T extends Obstacle | Device>(one: T): T => {
      const error = errors.get(one.id);
      return error ? { ...one, outline: shiftedOutline(one.outline, error.thing, error.z) } : one;
    };
    const { jointCovariance: _joint, ...rest } = table;
    return { ...rest, ships, obstacles: table.obstacles.map(shifted), devices: table.devices.map(shifted) };
  });
}

/** Three coordinates of a ship at a sample point: every third ship begins again at another point, so that no two move alike. */
function coordinatesOf(point: number, place: number): readonly number[] {
  const from = ((point + Math.floor(place / 3) * 127) % POINT_COUNT) * POINT_DIMENSIONS + (place % 3) * 3;
  return [NORMAL_POINTS[from]!, NORMAL_POINTS[from + 1]!, NORMAL_POINTS[from + 2]!];
}

function poseFactor({ xx, xy, xh, yy, yh, hh }: PoseCovariance): readonly number[] {
  return cholesky([xx, xy, xh, xy, yy, yh, xh, yh, hh], 3);
}

/** The outline of a thing whose middle and turn are off by its errors at these coordinates. */
function shiftedOutline(outline: readonly Point[], { x, y, factor }: LooseThing, z: readonly number[]): readonly Point[] {
  const [dx, dy, turn] = [0, 1, 2].map((row) => [0, 1, 2].reduce((sum, j) => sum + factor[3 * row + j]! * z[j]!, 0));
  const pose = { x: x + dx!, y: y + dy!, headingRad: turn! };
  return outline.map((point) => tableFromPiece(pose, { x: point.x - x, y: point.y - y }));
}
