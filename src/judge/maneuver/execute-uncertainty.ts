import { cholesky } from '../../geometry/cholesky.js';
import { POINT_COUNT } from '../../geometry/normal-points.js';
import { type Pose, wrapRad } from '../../geometry/pose.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import type { Maneuver } from '../../pieces/maneuver.js';
import { pairCovariance } from '../../table/pair-covariance.js';
import type { Obstacle, Ship, Table } from '../../table/table.js';
import { PROBE_SIGMA, type Probe, probeOf, sampledAtMost } from '../core/error-propagation.js';
import { type Judgement, judgement } from '../core/judgement.js';
import { DIGITS_MM, type Execution, execute, isExact, type MoveOptions } from './execute.js';
import { baseGapMm } from './placed-base.js';
import { moved, tableSampler, WIDER } from './sampled-tables.js';

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
  const tablesAt = tableSampler(table, [mover, ...others], execution.intended);
  const touch = !isTyped && { touchMm: ROUNDING_MM };
  const runsAt = (scale: number) => tablesAt?.(scale).map((one) => execute(one, shipId, maneuver, { ...touch, ...options })) ?? [execution];
  const runs = runsAt(1);
  const { odds, oddsOf } = oddsIn(runs, runsAt(WIDER), table.obstacles);
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

/** Probabilities of what may happen: from the runs with the errors as they are, and with wider ones. */
function oddsIn(runs: readonly Execution[], wider: readonly Execution[], obstacles: readonly Obstacle[]) {
  const odds = (of: (run: Execution) => boolean) => {
    const share = shareOf(runs, of);
    if ((share > 0 && share < 1) || shareOf(wider, of) === share) return share;
    return share === 0 ? 1 / POINT_COUNT : 1 - 1 / POINT_COUNT;
  };
  const there = new Map(obstacles.map(({ id, detectionProbability = 1 }) => [id, detectionProbability]));
  const oddsOf = (of: (run: Execution) => readonly string[]) => {
    const ids = [...new Set([...runs, ...wider].flatMap(of))].sort();
    return new Map(ids.map((id) => [id, (there.get(id) ?? 1) * odds((run) => of(run).includes(id))]));
  };
  return { odds, oddsOf };
}

function shareOf(runs: readonly Execution[], of: (run: Execution) => boolean): number {
  return runs.reduce((sum, run) => sum + Number(of(run)), 0) / runs.length;
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
