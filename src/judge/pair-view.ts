import { cholesky } from '../geometry/cholesky.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../geometry/normal-points.js';
import type { Pose } from '../geometry/pose.js';
import { squareInto } from '../geometry/ring.js';
import { halfSideMm } from '../pieces/bases.js';
import { pairCovariance } from '../table/pair-covariance.js';
import type { Ship, Table } from '../table/table.js';
import { PROBE_SIGMA, SURE_SIGMAS } from './doubt.js';

/** Number of error coordinates of a pair: place and heading of both ships, of which the first four say all about one seen from the other. */
export const PAIR_COORDINATES = 6;
export const RELATIVE_COORDINATES = 4;

/** One way the pair may stand: the target's corners in the viewer's own frame, and where the viewer stands. */
export interface View {
  /** Corners of the target, ring of 4, viewer's frame, mm. */
  readonly ring: Float64Array;
  /** The target's centre (mm) and relative heading (sine, cosine) in the viewer's frame. */
  readonly x: number;
  readonly y: number;
  readonly sin: number;
  readonly cos: number;
  readonly viewer: Pose;
}

/** A ship as seen from another one's frame, with all that is uncertain about it. */
export interface PairView {
  readonly viewer: Ship;
  readonly target: Ship;
  /** Their places in `table.ships`. */
  readonly viewerIndex: number;
  readonly targetIndex: number;
  readonly viewerHalfMm: number;
  readonly targetHalfMm: number;
  readonly centre: View;
  /** Nothing about the pair is in doubt. */
  readonly exact: boolean;
  /** ± PROBE_SIGMA along each of the six coordinates, in turn; empty when exact. */
  readonly probes: readonly View[];
  /** The pair at all sample points; made when first asked for. */
  readonly samples: () => readonly View[];
  /**
   * No corner of the target shifts by more than this in the viewer's frame, and the viewer's place by no more on the table, whatever the
   * errors (SURE_SIGMAS of them), mm.
   */
  readonly reachMm: number;
  /** How the six error coordinates follow from the errors of both poses (6 × 6), and their covariance. */
  readonly rows: readonly (readonly number[])[];
  readonly covariance: Float64Array;
}

/** The pair (viewer, target) by their places in `table.ships`. */
export function pairView(table: Table, viewerIndex: number, targetIndex: number): PairView {
  const viewer = table.ships[viewerIndex]!;
  const target = table.ships[targetIndex]!;
  const targetHalfMm = halfSideMm(target.base);
  const covariance = pairCovariance(table, viewerIndex, targetIndex);
  const exact = covariance.every((value) => value === 0);
  const rows = coordinateRows(viewer.pose);
  const relative = exact ? covariance : transformed(covariance, rows);
  const place = placer(viewer.pose, target.pose, targetHalfMm, relative);
  const centre = place(new Float64Array(PAIR_COORDINATES), 0);
  const probes = exact ? [] : probeViews(place);
  let samples: readonly View[] | undefined;
  return {
    viewer,
    target,
    viewerIndex,
    targetIndex,
    viewerHalfMm: halfSideMm(viewer.base),
    targetHalfMm,
    centre,
    exact,
    probes,
    reachMm: reachOf(centre, probes),
    rows,
    covariance: relative,
    samples: () => {
      samples ??= Array.from({ length: POINT_COUNT }, (_, k) => place(NORMAL_POINTS, k * POINT_DIMENSIONS));
      return samples;
    },
  };
}

type Place = (coordinates: Float64Array, at: number) => View;

function probeViews(place: Place): readonly View[] {
  const views: View[] = [];
  for (let i = 0; i < PAIR_COORDINATES; i++) {
    const coordinates = new Float64Array(PAIR_COORDINATES);
    for (const side of [PROBE_SIGMA, -PROBE_SIGMA]) {
      coordinates[i] = side;
      views.push(place(coordinates, 0));
    }
  }
  return views;
}

/** How far the target's corners and the viewer go in the probes, drawn out to SURE_SIGMAS. */
function reachOf(centre: View, probes: readonly View[]): number {
  let sumSq = 0;
  for (const probe of probes) {
    let mostSq = (probe.viewer.x - centre.viewer.x) ** 2 + (probe.viewer.y - centre.viewer.y) ** 2;
    for (let i = 0; i < 8; i += 2) {
      mostSq = Math.max(mostSq, (probe.ring[i]! - centre.ring[i]!) ** 2 + (probe.ring[i + 1]! - centre.ring[i + 1]!) ** 2);
    }
    sumSq += mostSq / 2;
  }
  return (SURE_SIGMAS / PROBE_SIGMA) * Math.sqrt(sumSq);
}

/** How the pair stands when its error coordinates have given values. */
function placer(viewer: Pose, target: Pose, targetHalfMm: number, covariance: Float64Array): Place {
  const sin = Math.sin(viewer.headingRad);
  const cos = Math.cos(viewer.headingRad);
  const dx = target.x - viewer.x;
  const dy = target.y - viewer.y;
  const relativeX = cos * dx - sin * dy;
  const relativeY = sin * dx + cos * dy;
  const relativeHeadingRad = target.headingRad - viewer.headingRad;
  const factor = cholesky(covariance, PAIR_COORDINATES);
  const e = new Float64Array(PAIR_COORDINATES);
  return (coordinates, at) => {
    for (let i = 0; i < PAIR_COORDINATES; i++) {
      let sum = 0;
      for (let j = 0; j <= i; j++) sum += factor[i * PAIR_COORDINATES + j]! * coordinates[at + j]!;
      e[i] = sum;
    }
    const turn = e[2]!;
    const turnSin = Math.sin(turn);
    const turnCos = Math.cos(turn);
    // Seen from a viewer that is turned clockwise, the table turns counter-clockwise.
    const x = turnCos * (relativeX + e[0]!) - turnSin * (relativeY + e[1]!);
    const y = turnSin * (relativeX + e[0]!) + turnCos * (relativeY + e[1]!);
    const heading = relativeHeadingRad + e[3]! - turn;
    const headingSin = Math.sin(heading);
    const headingCos = Math.cos(heading);
    const ring = new Float64Array(8);
    squareInto(ring, targetHalfMm, x, y, headingSin, headingCos);
    const viewerPose = { x: viewer.x + e[4]!, y: viewer.y + e[5]!, headingRad: viewer.headingRad + turn };
    return { ring, x, y, sin: headingSin, cos: headingCos, viewer: viewerPose };
  };
}

/**
 * The error coordinates before they are made independent: the target's centre minus the viewer's in the viewer's axes (2), the viewer's
 * heading, the target's heading, the viewer's place on the table (2). The first four decide everything about the target as seen.
 */
function coordinateRows({ headingRad }: Pose): readonly (readonly number[])[] {
  const sin = Math.sin(headingRad);
  const cos = Math.cos(headingRad);
  return [
    [-cos, sin, 0, cos, -sin, 0],
    [-sin, -cos, 0, sin, cos, 0],
    [0, 0, 1, 0, 0, 0],
    [0, 0, 0, 0, 0, 1],
    [1, 0, 0, 0, 0, 0],
    [0, 1, 0, 0, 0, 0],
  ];
}

/** rows · matrix · rowsᵀ, all 6 × 6. */
function transformed(matrix: Float64Array, rows: readonly (readonly number[])[]): Float64Array {
  const left = new Float64Array(36);
  const result = new Float64Array(36);
  for (let i = 0; i < 6; i++) {
    for (let k = 0; k < 6; k++) {
      const weight = rows[i]![k]!;
      if (weight !== 0) for (let j = 0; j < 6; j++) left[i * 6 + j]! += weight * matrix[k * 6 + j]!;
    }
  }
  for (let j = 0; j < 6; j++) {
    for (let k = 0; k < 6; k++) {
      const weight = rows[j]![k]!;
      if (weight !== 0) for (let i = 0; i < 6; i++) result[i * 6 + j]! += weight * left[i * 6 + k]!;
    }
  }
  return result;
}
