import { type Camera, cameraCentre, middleOf, type Rotation } from '../../geometry/camera.js';
import type { Pixel } from '../../geometry/point.js';
import { MAT_MM } from '../../pieces/dimensions.js';
import { FOCAL_PRIOR } from '../../pieces/priors.js';
import { homographyFrom } from '../image/planar.js';
import { nearSideCost, xAxisCosine } from './moved-frame.js';

const MAT_CORNERS = [
  [0, 0],
  [MAT_MM, 0],
  [MAT_MM, MAT_MM],
  [0, MAT_MM],
] as const;

/**
 * A first camera from the mat's four corners in the picture (undistorted lens, centred, square pixels), given in order around the mat. The
 * table frame is turned so that player 1 sits nearest to the camera, or as nearly as possible where `like` has it. Undefined when the
 * corners are no view of a square from above.
 */
export function cameraFromCorners(
  corners: readonly Pixel[],
  widthPx: number,
  heightPx: number,
  focalPx: number,
  like?: Rotation,
): Camera | undefined {
  const ring = counterClockwise(corners);
  let best: Camera | undefined;
  let bestScore = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 4; turn++) {
    const turned = ring.map((_, i) => ring[(i + turn) % 4]!);
    const camera = cameraFromPlane(MAT_CORNERS, turned, widthPx, heightPx, focalPx);
    if (!camera) return undefined;
    const score = like ? -xAxisCosine(camera.r, like) : nearSideCost(camera);
    if (score < bestScore) {
      bestScore = score;
      best = camera;
    }
  }
  return best;
}

/** The camera that sees the mat's corners, given beginning nearest-left to player 1, around the mat either way. */
export function cameraFromOrderedCorners(
  corners: readonly Pixel[],
  widthPx: number,
  heightPx: number,
  focalPx: number,
): Camera | undefined {
  return cameraFromPlane(MAT_CORNERS, counterClockwiseFromFirst(corners), widthPx, heightPx, focalPx);
}

/** The same corners counter-clockwise to the viewer, beginning with the same one. */
export function counterClockwiseFromFirst<Corner extends Pixel | undefined>(corners: readonly Corner[]): Corner[] {
  const seen = corners.filter((corner) => corner !== undefined);
  const isTurned = seen.length > 2 && counterClockwise(seen)[0] !== seen[0];
  const [first, ...others] = corners;
  return isTurned ? [first!, ...others.reverse()] : [...corners];
}

/** Corners in the order in which the table frame counts them when seen from above: counter-clockwise to the viewer. */
export function counterClockwise(corners: readonly Pixel[]): Pixel[] {
  let area = 0;
  corners.forEach((p, i) => {
    const q = corners[(i + 1) % corners.length]!;
    area += p.u * q.v - q.u * p.v;
  });
  // v grows downwards, so a ring that the eye sees counter-clockwise has negative area here.
  return area < 0 ? [...corners] : [...corners].reverse();
}

/** The camera (undistorted, centred) that sees four or more places of the table plane (mm) at as many pixels; undefined when it would stand below the table. */
export function cameraFromPlane(
  places: readonly (readonly [number, number])[],
  corners: readonly Pixel[],
  widthPx: number,
  heightPx: number,
  focalPx: number,
): Camera | undefined {
  const { cx, cy } = middleOf({ widthPx, heightPx });
  const h = homographyFrom(
    places,
    corners.map((p) => [(p.u - cx) / focalPx, (p.v - cy) / focalPx] as const),
  );
  if (!h) return undefined;
  const norm = Math.sqrt(Math.hypot(h[0]!, h[3]!, h[6]!) * Math.hypot(h[1]!, h[4]!, h[7]!));
  const scale = (h[8]! > 0 ? 1 : -1) / norm;
  const r1 = unit([h[0]! * scale, h[3]! * scale, h[6]! * scale]);
  const raw = [h[1]! * scale, h[4]! * scale, h[7]! * scale] as const;
  const overlap = r1[0] * raw[0] + r1[1] * raw[1] + r1[2] * raw[2];
  const r2 = unit([raw[0] - overlap * r1[0], raw[1] - overlap * r1[1], raw[2] - overlap * r1[2]]);
  const r3 = [r1[1] * r2[2] - r1[2] * r2[1], r1[2] * r2[0] - r1[0] * r2[2], r1[0] * r2[1] - r1[1] * r2[0]] as const;
  const r: Rotation = [r1[0], r2[0], r3[0], r1[1], r2[1], r3[1], r1[2], r2[2], r3[2]];
  const t = [h[2]! * scale, h[5]! * scale, h[8]! * scale] as const;
  const camera: Camera = { widthPx, heightPx, fx: focalPx, fy: focalPx, cx, cy, distortion: [0, 0, 0, 0, 0], r, t };
  return cameraCentre(camera).z > 50 ? camera : undefined;
}

function unit(v: readonly [number, number, number]): [number, number, number] {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}

/**
 * Proposes the two far corners of a square, given one side's corners and the directions of the two sides beside it: those that a camera of
 * the usual focal length would see.
 */
export function farCorners(
  near: readonly [Pixel, Pixel],
  along: readonly [Pixel, Pixel],
  widthPx: number,
  heightPx: number,
): [Pixel, Pixel] | undefined {
  const { cx, cy } = middleOf({ widthPx, heightPx });
  const focalPx = FOCAL_PRIOR.ratio * Math.max(widthPx, heightPx);
  const reach = Math.hypot(near[0].u - near[1].u, near[0].v - near[1].v);
  const at = (i: 0 | 1, lengths: number): Pixel => ({
    u: near[i].u + along[i].u * lengths * reach,
    v: near[i].v + along[i].v * lengths * reach,
  });
  let best: [Pixel, Pixel] | undefined;
  let bestCost = 0.15;
  for (let i = 0; i <= 28; i++) {
    for (let j = 0; j <= 28; j++) {
      const far: [Pixel, Pixel] = [at(0, 0.3 * 1.07 ** i), at(1, 0.3 * 1.07 ** j)];
      const cost = squareness([near[0], near[1], far[1], far[0]], cx, cy, focalPx);
      if (cost < bestCost) {
        bestCost = cost;
        best = far;
      }
    }
  }
  return best;
}

/** Deviation of four corners from a view of a square: 0 when the homography's first two columns are orthogonal and equally long. */
function squareness(corners: readonly Pixel[], cx: number, cy: number, focalPx: number): number {
  const h = homographyFrom(
    MAT_CORNERS,
    corners.map((p) => [(p.u - cx) / focalPx, (p.v - cy) / focalPx] as const),
  );
  if (!h) return Number.POSITIVE_INFINITY;
  const a = h[0]! ** 2 + h[3]! ** 2 + h[6]! ** 2;
  const b = h[1]! ** 2 + h[4]! ** 2 + h[7]! ** 2;
  const dot = h[0]! * h[1]! + h[3]! * h[4]! + h[6]! * h[7]!;
  return (dot * dot) / (a * b) + (Math.log(a / b) / 2) ** 2;
}
