import { readFileSync } from 'node:fs';
import type { PoseCovariance } from '../../src/geometry/pose.js';
import { report } from '../../src/judge/report/report.js';
import { ARC_NAMES } from '../../src/pieces/arc-names.js';
import type { BaseSize } from '../../src/pieces/base-size.js';
import { halfSideMm } from '../../src/pieces/bases.js';
import { MAT_MM } from '../../src/pieces/dimensions.js';
import { OBSTACLES, placedOutline } from '../../src/pieces/obstacles.js';
import type { Obstacle, ObstacleKind, Ship, Table } from '../../src/table/table.js';
import { flattenReport } from '../accuracy/flatten-report.js';
import { quantile } from '../accuracy/quantile.js';
import type { BenchRow } from './bench-row.js';

const ROUNDS = 15;
const SEED = 20260;

/** What a good camera claims: 0.3 mm each way and 0.2°. */
const COVARIANCE: PoseCovariance = { xx: 0.09, xy: 0.02, xh: 0, yy: 0.09, yh: 0, hh: (0.2 * (Math.PI / 180)) ** 2 };

/** The rows `report-vs-flatten` and `report-growth`. */
export function geometryRows(): readonly BenchRow[] {
  return [againstFlatten(), growth()];
}

function againstFlatten(): BenchRow {
  const table = benchTable(16, 12);
  const { ours, peer, oursP95 } = inTurns(
    () => report(table),
    () => flattenReport(table),
  );
  const manifest = new URL('../../node_modules/@flatten-js/core/package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return {
    id: 'report-vs-flatten',
    what: 'full report with uncertainties, compared with the same exact answers without',
    ours,
    oursP95,
    peer,
    peerName: `@flatten-js/core ${version}`,
    unit: 'ms',
    ratio: ours / peer,
    input: `16 ships, all seven arcs, 12 obstacles, seed ${SEED}, median of ${ROUNDS}`,
  };
}

function growth(): BenchRow {
  const many = benchTable(64, 12);
  const few = benchTable(8, 12);
  const { ours, peer, oursP95 } = inTurns(
    () => report(many),
    () => report(few),
  );
  return {
    id: 'report-growth',
    what: 'report for 64 ships against 8 on the same mat: 72 times the pairs',
    ours,
    oursP95,
    peer,
    peerName: 'the same report for 8 ships',
    unit: 'ms',
    ratio: ours / peer,
    input: `all seven arcs, 12 obstacles, seed ${SEED}, median of ${ROUNDS}`,
  };
}

/**
 * Medians of both sides, which take turns on the same input; the first rounds, in which code is compiled, do not count. The faster side is
 * repeated until its turn lasts about as long as the other's, so that a busy machine interrupts both alike.
 */
function inTurns(ours: () => unknown, peer: () => unknown): { readonly ours: number; readonly oursP95: number; readonly peer: number } {
  for (let i = 0; i < 30; i++) timeMs(i % 10 === 9 ? peer : ours, 1);
  const once = { ours: Math.min(timeMs(ours, 1), timeMs(ours, 1)), peer: Math.min(timeMs(peer, 1), timeMs(peer, 1)) };
  const repeat = {
    ours: Math.max(1, Math.round(once.peer / once.ours)),
    peer: Math.max(1, Math.round(once.ours / once.peer)),
  };
  const times = { ours: [] as number[], peer: [] as number[] };
  for (let i = 0; i < ROUNDS; i++) {
    times.ours.push(timeMs(ours, repeat.ours));
    times.peer.push(timeMs(peer, repeat.peer));
  }
  return { ours: quantile(times.ours, 0.5), oursP95: quantile(times.ours, 0.95), peer: quantile(times.peer, 0.5) };
}

/** Kept, so that no compiler can find out that nobody looks at the answers. */
const sink = { last: undefined as unknown };

/** Time of one call, ms, as the mean of several. */
function timeMs(work: () => unknown, calls: number): number {
  const from = performance.now();
  for (let i = 0; i < calls; i++) sink.last = work();
  return (performance.now() - from) / calls;
}

/** As ships come in squads: three small ones for a medium and a large one. */
const MIX: readonly BaseSize[] = ['small', 'small', 'small', 'medium', 'large'];

/** A seeded table: ships of all sizes that do not overlap, tournament obstacles anywhere in the middle of the mat. */
function benchTable(shipCount: number, obstacleCount: number): Table {
  const random = seeded(SEED + shipCount);
  const ships: Ship[] = [];
  while (ships.length < shipCount) {
    const base = MIX[Math.floor(random() * MIX.length)]!;
    const pose = { x: 45 + random() * (MAT_MM - 90), y: 45 + random() * (MAT_MM - 90), headingRad: (2 * random() - 1) * Math.PI };
    const isClear = ships.every((other) => {
      return Math.hypot(other.pose.x - pose.x, other.pose.y - pose.y) > Math.SQRT2 * (halfSideMm(base) + halfSideMm(other.base));
    });
    if (isClear) ships.push({ id: `ship-${ships.length}`, base, pose, covariance: COVARIANCE, arcs: ARC_NAMES });
  }
  const obstacles = Array.from({ length: obstacleCount }, (_, i): Obstacle => {
    const token = OBSTACLES[Math.floor(random() * OBSTACLES.length)]!;
    const pose = { x: 200 + random() * (MAT_MM - 400), y: 200 + random() * (MAT_MM - 400), headingRad: (2 * random() - 1) * Math.PI };
    return { id: token.xws + i, kind: token.kind as ObstacleKind, outline: placedOutline(token, pose), sigmaMm: 0.3 };
  });
  return { widthMm: MAT_MM, depthMm: MAT_MM, ships, obstacles, devices: [] };
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
