import type { Camera, Rotation } from '../../geometry/camera.js';

/**
 * The camera as unknowns of the joint solution. Order: log focal length (px), k1, k2, cx, cy (px), rotation vector (rad), translation
 * (mm, of the table's centre, so that rotation and translation hardly disturb each other). Square pixels, no tangential distortion:
 * phones and webcams have too little of either to be distinguished from a shifted principal point.
 */
export const CAMERA_PARAMS = 11;

/** Finite-difference steps for the camera's parameters. */
export const CAMERA_STEPS = [1e-5, 1e-5, 1e-5, 1e-2, 1e-2, 1e-6, 1e-6, 1e-6, 1e-3, 1e-3, 1e-3] as const;

/** The table point (mm) whose translation is among the parameters. */
export interface Pivot {
  readonly x: number;
  readonly y: number;
}

/** Writes a camera as CAMERA_PARAMS numbers into the beginning of `out`; values that they do not hold (fy, p1, p2, k3) are lost. */
export function paramsFromCamera(camera: Camera, pivot: Pivot, out: Float64Array): void {
  const { r, t } = camera;
  out[0] = Math.log(camera.fx);
  out[1] = camera.distortion[0];
  out[2] = camera.distortion[1];
  out[3] = camera.cx;
  out[4] = camera.cy;
  const w = rotationVector(r);
  out[5] = w[0];
  out[6] = w[1];
  out[7] = w[2];
  out[8] = r[0] * pivot.x + r[1] * pivot.y + t[0];
  out[9] = r[3] * pivot.x + r[4] * pivot.y + t[1];
  out[10] = r[6] * pivot.x + r[7] * pivot.y + t[2];
}

/** The camera that these parameters describe, for pictures of this size. */
export function cameraFromParams(p: Float64Array, pivot: Pivot, widthPx: number, heightPx: number): Camera {
  const f = Math.exp(p[0]!);
  const r = rotationMatrix(p[5]!, p[6]!, p[7]!);
  return {
    widthPx,
    heightPx,
    fx: f,
    fy: f,
    cx: p[3]!,
    cy: p[4]!,
    distortion: [p[1]!, p[2]!, 0, 0, 0],
    r,
    t: [p[8]! - r[0] * pivot.x - r[1] * pivot.y, p[9]! - r[3] * pivot.x - r[4] * pivot.y, p[10]! - r[6] * pivot.x - r[7] * pivot.y],
  };
}

/** Rotation matrix of a rotation vector (Rodrigues). */
export function rotationMatrix(wx: number, wy: number, wz: number): Rotation {
  const angle = Math.hypot(wx, wy, wz);
  const s = angle < 1e-12 ? 1 : Math.sin(angle) / angle;
  const c = angle < 1e-12 ? 0.5 : (1 - Math.cos(angle)) / (angle * angle);
  return [
    1 - c * (wy * wy + wz * wz),
    c * wx * wy - s * wz,
    c * wx * wz + s * wy,
    c * wx * wy + s * wz,
    1 - c * (wx * wx + wz * wz),
    c * wy * wz - s * wx,
    c * wx * wz - s * wy,
    c * wy * wz + s * wx,
    1 - c * (wx * wx + wy * wy),
  ];
}

/** Rotation vector of a rotation matrix; a camera that looks down on a table is near a half turn, so that case is handled with care. */
export function rotationVector(r: Rotation): [number, number, number] {
  // Through the unit quaternion, choosing its largest component for stability at every angle.
  const q = [1 + r[0] + r[4] + r[8], 1 + r[0] - r[4] - r[8], 1 - r[0] + r[4] - r[8], 1 - r[0] - r[4] + r[8]];
  const largest = q.indexOf(Math.max(...q));
  const s = Math.sqrt(q[largest]!) * 2;
  let w: number;
  let x: number;
  let y: number;
  let z: number;
  if (largest === 0) [w, x, y, z] = [s / 4, (r[7] - r[5]) / s, (r[2] - r[6]) / s, (r[3] - r[1]) / s];
  else if (largest === 1) [w, x, y, z] = [(r[7] - r[5]) / s, s / 4, (r[1] + r[3]) / s, (r[2] + r[6]) / s];
  else if (largest === 2) [w, x, y, z] = [(r[2] - r[6]) / s, (r[1] + r[3]) / s, s / 4, (r[5] + r[7]) / s];
  else [w, x, y, z] = [(r[3] - r[1]) / s, (r[2] + r[6]) / s, (r[5] + r[7]) / s, s / 4];
  if (w < 0) [w, x, y, z] = [-w, -x, -y, -z];
  const sine = Math.hypot(x, y, z);
  if (sine < 1e-12) return [2 * x, 2 * y, 2 * z];
  const k = (2 * Math.atan2(sine, w)) / sine;
  return [k * x, k * y, k * z];
}

/** Intermediate values of the camera's unknowns that are costly to compute; finite differences mostly step in other unknowns. */
const turned = { logFocal: Number.NaN, wx: Number.NaN, wy: Number.NaN, wz: Number.NaN, focal: 0, cos: 1, s: 1, c: 0.5 };

function turnedBy(p: Float64Array): typeof turned {
  if (p[5] !== turned.wx || p[6] !== turned.wy || p[7] !== turned.wz) {
    turned.wx = p[5]!;
    turned.wy = p[6]!;
    turned.wz = p[7]!;
    const angle = Math.sqrt(turned.wx ** 2 + turned.wy ** 2 + turned.wz ** 2);
    turned.cos = Math.cos(angle);
    turned.s = angle < 1e-12 ? 1 : Math.sin(angle) / angle;
    turned.c = angle < 1e-12 ? 0.5 : (1 - turned.cos) / (angle * angle);
  }
  if (p[0] !== turned.logFocal) {
    turned.logFocal = p[0]!;
    turned.focal = Math.exp(turned.logFocal);
  }
  return turned;
}

/** Projects a table point with raw parameters into `out` (u, v); the hot path of the solution, without allocation. */
export function projectWithParams(p: Float64Array, pivot: Pivot, x: number, y: number, z: number, out: Float64Array): void {
  const dx = x - pivot.x;
  const dy = y - pivot.y;
  const { wx, wy, wz, focal, cos, s, c } = turnedBy(p);
  const dot = wx * dx + wy * dy + wz * z;
  const xc = cos * dx + s * (wy * z - wz * dy) + c * dot * wx + p[8]!;
  const yc = cos * dy + s * (wz * dx - wx * z) + c * dot * wy + p[9]!;
  const zc = cos * z + s * (wx * dy - wy * dx) + c * dot * wz + p[10]!;
  const xn = xc / zc;
  const yn = yc / zc;
  const r2 = xn * xn + yn * yn;
  const k = focal * (1 + r2 * (p[1]! + r2 * p[2]!));
  out[0] = k * xn + p[3]!;
  out[1] = k * yn + p[4]!;
}
