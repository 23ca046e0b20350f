import type { Camera } from '../geometry/camera.js';
import { cholesky } from '../geometry/cholesky.js';
import type { Point3 } from '../geometry/point.js';
import { BASE_SIZES, type BaseSize } from '../pieces/base-size.js';

/*
 * What edges seen in one picture say about camera, mat and bases when all is solved together (Fisher information, linear about the truth).
 * Shared unknowns: log focal length, k1, k2, principal point (px), turn of the camera (rad, about its own axes), its shift (mm), the mat's
 * width and depth (mm), the tile's height for each base size (mm), how much narrower and shorter than the facts say the tiles are on each side
 * (mm), the scale of the plastic (relative), how far outside of each of the mat's sides its edge is seen (mm).
 * Unknowns of one base: x, y (mm), heading (rad), and how its tile lies in it: x, y (mm), turn (rad).
 */
const MAT_WIDTH = 11;
const TILE_TOP = 13;
const TILE_TRIM = TILE_TOP + BASE_SIZES.length;
const PLASTIC = TILE_TRIM + 2;
const EDGE_OFFSET = PLASTIC + 1;
const MAT_SIDES = [0, 1, 2, 3] as const;
export const SHARED = EDGE_OFFSET + MAT_SIDES.length;
export const OWN = 6;
const ALL = SHARED + OWN;

/** A place on an edge that is seen in the picture, table frame, mm. */
export interface EdgePoint {
  readonly at: Point3;
  /** Direction of the edge. */
  readonly along: Point3;
  /** How many independent samples it stands for. */
  readonly samples: number;
  /** The mat's side, counter-clockwise from player 1's, or the base that the edge belongs to. */
  readonly of: number | BaseEdge;
}

export interface BaseEdge {
  readonly base: BaseSize;
  readonly x: number;
  readonly y: number;
  readonly headingRad: number;
  readonly onTile: boolean;
}

/** Standard deviations of what is known before looking; Infinity: nothing. */
export interface Beforehand {
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

/** Information about the unknowns of one base, and how they hang together with the shared ones. */
export interface BaseInformation {
  /** OWN × OWN. */
  readonly own: Float64Array;
  /** OWN × SHARED. */
  readonly cross: Float64Array;
  /** SHARED × SHARED. */
  readonly shared: Float64Array;
}

/** What is known beforehand and from the mat's border; SHARED × SHARED. */
export function sharedInformation(camera: Camera, border: readonly EdgePoint[], sigmaPx: number, known: Beforehand): Float64Array {
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
    if (rowOf(camera, point, sigmaPx, row)) addOuter(information, SHARED, row, 0, row, 0);
  }
  return information;
}

/** What the edges of one base say. */
export function baseInformation(camera: Camera, points: readonly EdgePoint[], sigmaPx: number, known: Beforehand): BaseInformation {
  const own = new Float64Array(OWN * OWN);
  const cross = new Float64Array(OWN * SHARED);
  const shared = new Float64Array(SHARED * SHARED);
  // So loose that it decides nothing, but a base of which nothing is seen leaves the system solvable.
  [50, 50, 1, known.tileShiftMm, known.tileShiftMm, known.tileTurnRad].forEach((sigma, i) => {
    own[i * OWN + i] = 1 / sigma ** 2;
  });
  const row = new Float64Array(ALL);
  for (const point of points) {
    if (!rowOf(camera, point, sigmaPx, row)) continue;
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

/**
 * How far the edge moves across itself in the picture with each unknown, in its own standard deviations. False behind the camera.
 * Tangential distortion is left out: it is hardly to be distinguished from a shifted principal point, and no unknown here.
 */
function rowOf(camera: Camera, { at, along, samples, of }: EdgePoint, sigmaPx: number, row: Float64Array): boolean {
  const { r, t } = camera;
  const [X, Y, Z] = [0, 3, 6].map((i) => r[i]! * at.x + r[i + 1]! * at.y + r[i + 2]! * at.z) as [number, number, number];
  const zc = Z + t[2];
  if (zc <= 1) return false;
  const xn = (X + t[0]) / zc;
  const yn = (Y + t[1]) / zc;
  const [k1, k2] = camera.distortion;
  const r2 = xn * xn + yn * yn;
  const radial = 1 + r2 * (k1 + r2 * k2);
  const bend = 2 * (k1 + 2 * r2 * k2);
  const f = camera.fx;
  // Derivatives of u and v by the camera-frame point.
  const uByX = (f * (radial + bend * xn * xn)) / zc;
  const uByY = (f * bend * xn * yn) / zc;
  const vByY = (f * (radial + bend * yn * yn)) / zc;
  const byPoint = [uByX, uByY, -(xn * uByX + yn * uByY), uByY, vByY, -(xn * uByY + yn * vByY)];
  const moved = (m: number, dx: number, dy: number, dz: number) => byPoint[m]! * dx + byPoint[m + 1]! * dy + byPoint[m + 2]! * dz;
  const onTable = (m: number, dx: number, dy: number, dz: number) =>
    moved(m, r[0] * dx + r[1] * dy + r[2] * dz, r[3] * dx + r[4] * dy + r[5] * dz, r[6] * dx + r[7] * dy + r[8] * dz);
  const du = onTable(0, along.x, along.y, along.z);
  const dv = onTable(3, along.x, along.y, along.z);
  const long = Math.hypot(du, dv);
  if (!(long > 0)) return false;
  const scale = Math.sqrt(samples) / sigmaPx;
  const nu = (-dv / long) * scale;
  const nv = (du / long) * scale;
  const inCamera = (dx: number, dy: number, dz: number) => nu * moved(0, dx, dy, dz) + nv * moved(3, dx, dy, dz);
  const inTable = (dx: number, dy: number, dz: number) => nu * onTable(0, dx, dy, dz) + nv * onTable(3, dx, dy, dz);
  row.fill(0);
  row.set([(nu * xn + nv * yn) * f * radial, (nu * xn + nv * yn) * f * r2, (nu * xn + nv * yn) * f * r2 * r2, nu, nv]);
  row.set([inCamera(0, -zc, Y + t[1]), inCamera(zc, 0, -X - t[0]), inCamera(-Y - t[1], X + t[0], 0)], 5);
  row.set([inCamera(1, 0, 0), inCamera(0, 1, 0), inCamera(0, 0, 1)], 8);
  if (typeof of === 'number') {
    const outwards = [inTable(0, -1, 0), inTable(1, 0, 0), inTable(0, 1, 0), inTable(-1, 0, 0)][of]!;
    row[EDGE_OFFSET + of] = outwards;
    if (of === 1) row[MAT_WIDTH] = outwards;
    if (of === 2) row[MAT_WIDTH + 1] = outwards;
    return true;
  }
  const [rx, ry] = [at.x - of.x, at.y - of.y];
  const turn = inTable(ry, -rx, 0);
  row[PLASTIC] = inTable(rx, ry, 0);
  row.set([inTable(1, 0, 0), inTable(0, 1, 0), turn], SHARED);
  if (!of.onTile) return true;
  row[TILE_TOP + BASE_SIZES.indexOf(of.base)] = inTable(0, 0, 1);
  const [sin, cos] = [Math.sin(of.headingRad), Math.cos(of.headingRad)];
  row[TILE_TRIM] = -Math.sign(cos * rx - sin * ry) * inTable(cos, -sin, 0);
  row[TILE_TRIM + 1] = -Math.sign(sin * rx + cos * ry) * inTable(sin, cos, 0);
  // The tile's own shift is taken along the table's axes: its prior has no direction.
  row.set([row[SHARED]!, row[SHARED + 1]!, turn], SHARED + 3);
  return true;
}

/** Adds what a base says about the shared unknowns when its own are free. */
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
  /** OWN × SHARED: how it moves with them. */
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
