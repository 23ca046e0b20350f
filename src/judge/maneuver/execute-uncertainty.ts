import { cholesky } from '../../geometry/cholesky.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../../geometry/normal-points.js';
import type { Point } from '../../geometry/point.js';
import { EXACT, type Pose, type PoseCovariance, tableFromPiece, wrapRad } from '../../geometry/pose.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { Maneuver } from '../../pieces/maneuver.js';
import { pairCovariance, shipCovariance } from '../../table/pair-covariance.js';
import type { Device, Obstacle, Ship, Table } from '../../table/table.js';
import { type Blocker, blockersOf } from '../core/blockers.js';
import { PROBE_SIGMA, type Probe, probeOf, SURE_SIGMAS, sampledAtMost } from '../core/error-propagation.js';
import { type Judgement, judgement } from '../core/judgement.js';
import { DIGITS_MM, type Execution, execute, isExact, type MoveOptions } from './execute.js';
import { baseGapMm, flyingBase } from './placed-base.js';

/** An execution and how sure it is, given that the poses of all ships are known only as well as their covariances say. */
export interface UncertainExecution {
  readonly execution: Execution;
  /** It is fully executed. The margin is the gap to the nearest ship at the end, mm; negative: how deep it would overlap. */
  readonly full: Judgement;
  /** Probability for every ship, obstacle and device that may be touched, backed over or lain on. */
  readonly touching: ReadonlyMap<string, number>;
  readonly backedOver: ReadonlyMap<string, number>;
  readonly templateOver: ReadonlyMap<string, number>;
  readonly overlaps: ReadonlyMap<string, number>;
  readonly offTable: number;
  readonly skipsAction: number;
  /** Standard deviations of the end, over all that may happen; x and y in mm. */
  readonly endSigma: { readonly x: number; readonly y: number; readonly headingRad: number };
}

/** How much larger the errors are with which nothing may turn over either where all sample points agree. */
const WIDER = 1.4;

/**
 * Executes a maneuver on the table as measured and at all sample points of its errors, those of obstacles and devices among them. Where
 * everything is exact, every probability is 0 or 1. The sample points are too few to show what happens once in a thousand times: where all
 * of them agree, they must do so with larger errors as well for a probability of 0 or 1.
 */
export function executeWithUncertainty(table: Table, shipId: string, maneuver: Maneuver, options: MoveOptions = {}): UncertainExecution {
  const execution = execute(table, shipId, maneuver, options);
  const mover = table.ships.findIndex(({ id }) => id === shipId);
  const isTyped = isExact(table);
  const others = nearestFirst(table, mover, execution.intended);
  const marginMm = others.length > 0 ? gapAtEnd(table.ships[mover]!, execution.intended, table.ships[others[0]!]!) : Infinity;
  const stays = maneuver.bearing.template === 'none';
  const value = execution.execution === 'full';
  const reached = withinReach(table, mover, execution.intended);
  const things = looseThings(reached);
  const sampled = (scale: number) =>
    isTyped && things.length === 0
      ? [execution]
      : sampledTables(reached, { order: [mover, ...others], things, scale }).map((one) =>
          execute(one, shipId, maneuver, { ...(!isTyped && { touchMm: ROUNDING_MM }), ...options }),
        );
  const runs = sampled(1);
  const wider = sampled(WIDER);
  const odds = (of: (run: Execution) => boolean) => {
    const share = shareOf(runs, of);
    if ((share > 0 && share < 1) || shareOf(wider, of) === share) return share;
    return share === 0 ? 1 / POINT_COUNT : 1 - 1 / POINT_COUNT;
  };
  const there = new Map(table.obstacles.map(({ id, detectionProbability = 1 }) => [id, detectionProbability]));
  const oddsOf = (of: (run: Execution) => readonly string[]) =>
    new Map(
      [...new Set([...runs, ...wider].flatMap(of))].sort().map((id) => [id, (there.get(id) ?? 1) * odds((run) => of(run).includes(id))]),
    );
  const templateOver = oddsOf((run) => run.templateOver);
  const overlaps = oddsOf((run) => run.overlaps);
  const asteroids = table.obstacles
    .filter(({ kind }) => kind === 'asteroid')
    .map(({ id }) => Math.max(templateOver.get(id) ?? 0, overlaps.get(id) ?? 0));
  const isStopped = (run: Execution) => run.execution === 'partial' && run.skipsAction;
  const isSettled = isTyped || stays || others.length === 0;
  // Of what overlaps by no more than the digits of a typed scene nobody knows whether it does.
  const settled = isTyped && Math.abs(marginMm + DIGITS_MM / 2) < DIGITS_MM / 2 - ROUNDING_MM ? 0.5 : Number(value);
  const probability = isSettled ? settled : fullProbability(table, mover, others[0]!, execution, runs);
  return {
    execution,
    full: judgement(value, probability, marginMm),
    touching: oddsOf((run) => run.touching),
    backedOver: oddsOf((run) => run.backedOver),
    templateOver,
    overlaps,
    offTable: odds((run) => run.offTable),
    // An asteroid that may not be there stops nobody for certain.
    skipsAction: Math.min(
      odds((run) => run.skipsAction),
      Math.max(odds(isStopped), ...asteroids),
    ),
    endSigma: spread(runs.map(({ end }) => end)),
  };
}

/** Places of the other ships, those nearest to the end of the maneuver first. */
function nearestFirst(table: Table, mover: number, end: Pose): readonly number[] {
  const ship = table.ships[mover]!;
  return table.ships
    .map((other, index) => ({ index, gapMm: index === mover ? 0 : gapAtEnd(ship, end, other) }))
    .filter(({ index }) => index !== mover)
    .sort((a, b) => a.gapMm - b.gapMm)
    .map(({ index }) => index);
}

function gapAtEnd(ship: Ship, end: Pose, other: Ship): number {
  return baseGapMm({ base: ship.base, pose: end }, other);
}

function shareOf(runs: readonly Execution[], of: (run: Execution) => boolean): number {
  return runs.reduce((sum, run) => sum + Number(of(run)), 0) / runs.length;
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
  const factor = table.jointCovariance ? cholesky(reordered(table.jointCovariance, order), n) : undefined;
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

function reordered(joint: readonly number[], order: readonly number[]): number[] {
  const n = 3 * order.length;
  return order.flatMap((a) => [0, 1, 2].flatMap((r) => order.flatMap((b) => [0, 1, 2].map((c) => joint[(3 * a + r) * n + 3 * b + c]!))));
}

function moved(ship: Ship, [x, y, h]: readonly [number, number, number]): Ship {
  const { pose } = ship;
  return { ...ship, pose: { x: pose.x + x, y: pose.y + y, headingRad: pose.headingRad + h }, covariance: EXACT };
}

/** Share of the runs that are full, with the linear part of the gap to the nearest ship taken out of the sampling. */
function fullProbability(table: Table, mover: number, other: number, { intended }: Execution, runs: readonly Execution[]): number {
  const ship = table.ships[mover]!;
  const factor = cholesky(pairCovariance(table, mover, other), 6);
  const swing = { x: intended.x - ship.pose.x, y: intended.y - ship.pose.y };
  const values = [gapAtEnd(ship, intended, table.ships[other]!)];
  for (let i = 0; i < 6; i++) {
    for (const side of [PROBE_SIGMA, -PROBE_SIGMA]) {
      const e = [0, 1, 2, 3, 4, 5].map((row) => side * factor[row * 6 + i]!);
      // The end moves with the start as one rigid body; a clockwise turn takes (x, y) along (y, −x).
      const end = {
        x: intended.x + e[0]! + e[2]! * swing.y,
        y: intended.y + e[1]! - e[2]! * swing.x,
        headingRad: intended.headingRad + e[2]!,
      };
      values.push(gapAtEnd(ship, end, moved(table.ships[other]!, [e[3]!, e[4]!, e[5]!])));
    }
  }
  const probe: Probe = probeOf(values);
  return (
    1 -
    sampledAtMost(
      0,
      probe,
      runs.map(({ execution }) => (execution === 'full' ? Infinity : -Infinity)),
    )
  );
}

function spread(ends: readonly Pose[]): { readonly x: number; readonly y: number; readonly headingRad: number } {
  const first = ends[0]!;
  const deviation = (of: (pose: Pose) => number) => {
    const values = ends.map(of);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  };
  return {
    x: deviation(({ x }) => x),
    y: deviation(({ y }) => y),
    headingRad: deviation(({ headingRad }) => wrapRad(headingRad - first.headingRad)),
  };
}
