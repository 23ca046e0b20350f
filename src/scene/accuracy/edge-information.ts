import type { Camera } from '../../geometry/camera.js';
import { cholesky } from '../../geometry/cholesky.js';
import { BASE_SIZES } from '../../pieces/base-size.js';
import {
  ALL,
  EDGE_OFFSET,
  type EdgePoint,
  edgeSensitivity,
  MAT_SIDES,
  MAT_WIDTH,
  OWN,
  PLASTIC,
  SHARED,
  TILE_TOP,
  TILE_TRIM,
} from './edge-sensitivity.js';

/** Prior standard deviations; Infinity: no prior. */
export interface PriorSigmas {
  readonly logFocal: number;
  readonly k1: number;
  readonly k2: number;
  readonly centrePx: number;
  /** Of where the camera stands and looks: mm, and rad as if seen from a metre away. */
  readonly cameraMm: number;
  readonly matMm: number;
  /** Of the difference of the mat's sides. */
  readonly matSquareMm: number;
  readonly tileTopMm: number;
  readonly tileTrimMm: number;
  readonly plastic: number;
  readonly edgeOffsetMm: number;
  readonly tileShiftMm: number;
  readonly tileTurnRad: number;
}

/** Information about the unknowns of one base, and their coupling with the shared ones. */
export interface BaseInformation {
  /** OWN × OWN. */
  readonly own: Float64Array;
  /** OWN × SHARED. */
  readonly cross: Float64Array;
  /** SHARED × SHARED. */
  readonly shared: Float64Array;
}

/** Information of the priors and of the mat's border; SHARED × SHARED. */
export function sharedInformation(camera: Camera, border: readonly EdgePoint[], sigmaPx: number, known: PriorSigmas): Float64Array {
  const information = new Float64Array(SHARED * SHARED);
  const add = (index: number, sigma: number) => {
    information[index * SHARED + index]! += 1 / sigma ** 2;
  };
  const { logFocal, k1, k2, centrePx, cameraMm, matMm, tileTopMm, plastic } = known;
  [logFocal, k1, k2, centrePx, centrePx].forEach((sigma, index) => {
    add(index, sigma);
  });
  for (let axis = 0; axis < 3; axis++) {
    add(5 + axis, cameraMm / 1000);
    add(8 + axis, cameraMm);
  }
  for (const index of [0, 1]) add(MAT_WIDTH + index, matMm);
  BASE_SIZES.forEach((_, i) => {
    add(TILE_TOP + i, tileTopMm);
  });
  for (const index of [0, 1]) add(TILE_TRIM + index, known.tileTrimMm);
  add(PLASTIC, plastic);
  for (const side of MAT_SIDES) add(EDGE_OFFSET + side, known.edgeOffsetMm);
  const square = 1 / known.matSquareMm ** 2;
  const [width, depth] = [MAT_WIDTH, MAT_WIDTH + 1];
  for (const [i, j, sign] of [
    [width, width, 1],
    [depth, depth, 1],
    [width, depth, -1],
    [depth, width, -1],
  ] as const) {
    information[i * SHARED + j]! += sign * square;
  }
  const row = new Float64Array(ALL);
  for (const point of border) {
    if (edgeSensitivity(camera, point, sigmaPx, row)) addOuter(information, SHARED, row, 0, row, 0);
  }
  return information;
}

/** Information of the edges of one base. */
export function baseInformation(camera: Camera, points: readonly EdgePoint[], sigmaPx: number, known: PriorSigmas): BaseInformation {
  const own = new Float64Array(OWN * OWN);
  const cross = new Float64Array(OWN * SHARED);
  const shared = new Float64Array(SHARED * SHARED);
  // So loose that it decides nothing, but a base of which nothing is seen leaves the system solvable.
  [50, 50, 1, known.tileShiftMm, known.tileShiftMm, known.tileTurnRad].forEach((sigma, i) => {
    own[i * OWN + i] = 1 / sigma ** 2;
  });
  const row = new Float64Array(ALL);
  for (const point of points) {
    if (!edgeSensitivity(camera, point, sigmaPx, row)) continue;
    addOuter(own, OWN, row, SHARED, row, SHARED);
    addOuter(cross, SHARED, row, SHARED, row, 0);
    addOuter(shared, SHARED, row, 0, row, 0);
  }
  return { own, cross, shared };
}

/** Adds the outer product of a part of one row (as long as the target has rows) and a part of another (`width` long). */
function addOuter(target: Float64Array, width: number, left: Float64Array, leftAt: number, right: Float64Array, rightAt: number): void {
  const height = target.length / width;
  for (let i = 0; i < height; i++) {
    const value = left[leftAt + i]!;
    if (value !== 0) for (let j = 0; j < width; j++) target[i * width + j]! += value * right[rightAt + j]!;
  }
}

/** Adds a base's information about the shared unknowns when its own are free. */
export function withBase(shared: Float64Array, { own, cross, shared: seen }: BaseInformation): Float64Array {
  const ownCovariance = inverse(own, OWN);
  const solved = product(ownCovariance, cross, OWN, OWN, SHARED);
  return shared.map((value, at) => {
    const i = Math.floor(at / SHARED);
    const j = at % SHARED;
    let taken = 0;
    for (let k = 0; k < OWN; k++) taken += cross[k * SHARED + i]! * solved[k * SHARED + j]!;
    return value + seen[at]! - taken;
  });
}

/** The pose of a base as far as its own edges determine it, and its sensitivity to the shared unknowns. */
export interface PlacedByEdges {
  /** OWN × OWN: its covariance if the shared unknowns were known. */
  readonly own: Float64Array;
  /** OWN × SHARED: its movement with them. */
  readonly sensitivity: Float64Array;
}

export function placedByEdges({ own, cross }: BaseInformation): PlacedByEdges {
  const covariance = inverse(own, OWN);
  return { own: covariance, sensitivity: product(covariance, cross, OWN, OWN, SHARED).map((value) => -value) };
}

/** SHARED × SHARED, from all that is known of the shared unknowns. */
export function sharedCovariance(shared: Float64Array): Float64Array {
  return inverse(shared, SHARED);
}

/** Joint covariance of the poses of bases, (3n)×(3n) row-major: x mm, y mm, heading rad. `shared`: all that is known of the shared unknowns. */
export function poseCovariance(shared: Float64Array, bases: readonly BaseInformation[]): Float64Array {
  const common = sharedCovariance(shared);
  const placed = bases.map(placedByEdges);
  const spread = placed.map(({ sensitivity }) => product(sensitivity, common, OWN, SHARED, SHARED));
  const m = 3 * bases.length;
  const joint = new Float64Array(m * m);
  for (let a = 0; a < m; a++) {
    for (let b = 0; b < m; b++) {
      const [i, j, row, column] = [Math.floor(a / 3), Math.floor(b / 3), a % 3, b % 3];
      let sum = i === j ? placed[i]!.own[row * OWN + column]! : 0;
      for (let k = 0; k < SHARED; k++) sum += spread[i]![row * SHARED + k]! * placed[j]!.sensitivity[column * SHARED + k]!;
      joint[a * m + b] = sum;
    }
  }
  return joint;
}

function product(left: Float64Array, right: Float64Array, rows: number, inner: number, columns: number): Float64Array {
  const out = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < inner; k++) {
      const value = left[i * inner + k]!;
      for (let j = 0; j < columns; j++) out[i * columns + j]! += value * right[k * columns + j]!;
    }
  }
  return out;
}

/** Inverse of a symmetric positive definite matrix; throws when something is neither seen nor known. */
function inverse(matrix: Float64Array, n: number): Float64Array {
  const factor = cholesky([...matrix], n);
  const out = new Float64Array(n * n);
  const column = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    if (factor[j * n + j] === 0) throw new Error(`Unknown ${j} of ${n} is neither seen nor known beforehand.`);
    column.fill(0);
    column[j] = 1;
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < i; k++) column[i]! -= factor[i * n + k]! * column[k]!;
      column[i]! /= factor[i * n + i]!;
    }
    for (let i = n - 1; i >= 0; i--) {
      for (let k = i + 1; k < n; k++) column[i]! -= factor[k * n + i]! * column[k]!;
      column[i]! /= factor[i * n + i]!;
    }
    out.set(column, j * n);
  }
  return out;
}
