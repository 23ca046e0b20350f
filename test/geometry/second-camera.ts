import type { Camera } from '../../src/geometry/camera.js';
import { createRandom } from '../../src/sim/random.js';

/**
 * The camera model once more, written from the text of OpenCV's calib3d page in vectors instead of term by term:
 * x' = x · (1 + k1 r² + k2 r⁴ + k3 r⁶ + 2 p·x) + r² p with p = (p2, p1), which is the decentring lens of Brown. Returns u, v in px.
 */
export function secondCamera(camera: Camera, point: readonly [number, number, number]): [number, number] {
  const row = (i: 0 | 1 | 2) => dot(camera.r.slice(3 * i, 3 * i + 3), point) + camera.t[i];
  const depthMm = row(2);
  const x: [number, number] = [row(0) / depthMm, row(1) / depthMm];
  const [k1, k2, p1, p2, k3] = camera.distortion;
  const p = [p2, p1];
  const r2 = dot(x, x);
  const radial = 1 + k1 * r2 + k2 * r2 ** 2 + k3 * r2 ** 3;
  const bent = x.map((value, i) => value * (radial + 2 * dot(p, x)) + r2 * p[i]!);
  return [camera.fx * bent[0]! + camera.cx, camera.fy * bent[1]! + camera.cy];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

/** A camera some 1.2 m above the mat's middle, tilted and rolled by lot, with all five numbers of a strong lens and unequal focal lengths. */
export function cameraByLot(seed: number): Camera {
  const random = createRandom(`camera ${seed}`);
  const [a, b, c] = [Math.PI + random.range(-0.6, 0.6), random.range(-0.3, 0.3), random.range(-Math.PI, Math.PI)];
  // Rz · Ry · Rx, multiplied out by hand.
  const [sa, ca, sb, cb, sc, cc] = [Math.sin(a), Math.cos(a), Math.sin(b), Math.cos(b), Math.sin(c), Math.cos(c)];
  const r = [
    cc * cb,
    cc * sb * sa - sc * ca,
    cc * sb * ca + sc * sa,
    sc * cb,
    sc * sb * sa + cc * ca,
    sc * sb * ca - cc * sa,
    -sb,
    cb * sa,
    cb * ca,
  ];
  const eye = [random.range(300, 600), random.range(300, 600), random.range(1000, 1500)];
  const t = [0, 1, 2].map((i) => -dot(r.slice(3 * i, 3 * i + 3), eye));
  return {
    ...{ widthPx: 1920, heightPx: 1080, fx: random.range(1300, 1700), fy: random.range(1300, 1700) },
    ...{ cx: random.range(900, 1000), cy: random.range(500, 580) },
    distortion: [
      random.range(-0.2, 0.1),
      random.range(-0.05, 0.05),
      random.range(-0.01, 0.01),
      random.range(-0.01, 0.01),
      random.range(-0.02, 0.02),
    ],
    r: r as unknown as Camera['r'],
    t: t as unknown as Camera['t'],
  };
}

/** Slope of a function by one of its arguments, central difference. */
export function slopeOf(f: (x: number) => number, at: number, step: number): number {
  return (f(at + step) - f(at - step)) / (2 * step);
}
