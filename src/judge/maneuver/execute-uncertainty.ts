import { cholesky } from '../../geometry/cholesky.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../../geometry/normal-points.js';
import { EXACT, type Pose, wrapRad } from '../../geometry/pose.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import type { Maneuver } from '../../pieces/maneuver.js';
import { pairCovariance, shipCovariance } from '../../table/pair-covariance.js';
import type { Ship, Table } from '../../table/table.js';
import { PROBE_SIGMA, type Probe, probeOf, sampledAtMost } from '../core/error-propagation.js';
import { type Judgement, judgement } from '../core/judgement.js';
import { DIGITS_MM, type Execution, execute, isExact, type MoveOptions } from './execute.js';
import { baseGapMm } from './placed-base.js';

/** An execution and how sure it is, given that the poses of all ships are known only as well as their covariances say. */
export interface UncertainExecution {
  readonly execution: Execution;
  /** It is fully executed. The margin is the gap to the nearest ship at the end, mm; negative: how deep it would overlap. */
  readonly full: Judgement;
  /** The same for every ship, obstacle and device that may be touched or lain on. */
  readonly touching: ReadonlyMap<string, number>;
  readonly templateOver: ReadonlyMap<string, number>;
  readonly overlaps: ReadonlyMap<string, number>;
  readonly offTable: number;
  /** Standard deviations of the end, over all that may happen; x and y in mm. */
  readonly endSigma: { readonly x: number; readonly y: number; readonly headingRad: number };
}

/**
 * Executes a maneuver on the table as measured and at all sample points of its errors. With exact poses every probability is 0 or 1.
 * Obstacles and devices are taken as they lie.
 */
export function executeWithUncertainty(table: Table, shipId: string, maneuver: Maneuver, options: MoveOptions = {}): UncertainExecution {
  const execution = execute(table, shipId, maneuver, options);
  const mover = table.ships.findIndex(({ id }) => id === shipId);
  const isTyped = isExact(table);
  const others = nearestFirst(table, mover, execution.intended);
  const marginMm = others.length > 0 ? gapAtEnd(table.ships[mover]!, execution.intended, table.ships[others[0]!]!) : Infinity;
  const stays = maneuver.bearing.template === 'none';
  const value = execution.execution === 'full';
  const runs = isTyped
    ? [execution]
    : sampledTables(table, [mover, ...others]).map((one) => execute(one, shipId, maneuver, { touchMm: ROUNDING_MM, ...options }));
  const share = (of: (run: Execution) => boolean) => runs.reduce((sum, run) => sum + Number(of(run)), 0) / runs.length;
  const shares = (of: (run: Execution) => readonly string[]) =>
    new Map([...new Set(runs.flatMap(of))].sort().map((id) => [id, share((run) => of(run).includes(id))]));
  const isSettled = isTyped || stays || others.length === 0;
  // Of what overlaps by no more than the digits of a typed scene nobody knows whether it does.
  const settled = isTyped && Math.abs(marginMm + DIGITS_MM / 2) < DIGITS_MM / 2 - ROUNDING_MM ? 0.5 : Number(value);
  const probability = isSettled ? settled : fullProbability(table, mover, others[0]!, execution, runs);
  return {
    execution,
    full: judgement(value, probability, marginMm),
    touching: shares((run) => run.touching),
    templateOver: shares((run) => run.templateOver),
    overlaps: shares((run) => run.overlaps),
    offTable: share((run) => run.offTable),
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

/** The table at every sample point, the ships that matter most on the first coordinates. */
function sampledTables(table: Table, order: readonly number[]): readonly Table[] {
  const n = 3 * table.ships.length;
  const factor = table.jointCovariance ? cholesky(reordered(table.jointCovariance, order), n) : undefined;
  const own = factor ? [] : order.map((index) => poseFactor(table, index));
  return Array.from({ length: POINT_COUNT }, (_, k) => {
    const z = order.flatMap((_, place) => coordinatesOf(k, place));
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
    const { jointCovariance: _joint, ...rest } = table;
    return { ...rest, ships };
  });
}

/** Three coordinates of a ship at a sample point: every third ship begins again at another point, so that no two move alike. */
function coordinatesOf(point: number, place: number): readonly number[] {
  const from = ((point + Math.floor(place / 3) * 127) % POINT_COUNT) * POINT_DIMENSIONS + (place % 3) * 3;
  return [NORMAL_POINTS[from]!, NORMAL_POINTS[from + 1]!, NORMAL_POINTS[from + 2]!];
}

function poseFactor(table: Table, index: number): readonly number[] {
  const { xx, xy, xh, yy, yh, hh } = shipCovariance(table, index);
  return cholesky([xx, xy, xh, xy, yy, yh, xh, yh, hh], 3);
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
