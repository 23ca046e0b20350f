import type { Pixel, Point, Point3 } from './point.js';
import { type Pose, tableFromPiece } from './pose.js';

/** A 3×3 rotation, row-major. */
export type Rotation = readonly [number, number, number, number, number, number, number, number, number];

/** A pinhole camera with Brown–Conrady distortion, OpenCV's convention: cameraPoint = r · tablePoint + t. */
export interface Camera {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly fx: number;
  readonly fy: number;
  readonly cx: number;
  readonly cy: number;
  /** k1, k2, p1, p2, k3. */
  readonly distortion: readonly [number, number, number, number, number];
  /** Rotation from the table frame to the camera frame. */
  readonly r: Rotation;
  /** Translation in millimetres. */
  readonly t: readonly [number, number, number];
}

/** Pixel at which a table point (mm) appears in the picture, lens distortion included; undefined behind the camera. */
export function pixelFromTable(camera: Camera, point: Point3): Pixel | undefined {
  const { r, t } = camera;
  const zc = r[6] * point.x + r[7] * point.y + r[8] * point.z + t[2];
  if (zc <= 1) return undefined;
  const xn = (r[0] * point.x + r[1] * point.y + r[2] * point.z + t[0]) / zc;
  const yn = (r[3] * point.x + r[4] * point.y + r[5] * point.z + t[1]) / zc;
  const d = distort(camera.distortion, xn, yn);
  return { u: camera.fx * d.x + camera.cx, v: camera.fy * d.y + camera.cy };
}

/** The table point (mm) at height zMm that a pixel shows; undefined when its ray does not meet that plane in front of the camera. */
export function tableFromPixel(camera: Camera, pixel: Pixel, zMm = 0): Point | undefined {
  const n = withoutLens(camera, pixel);
  const { r } = camera;
  // Ray in the table frame: centre + s · direction, with direction = rᵀ (xn, yn, 1) and centre = −rᵀ t.
  const dx = r[0] * n.x + r[3] * n.y + r[6];
  const dy = r[1] * n.x + r[4] * n.y + r[7];
  const dz = r[2] * n.x + r[5] * n.y + r[8];
  const centre = cameraCentre(camera);
  const s = (zMm - centre.z) / dz;
  if (!(s > 0)) return undefined;
  return { x: centre.x + s * dx, y: centre.y + s * dy };
}

/** Normalised image coordinates of a pixel, the lens undone. */
export function withoutLens({ distortion, fx, fy, cx, cy }: Camera, { u, v }: Pixel): Point {
  return undistort(distortion, (u - cx) / fx, (v - cy) / fy);
}

/** The point of the mat (mm, frame of `to`) at the pixel where `from` has this one; undefined where either camera sees nothing. */
export function carriedPoint(from: Camera, to: Camera, point: Point): Point | undefined {
  const pixel = pixelFromTable(from, { ...point, z: 0 });
  return pixel && tableFromPixel(to, pixel);
}

/** The same, or the unchanged point where either does not see it: for places that are nearly the same for both. */
export function carriedPlace(from: Camera, to: Camera, point: Point): Point {
  return carriedPoint(from, to, point) ?? point;
}

/** A pose on the table in another camera's table frame; undefined where either does not see it. */
export function carriedPose(from: Camera, to: Camera, pose: Pose): Pose | undefined {
  const at = carriedPoint(from, to, pose);
  const ahead = carriedPoint(from, to, tableFromPiece(pose, { x: 0, y: AHEAD_MM }));
  return at && ahead && { ...at, headingRad: Math.atan2(ahead.x - at.x, ahead.y - at.y) };
}

/** Distance ahead of a piece at which its heading is read, mm. */
const AHEAD_MM = 20;

/** The camera's optical centre in the table frame, mm. */
export function cameraCentre(camera: Camera): Point3 {
  const { r, t } = camera;
  return {
    x: -(r[0] * t[0] + r[3] * t[1] + r[6] * t[2]),
    y: -(r[1] * t[0] + r[4] * t[1] + r[7] * t[2]),
    z: -(r[2] * t[0] + r[5] * t[1] + r[8] * t[2]),
  };
}

/** The middle of a picture, px: the principal point of an otherwise unknown camera. */
export function middleOf({ widthPx, heightPx }: Pick<Camera, 'widthPx' | 'heightPx'>): Pick<Camera, 'cx' | 'cy'> {
  return { cx: (widthPx - 1) / 2, cy: (heightPx - 1) / 2 };
}

/** Coordinate of a picture, px, in the same picture `times` as large: they are counted from the middle of the first pixel. */
export function scaledPx(px: number, times: number): number {
  return (px + 0.5) * times - 0.5;
}

/** The camera of the same pictures at another size. */
export function scaledCamera(camera: Camera, widthPx: number, heightPx: number): Camera {
  const [across, down] = [widthPx / camera.widthPx, heightPx / camera.heightPx];
  const { fx, fy, cx, cy } = camera;
  return { ...camera, widthPx, heightPx, fx: fx * across, fy: fy * down, cx: scaledPx(cx, across), cy: scaledPx(cy, down) };
}

/** The camera as its pictures' mirror images have it, left and right exchanged. */
export function mirroredCamera(camera: Camera): Camera {
  return { ...camera, fx: -camera.fx, cx: camera.widthPx - 1 - camera.cx };
}

/** Applies the lens to normalised image coordinates (OpenCV's five-parameter model). */
export function distort(k: Camera['distortion'], x: number, y: number): Point {
  const r2 = x * x + y * y;
  const radial = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]));
  return {
    x: x * radial + 2 * k[2] * x * y + k[3] * (r2 + 2 * x * x),
    y: y * radial + k[2] * (r2 + 2 * y * y) + 2 * k[3] * x * y,
  };
}

/** Inverts the lens by fixed-point iteration; converges for the mild lenses of phones and webcams. */
export function undistort(k: Camera['distortion'], xd: number, yd: number): Point {
  let x = xd;
  let y = yd;
  for (let i = 0; i < 20; i++) {
    const r2 = x * x + y * y;
    const radial = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]));
    const nx = (xd - 2 * k[2] * x * y - k[3] * (r2 + 2 * x * x)) / radial;
    const ny = (yd - k[2] * (r2 + 2 * y * y) - 2 * k[3] * x * y) / radial;
    if (Math.abs(nx - x) + Math.abs(ny - y) < 1e-12) break;
    x = nx;
    y = ny;
  }
  return { x, y };
}
