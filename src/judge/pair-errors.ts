import { cholesky } from '../geometry/cholesky.js';
import { NORMAL_POINTS, POINT_COUNT, POINT_DIMENSIONS } from '../geometry/normal-points.js';
import { squareInto } from '../geometry/ring.js';
import { pairCovariance } from '../table/pair-covariance.js';
import { PROBE_SIGMA } from './doubt.js';
import type { Pair, PairErrors, View } from './pair.js';

/**
 * The error coordinates of a pair. Before they are made independent they are: relative heading, the target's centre minus the viewer's in
 * the viewer's axes (2), the viewer's heading, the viewer's place on the table (2). The first four decide everything about the target as
 * seen. Relative heading comes first, so that it alone is the first coordinate: ties of parallel edges depend on nothing else.
 */
export const PAIR_COORDINATES = 6;
export const SEEN_COORDINATES = 4;

export type { PairErrors } from './pair.js';

/** The errors of a pair that is not exact. */
export function errorsOf(pair: Pair): PairErrors {
  pair.cache.errors ??= makeErrors(pair);
  return pair.cache.errors;
}

/**
 * Asks a question of the pair at every sample point. The view is the same object each time, written over: read it, do not keep it.
 */
export function atSamples(pair: Pair, question: (view: View, point: number) => number): number[] {
  const { factor } = errorsOf(pair);
  const view = blankView();
  const values: number[] = [];
  for (let k = 0; k < POINT_COUNT; k++) {
    placeInto(view, pair, factor, NORMAL_POINTS, k * POINT_DIMENSIONS);
    values.push(question(view, k));
  }
  return values;
}

type MutableView = { -readonly [Key in Exclude<keyof View, 'ring'>]: View[Key] } & { readonly ring: number[] };

function blankView(): MutableView {
  const n = 0.5;
  return { ring: [n, n, n, n, n, n, n, n], x: n, y: n, sin: n, cos: n, viewerX: n, viewerY: n, viewerSin: n, viewerCos: n };
}

function makeErrors(pair: Pair): PairErrors {
  const rows = coordinateRows(pair.view);
  const covariance = transformed(pairCovariance(pair.table, pair.viewerIndex, pair.targetIndex), rows);
  const factor = cholesky(covariance, PAIR_COORDINATES);
  const probes: View[] = [];
  const coordinates = new Float64Array(PAIR_COORDINATES);
  for (let i = 0; i < SEEN_COORDINATES; i++) {
    coordinates[i] = PROBE_SIGMA;
    probes.push(placeInto(blankView(), pair, factor, coordinates, 0));
    coordinates[i] = -PROBE_SIGMA;
    probes.push(placeInto(blankView(), pair, factor, coordinates, 0));
    coordinates[i] = 0;
  }
  return { rows, covariance, factor, probes };
}

/** Writes into `out` how the pair stands when its error coordinates have given values. */
function placeInto(out: MutableView, { view, targetHalfMm }: Pair, l: Float64Array, z: Float64Array, at: number): View {
  const z0 = z[at]!;
  const z1 = z[at + 1]!;
  const z2 = z[at + 2]!;
  const z3 = z[at + 3]!;
  const z4 = z[at + 4]!;
  const z5 = z[at + 5]!;
  const relativeTurn = l[0]! * z0;
  const u = view.x + l[6]! * z0 + l[7]! * z1;
  const v = view.y + l[12]! * z0 + l[13]! * z1 + l[14]! * z2;
  const turn = l[18]! * z0 + l[19]! * z1 + l[20]! * z2 + l[21]! * z3;
  const turnSin = Math.sin(turn);
  const turnCos = Math.cos(turn);
  // Seen from a viewer that is turned clockwise, the table turns counter-clockwise.
  const x = turnCos * u - turnSin * v;
  const y = turnSin * u + turnCos * v;
  const relativeSin = Math.sin(relativeTurn);
  const relativeCos = Math.cos(relativeTurn);
  const sin = view.sin * relativeCos + view.cos * relativeSin;
  const cos = view.cos * relativeCos - view.sin * relativeSin;
  squareInto(out.ring, targetHalfMm, x, y, sin, cos);
  out.x = x;
  out.y = y;
  out.sin = sin;
  out.cos = cos;
  out.viewerX = view.viewerX + l[24]! * z0 + l[25]! * z1 + l[26]! * z2 + l[27]! * z3 + l[28]! * z4;
  out.viewerY = view.viewerY + l[30]! * z0 + l[31]! * z1 + l[32]! * z2 + l[33]! * z3 + l[34]! * z4 + l[35]! * z5;
  out.viewerSin = view.viewerSin * turnCos + view.viewerCos * turnSin;
  out.viewerCos = view.viewerCos * turnCos - view.viewerSin * turnSin;
  return out;
}

function coordinateRows({ viewerSin: sin, viewerCos: cos }: View): readonly (readonly number[])[] {
  return [
    [0, 0, -1, 0, 0, 1],
    [-cos, sin, 0, cos, -sin, 0],
    [-sin, -cos, 0, sin, cos, 0],
    [0, 0, 1, 0, 0, 0],
    [1, 0, 0, 0, 0, 0],
    [0, 1, 0, 0, 0, 0],
  ];
}

/** rows · matrix · rowsᵀ, all 6 × 6. */
function transformed(matrix: ArrayLike<number>, rows: readonly (readonly number[])[]): number[] {
  const left: number[] = [];
  for (let i = 0; i < 6; i++) {
    const row = rows[i]!;
    for (let j = 0; j < 6; j++) {
      let sum = 0;
      for (let k = 0; k < 6; k++) sum += row[k]! * matrix[k * 6 + j]!;
      left.push(sum);
    }
  }
  const result: number[] = [];
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) {
      const row = rows[j]!;
      let sum = 0;
      for (let k = 0; k < 6; k++) sum += left[i * 6 + k]! * row[k]!;
      result.push(sum);
    }
  }
  return result;
}
