import { cholesky } from '../geometry/cholesky.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../geometry/normal-points.js';
import { ROUNDING_MM } from '../geometry/rounding.js';
import { segmentClearanceMm } from '../geometry/segment-clearance.js';
import { crossCovariance, shipCovariance } from '../table/pair-covariance.js';
import type { Table } from '../table/table.js';
import type { AttackLines } from './attack-line.js';
import type { Blocker } from './blockers.js';
import { PROBE_SIGMA, type Probe, probabilityAtMost, probeOf, SURE_SIGMAS } from './doubt.js';
import { PAIR_COORDINATES, type PairView, type View } from './pair-view.js';

/** A line on the table: x and y of its two ends, mm. */
type TableLine = readonly [number, number, number, number];

/** Coordinates of a blocker's own error: x, y, heading. */
const BLOCKER_COORDINATES = 3;
const ALL_COORDINATES = PAIR_COORDINATES + BLOCKER_COORDINATES;

/** How one blocker's place follows from all nine error coordinates: the last three rows of a 9 × 9 factor. */
interface LooseBlocker {
  readonly blocker: Blocker;
  /** Centre of its turning, mm. */
  readonly x: number;
  readonly y: number;
  readonly factor: Float64Array;
}

/**
 * Probability that the attack line passes over one of the blockers, given that there is a line. `surely` is the answer where no error
 * can turn it over.
 */
export function obstructionProbability(
  table: Table,
  pair: PairView,
  lines: AttackLines,
  blockers: readonly Blocker[],
  surely: boolean,
): number {
  const centre = lineOnTable(lines, pair.centre);
  if (!centre) return Number(surely);
  const probes = pair.probes.map((view) => lineOnTable(lines, view));
  const reachMm = lineReachMm(centre, probes);
  const open: LooseBlocker[] = [];
  for (const blocker of blockers) {
    const clearance = segmentClearanceMm(...centre, blocker.ring);
    if (Math.abs(clearance) <= reachMm + blocker.looseMm) open.push(looseBlocker(table, pair, blocker));
    else if (clearance <= ROUNDING_MM) return 1;
  }
  if (open.length === 0) return 0;
  const hits = sampledHits(lines, pair.samples(), open);
  return probabilityAtMost(ROUNDING_MM, mostDoubtful(centre, probes, open), hits);
}

function lineOnTable(lines: AttackLines, view: View): TableLine | undefined {
  const line = lines.lineAt(view);
  if (!line) return undefined;
  const { x, y, headingRad } = view.viewer;
  const sin = Math.sin(headingRad);
  const cos = Math.cos(headingRad);
  const [, px, py, qx, qy] = line as unknown as [number, number, number, number, number];
  return [x + cos * px + sin * py, y - sin * px + cos * py, x + cos * qx + sin * qy, y - sin * qx + cos * qy];
}

/** No end of the line goes farther than this; endless where a probe left the arc, so that every blocker near is sampled. */
function lineReachMm(centre: TableLine, probes: readonly (TableLine | undefined)[]): number {
  let sumSq = 0;
  for (const line of probes) {
    if (!line) return Infinity;
    const from = (line[0] - centre[0]) ** 2 + (line[1] - centre[1]) ** 2;
    const to = (line[2] - centre[2]) ** 2 + (line[3] - centre[3]) ** 2;
    sumSq += Math.max(from, to) / 2;
  }
  return (SURE_SIGMAS / PROBE_SIGMA) * Math.sqrt(sumSq);
}

function looseBlocker(table: Table, pair: PairView, blocker: Blocker): LooseBlocker {
  const n = ALL_COORDINATES;
  const { shipIndex, sigmaMm } = blocker;
  if (shipIndex === undefined) {
    const factor = new Float64Array(3 * n);
    factor[PAIR_COORDINATES] = sigmaMm;
    factor[n + PAIR_COORDINATES + 1] = sigmaMm;
    return { blocker, x: blocker.x, y: blocker.y, factor };
  }
  const { x, y } = table.ships[shipIndex]!.pose;
  const joint = new Float64Array(n * n);
  for (let r = 0; r < 6; r++) for (let c = 0; c < 6; c++) joint[r * n + c] = pair.covariance[r * 6 + c]!;
  const { xx, xy, xh, yy, yh, hh } = shipCovariance(table, shipIndex);
  [xx, xy, xh, xy, yy, yh, xh, yh, hh].forEach((value, i) => {
    joint[(6 + Math.floor(i / 3)) * n + 6 + (i % 3)] = value;
  });
  const cross = [pair.viewerIndex, pair.targetIndex].map((index) => crossCovariance(table, index, shipIndex));
  for (let r = 0; r < 6; r++) {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < 6; k++) sum += pair.rows[r]![k]! * cross[k < 3 ? 0 : 1]![(k % 3) * 3 + c]!;
      joint[r * n + 6 + c] = sum;
      joint[(6 + c) * n + r] = sum;
    }
  }
  return { blocker, x, y, factor: cholesky(joint, n).slice(6 * n) };
}

/** A line as it lies to a blocker that has moved by its errors: moved back by them instead. */
function lineSeenFrom(line: TableLine, { x, y, factor }: LooseBlocker, coordinates: Float64Array, at: number): TableLine {
  const e = [0, 0, 0];
  for (let r = 0; r < 3; r++) for (let j = 0; j < ALL_COORDINATES; j++) e[r]! += factor[r * ALL_COORDINATES + j]! * coordinates[at + j]!;
  const sin = Math.sin(e[2]!);
  const cos = Math.cos(e[2]!);
  const back = (px: number, py: number): [number, number] => {
    const dx = px - x - e[0]!;
    const dy = py - y - e[1]!;
    return [x + cos * dx - sin * dy, y + sin * dx + cos * dy];
  };
  return [...back(line[0], line[1]), ...back(line[2], line[3])];
}

/** For each sample point: 0 where the line passes over a blocker, endless where it does not, NaN where there is no line. */
function sampledHits(lines: AttackLines, samples: readonly View[], open: readonly LooseBlocker[]): Float64Array {
  const hits = new Float64Array(POINT_COUNT);
  const coordinates = new Float64Array(ALL_COORDINATES);
  samples.forEach((view, k) => {
    const line = lineOnTable(lines, view);
    hits[k] = line ? Infinity : NaN;
    open.forEach((loose, b) => {
      if (!line || hits[k] === 0) return;
      for (let j = 0; j < PAIR_COORDINATES; j++) coordinates[j] = NORMAL_POINTS[k * POINT_DIMENSIONS + j]!;
      // Each further blocker takes its own errors from another point of the set, so that no two move alike.
      const own = (k + b * 127) % POINT_COUNT;
      for (let j = PAIR_COORDINATES; j < ALL_COORDINATES; j++) coordinates[j] = NORMAL_POINTS[own * POINT_DIMENSIONS + j]!;
      if (segmentMeetsRing(lineSeenFrom(line, loose, coordinates, 0), loose.blocker.ring)) hits[k] = 0;
    });
  });
  return hits;
}

function segmentMeetsRing([px, py, qx, qy]: TableLine, ring: Float64Array): boolean {
  return segmentClearanceMm(px, py, qx, qy, ring) <= ROUNDING_MM;
}

/** Probe of the blocker whose clearance is smallest against its spread, over all nine coordinates. */
function mostDoubtful(centre: TableLine, probes: readonly (TableLine | undefined)[], open: readonly LooseBlocker[]): Probe {
  let chosen: Probe | undefined;
  for (const loose of open) {
    const values = [clearanceAt(centre, loose, new Float64Array(ALL_COORDINATES))];
    for (let i = 0; i < 2 * ALL_COORDINATES; i++) {
      const coordinates = new Float64Array(ALL_COORDINATES);
      coordinates[i >> 1] = i % 2 === 0 ? PROBE_SIGMA : -PROBE_SIGMA;
      const line = i < probes.length ? probes[i] : centre;
      values.push(line ? clearanceAt(line, loose, coordinates) : NaN);
    }
    const probe = probeOf(values);
    if (!chosen || Math.abs(probe.value) / probe.sigmaMm < Math.abs(chosen.value) / chosen.sigmaMm) chosen = probe;
  }
  return chosen!;
}

function clearanceAt(line: TableLine, loose: LooseBlocker, coordinates: Float64Array): number {
  return segmentClearanceMm(...lineSeenFrom(line, loose, coordinates, 0), loose.blocker.ring);
}
