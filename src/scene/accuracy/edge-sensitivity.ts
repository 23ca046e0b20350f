import type { Camera } from '../../geometry/camera.js';
import type { Point3 } from '../../geometry/point.js';
import { BASE_SIZES, type BaseSize } from '../../pieces/base-size.js';

/*
 * Information from the edges in one picture about camera, mat and bases when everything is solved together (Fisher information,
 * linearised at the truth).
 * Shared unknowns: log focal length, k1, k2, principal point (px), turn of the camera (rad, about its own axes), its shift (mm), the mat's
 * width and depth (mm), the tile's height for each base size (mm), the difference by which tiles are narrower and shorter than TILE_MM on
 * each side (mm), the scale of the plastic (relative), the distance outside of each of the mat's sides at which its edge is seen (mm).
 * Unknowns of one base: x, y (mm), heading (rad), and the pose of its tile in it: x, y (mm), turn (rad).
 */
export const MAT_WIDTH = 11;
export const TILE_TOP = 13;
export const TILE_TRIM = TILE_TOP + BASE_SIZES.length;
export const PLASTIC = TILE_TRIM + 2;
export const EDGE_OFFSET = PLASTIC + 1;
export const MAT_SIDES = [0, 1, 2, 3] as const;
export const SHARED = EDGE_OFFSET + MAT_SIDES.length;
export const OWN = 6;
export const ALL = SHARED + OWN;

/** A point on an edge that the picture shows, table frame, mm. */
export interface EdgePoint {
  readonly at: Point3;
  /** Direction of the edge. */
  readonly along: Point3;
  /** Number of independent samples that it stands for. */
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

/**
 * Movement of the edge across itself in the picture with each unknown, in its own standard deviations. False behind the camera. Tangential
 * distortion is left out: it can hardly be distinguished from a shifted principal point, and is not an unknown here.
 */
export function edgeSensitivity(camera: Camera, { at, along, samples, of }: EdgePoint, sigmaPx: number, row: Float64Array): boolean {
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
  // The tile's own shift is along the table's axes: its prior has no direction.
  row.set([row[SHARED]!, row[SHARED + 1]!, turn], SHARED + 3);
  return true;
}
