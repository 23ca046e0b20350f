import { withoutLens } from '../../geometry/camera.js';
import { mapByHomography } from '../../geometry/plane-map.js';
import type { Pixel } from '../../geometry/point.js';
import { type Cv, withMats } from '../runtime/opencv.js';
import { cameraFromPlane } from '../solve/camera-from-corners.js';
import { medianOf, type PlaneMark, rigidPose } from '../solve/rigid-pose.js';
import { type Placed, type PlaneView, pixelOf, planePointOf, viewOfCamera, viewThrough } from './plane-view.js';

/** A view by this many points that agree. The rival is by the other of two models, a pose of the known lens or any homography: where they disagree, neither is known to be right. */
export interface Registered extends Placed {
  readonly kind: 'registered';
  readonly points: number;
}

/** Result of registering a picture. */
export type Registration =
  | Registered
  /** The plane is seen again, but through another lens: a phone has changed its own, or zoomed. */
  | { readonly kind: 'other-lens' }
  | { readonly kind: 'lost' };

export const LOST: Registration = { kind: 'lost' };

/** Points farther from where the plane has them are not on it, or were mistaken, px. */
const ON_PLANE_PX = 1.6;
/** A registration needs at least this many points on the plane, and this share of those that were followed. */
export const MIN_POINTS = 12;
const MIN_SHARE = 0.3;
/** They must reach over this share of the picture's width or height: some in a heap determine no view. */
const MIN_REACH = 0.2;
/** A lens as it was measured, by a look that errs by a few per cent, sees a plane to this, px, beyond what any homography leaves… */
const RIGID_PX = 2;
/** …and where it is worse than this the homography says where things lie, the pose only where the camera is. */
const LENS_PX = 0.2;

/** Places of a picture, as shares of it, between which a view is about the same. */
export const FRAME = [
  [0.2, 0.2],
  [0.8, 0.2],
  [0.8, 0.8],
  [0.2, 0.8],
] as const;

/** A point of the plane, and the pixel that shows it. */
export interface Pair {
  readonly at: { readonly x: number; readonly y: number };
  readonly pixel: Pixel;
}

/** The view of a plane that most of the pairs agree on: a pose of the known lens where the keyframe's view is metric. `about`: about where the camera is. */
export function viewFrom(cv: Cv, pairs: readonly Pair[], { camera, isMetric }: PlaneView, about: PlaneView): Registration {
  const found = homographyOf(cv, pairs, about, ON_PLANE_PX);
  if (!found || found.onPlane.length < Math.max(MIN_POINTS, MIN_SHARE * pairs.length)) return LOST;
  if (!isSpread(found.onPlane, camera)) return LOST;
  const free = viewThrough(camera, found.fromPlane, false);
  if (!free) return LOST;
  const points = found.onPlane.length;
  if (!isMetric) return { kind: 'registered', view: free, points };
  const pose = rigidPose(nearestPose(free, about), found.onPlane);
  const freePx = medianOf(found.onPlane.map((mark) => awayPx(free, mark)));
  if (!pose || pose.medianPx > freePx + RIGID_PX) return { kind: 'other-lens' };
  const view = viewOfCamera(pose.camera);
  if (!view) return LOST;
  const isLensRight = pose.medianPx <= freePx + LENS_PX;
  return isLensRight
    ? { kind: 'registered', view, points, rival: free }
    : { kind: 'registered', view: { ...free, camera: pose.camera, isMetric }, points, rival: view };
}

/** A pose to start from: where the camera was, or, where it is seen from quite another side, the pose that the homography comes nearest to. */
export function nearestPose(free: PlaneView, about: PlaneView) {
  const { camera } = about;
  const places = FRAME.flatMap(([a, b]) => {
    const at = planePointOf(free, { u: a * camera.widthPx, v: b * camera.heightPx });
    const before = at && pixelOf(about, at);
    return at ? [{ at, seen: { u: a * camera.widthPx, v: b * camera.heightPx }, before }] : [];
  });
  const isNear =
    about.isMetric &&
    places.every(({ seen, before }) => before && Math.hypot(seen.u - before.u, seen.v - before.v) < NEAR * camera.widthPx);
  if (isNear || places.length < 4) return camera;
  const straight = places.map(({ seen }) => {
    const { x, y } = withoutLens(camera, seen);
    return { u: x * Math.abs(camera.fx) + (camera.widthPx - 1) / 2, v: y * Math.abs(camera.fx) + (camera.heightPx - 1) / 2 };
  });
  const start = cameraFromPlane(
    places.map(({ at }) => [at.x, at.y] as const),
    straight,
    camera.widthPx,
    camera.heightPx,
    Math.abs(camera.fx),
  );
  return start ? { ...camera, r: start.r, t: start.t } : camera;
}

const NEAR = 0.1;

function awayPx({ camera, fromPlane }: PlaneView, { x, y, xn, yn }: PlaneMark): number {
  const [u, v] = mapByHomography(fromPlane, x, y);
  return Math.abs(camera.fx) * Math.hypot(u - xn, v - yn);
}

/** The homography that most of the pairs agree on, and those; from the plane to normalised image coordinates, depths before the camera positive. */
export function homographyOf(cv: Cv, pairs: readonly Pair[], { camera }: PlaneView, withinPx: number) {
  if (pairs.length < MIN_POINTS) return undefined;
  const focal = Math.abs(camera.fx);
  const marks = pairs.map(({ at, pixel }): PlaneMark => {
    const { x: xn, y: yn } = withoutLens(camera, pixel);
    return { ...at, xn, yn };
  });
  return withMats((own) => {
    const from = own(
      cv.matFromArray(
        marks.length,
        1,
        cv.CV_32FC2,
        marks.flatMap(({ x, y }) => [x, y]),
      ),
    );
    const to = own(
      cv.matFromArray(
        marks.length,
        1,
        cv.CV_32FC2,
        marks.flatMap(({ xn, yn }) => [focal * xn, focal * yn]),
      ),
    );
    const mask = own(new cv.Mat());
    const found = own(cv.findHomography(from, to, cv.RANSAC, withinPx, mask, 500, 0.995));
    if (found.rows !== 3) return undefined;
    const onPlane = marks.filter((_, i) => mask.data[i] === 1);
    if (onPlane.length === 0) return undefined;
    const h = Array.from(found.data64F, (value, i) => (i < 6 ? value / focal : value));
    const depth = onPlane.reduce((sum, { x, y }) => sum + h[6]! * x + h[7]! * y + h[8]!, 0);
    return { fromPlane: depth < 0 ? h.map((value) => -value) : h, onPlane };
  });
}

function isSpread(marks: readonly PlaneMark[], { widthPx, heightPx, fx }: PlaneView['camera']): boolean {
  const reach = (values: readonly number[]) => Math.abs(fx) * (Math.max(...values) - Math.min(...values));
  return reach(marks.map(({ xn }) => xn)) > MIN_REACH * widthPx && reach(marks.map(({ yn }) => yn)) > MIN_REACH * heightPx;
}
