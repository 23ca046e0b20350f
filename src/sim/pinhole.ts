import { Matrix4 } from 'three';
import { type Camera, tableFromPixel } from '../geometry/camera.js';
import type { Pixel, Point } from '../geometry/point.js';

/**
 * The undistorted picture from which the lens takes its own: a rectangle on the plane one unit before the camera,
 * large enough to hold all the lens sees. Bounds in normalised image coordinates (x right, y down).
 */
export interface Pinhole {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Direction in which a pixel looks, in normalised image coordinates: the lens undone. */
export function directionOfPixel(camera: Camera, pixel: Pixel): Point {
  const straight: Camera = { ...camera, r: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [0, 0, 0] };
  const point = tableFromPixel(straight, pixel, 1);
  if (point === undefined) throw new Error(`Got pixel ${pixel.u}, ${pixel.v} looking backwards, expected a milder lens.`);
  return point;
}

/** The pinhole picture a lens needs, at `scale` pinhole pixels to one picture pixel in the middle. */
export function pinholeFor(camera: Camera, scale: number): Pinhole {
  const { widthPx, heightPx } = camera;
  const border: Point[] = [];
  for (let i = 0; i <= 24; i++) {
    const u = (i / 24) * widthPx - 0.5;
    const v = (i / 24) * heightPx - 0.5;
    for (const pixel of [
      { u, v: -0.5 },
      { u, v: heightPx - 0.5 },
      { u: -0.5, v },
      { u: widthPx - 0.5, v },
    ])
      border.push(directionOfPixel(camera, pixel));
  }
  const margin = 6 / camera.fx;
  const minX = Math.min(...border.map((p) => p.x)) - margin;
  const maxX = Math.max(...border.map((p) => p.x)) + margin;
  const minY = Math.min(...border.map((p) => p.y)) - margin;
  const maxY = Math.max(...border.map((p) => p.y)) + margin;
  return {
    minX,
    maxX,
    minY,
    maxY,
    widthPx: Math.ceil((maxX - minX) * camera.fx * scale),
    heightPx: Math.ceil((maxY - minY) * camera.fy * scale),
  };
}

/** Clip coordinates from the table frame, mm: view and projection of the pinhole picture. */
export function pinholeMatrices(camera: Camera, pinhole: Pinhole, nearMm: number, farMm: number): { view: Matrix4; projection: Matrix4 } {
  const { r, t } = camera;
  // OpenCV looks along +z with y down, three.js along −z with y up.
  const view = new Matrix4().set(r[0], r[1], r[2], t[0], -r[3], -r[4], -r[5], -t[1], -r[6], -r[7], -r[8], -t[2], 0, 0, 0, 1);
  const projection = new Matrix4().makePerspective(
    pinhole.minX * nearMm,
    pinhole.maxX * nearMm,
    -pinhole.minY * nearMm,
    -pinhole.maxY * nearMm,
    nearMm,
    farMm,
  );
  return { view, projection };
}
