import { type Camera, distort, middleOf, withoutLens } from '../../geometry/camera.js';
import { inverseOf, normalisedFromMat } from '../../geometry/plane-map.js';
import type { Pixel, Point } from '../../geometry/point.js';
import type { Homography } from '../image/planar.js';

/** View of the plane of the mat in one picture. */
export interface PlaneView {
  /**
   * Lens and size of the picture; its pose counts where `isMetric`, and gives the plane about where the maps have it: exactly where the
   * lens is right.
   */
  readonly camera: Camera;
  /** From the plane (mm of the table where `isMetric`, otherwise any unit) to normalised image coordinates, the lens undone. */
  readonly fromPlane: Homography;
  readonly toPlane: Homography;
  /** True once a measurement has given lens and pose. */
  readonly isMetric: boolean;
}

/** A picture placed on the plane. */
export interface Placed {
  readonly view: PlaneView;
  /** Another possible view: anything between the two is uncertain. */
  readonly rival?: PlaneView | undefined;
}

/** A placed picture carried to another measurement of the plane; undefined where that has no view of it. */
export function replaced<P extends Placed>(placed: P, moved: (view: PlaneView) => PlaneView | undefined): P | undefined {
  const view = moved(placed.view);
  return view && { ...placed, view, rival: placed.rival && moved(placed.rival) };
}

/** The view of a measured camera. Undefined where the plane is seen edge on. */
export function viewOfCamera(camera: Camera): PlaneView | undefined {
  return viewThrough(camera, normalisedFromMat(camera), true);
}

/** A view before anything is measured: no lens, the plane parallel to the picture, a unit a pixel. */
export function nominalView(widthPx: number, heightPx: number): PlaneView {
  const focal = Math.max(widthPx, heightPx);
  const camera: Camera = {
    widthPx,
    heightPx,
    fx: focal,
    fy: focal,
    ...middleOf({ widthPx, heightPx }),
    distortion: [0, 0, 0, 0, 0],
    r: [1, 0, 0, 0, -1, 0, 0, 0, -1],
    t: [0, 0, focal],
  };
  return { ...viewOfCamera(camera)!, isMetric: false };
}

/** The view through `camera`'s lens by a homography from the plane to normalised image coordinates; undefined where it has no inverse. */
export function viewThrough(camera: Camera, fromPlane: Homography, isMetric: boolean): PlaneView | undefined {
  const toPlane = inverseOf(fromPlane);
  return toPlane && { camera, fromPlane, toPlane, isMetric };
}

/**
 * Pixel of a point of the plane, lens included; undefined behind the camera. Called for thousands of places in each frame, so that it
 * allocates only its result.
 */
export function pixelOf({ camera, fromPlane: h }: PlaneView, { x, y }: Point): Pixel | undefined {
  const depth = h[6]! * x + h[7]! * y + h[8]!;
  if (depth <= 1e-9) return undefined;
  const seen = distort(camera.distortion, (h[0]! * x + h[1]! * y + h[2]!) / depth, (h[3]! * x + h[4]! * y + h[5]!) / depth);
  return { u: camera.fx * seen.x + camera.cx, v: camera.fy * seen.y + camera.cy };
}

/** The point of the plane that a pixel shows. */
export function planePointOf({ camera, toPlane: h }: PlaneView, pixel: Pixel): Point | undefined {
  const { x, y } = withoutLens(camera, pixel);
  const scale = h[6]! * x + h[7]! * y + h[8]!;
  if (scale <= 0) return undefined;
  return { x: (h[0]! * x + h[1]! * y + h[2]!) / scale, y: (h[3]! * x + h[4]! * y + h[5]!) / scale };
}
