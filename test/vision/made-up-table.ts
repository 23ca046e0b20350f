import type { Camera } from '../../src/geometry/camera.js';
import { pixelFromTable, tableFromPixel } from '../../src/geometry/camera.js';
import { type Pose, tableFromPiece } from '../../src/geometry/pose.js';
import type { BaseSize } from '../../src/pieces/base-size.js';
import type { MatEvidence } from '../../src/vision/mat/find/find-mat.js';
import { BASE_KEYPOINTS } from '../../src/vision/solve/base-keypoints.js';
import { rotationMatrix } from '../../src/vision/solve/camera-params.js';
import type { Mark } from '../../src/vision/solve/observations.js';

/** Bases of all sizes, spread over a mat. */
export const LAYOUT: readonly { base: BaseSize; pose: Pose }[] = [
  { base: 'small', pose: { x: 120, y: 140, headingRad: 0.3 } },
  { base: 'small', pose: { x: 700, y: 180, headingRad: -2.1 } },
  { base: 'medium', pose: { x: 430, y: 500, headingRad: 1.4 } },
  { base: 'large', pose: { x: 250, y: 760, headingRad: 3.0 } },
  { base: 'small', pose: { x: 800, y: 790, headingRad: -0.7 } },
  { base: 'medium', pose: { x: 610, y: 330, headingRad: 0.0 } },
];

/** Bases of all sizes near the middle of a mat, as a picture from close by shows them. */
export const CLOSE_LAYOUT: readonly { base: BaseSize; pose: Pose }[] = [
  { base: 'large', pose: { x: 330, y: 380, headingRad: 0.3 } },
  { base: 'small', pose: { x: 560, y: 330, headingRad: 2 } },
  { base: 'medium', pose: { x: 470, y: 520, headingRad: -1 } },
  { base: 'large', pose: { x: 620, y: 600, headingRad: 1.2 } },
  { base: 'small', pose: { x: 350, y: 620, headingRad: -2.5 } },
  { base: 'medium', pose: { x: 520, y: 720, headingRad: 0.6 } },
];

/** A seeded stream of standard normal numbers. */
export function normals(seed: number): () => number {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return () => Math.sqrt(-2 * Math.log(uniform() + 1e-12)) * Math.cos(2 * Math.PI * uniform());
}

/** Straight above the middle of a mat 914 mm wide and deep, 0.8 px/mm. */
export const OVERHEAD: Camera = {
  widthPx: 1000,
  heightPx: 1000,
  fx: 1600,
  fy: 1600,
  cx: 499.5,
  cy: 499.5,
  distortion: [0, 0, 0, 0, 0],
  r: [1, 0, 0, 0, -1, 0, 0, 0, -1],
  t: [-457, 457, 2000],
};

/** A camera that looks at the middle of a mat from player 1's side. */
export function cameraAt(
  elevationDeg: number,
  focalPx: number,
  k1 = 0,
  k2 = 0,
  widthPx = 1920,
  heightPx = 1080,
  distanceMm = 1500,
): Camera {
  const r = rotationMatrix(Math.PI / 2 + (elevationDeg * Math.PI) / 180, 0, 0);
  const c = {
    x: 457,
    y: 457 - distanceMm * Math.cos((elevationDeg * Math.PI) / 180),
    z: distanceMm * Math.sin((elevationDeg * Math.PI) / 180),
  };
  return {
    widthPx,
    heightPx,
    fx: focalPx,
    fy: focalPx,
    cx: (widthPx - 1) / 2,
    cy: (heightPx - 1) / 2,
    distortion: [k1, k2, 0, 0, 0],
    r,
    t: [-(r[0] * c.x + r[1] * c.y + r[2] * c.z), -(r[3] * c.x + r[4] * c.y + r[5] * c.z), -(r[6] * c.x + r[7] * c.y + r[8] * c.z)],
  };
}

/** What a perfect eye would mark on a base, or one that sees it `misread` times as large, plus `noise` pixels. */
export function marksOf(camera: Camera, base: BaseSize, pose: Pose, noise: () => number, sigmaPx: number, misread = 1): Mark[] {
  return BASE_KEYPOINTS[base].map((point) => {
    const seen = { x: misread * point.x, y: misread * point.y };
    const pixel = pixelFromTable(camera, { ...tableFromPiece(pose, seen), z: point.z });
    if (!pixel) throw new Error('the base is behind the camera');
    return { u: pixel.u + sigmaPx * noise(), v: pixel.v + sigmaPx * noise(), sigmaPx: Math.max(sigmaPx, 0.05) };
  });
}

/** Marks along the border of a mat, those inside the picture. */
export function borderOf(camera: Camera, widthMm: number, depthMm: number, noise: () => number, sigmaPx: number, perSide = 40): Mark[] {
  const marks: Mark[] = [];
  for (let i = 0; i < perSide; i++) {
    const s = (i + 0.5) / perSide;
    for (const [x, y] of [
      [s * widthMm, 0],
      [widthMm, s * depthMm],
      [s * widthMm, depthMm],
      [0, s * depthMm],
    ] as const) {
      const pixel = pixelFromTable(camera, { x, y, z: 0 });
      if (!pixel || pixel.u < 0 || pixel.v < 0 || pixel.u > camera.widthPx || pixel.v > camera.heightPx) continue;
      marks.push({ u: pixel.u + sigmaPx * noise(), v: pixel.v + sigmaPx * noise(), sigmaPx: Math.max(sigmaPx, 0.05) });
    }
  }
  return marks;
}

/** What a perfect mat finder would say of this camera's picture. */
export function evidenceOf(camera: Camera, widthMm = 914.4, depthMm = 914.4): MatEvidence {
  const cellPx = (4 * camera.widthPx) / 448;
  const columns = 112;
  const rows = Math.floor(camera.heightPx / cellPx);
  const mask = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const point = tableFromPixel(camera, { u: (column + 0.5) * cellPx - 0.5, v: (row + 0.5) * cellPx - 0.5 });
      if (point && point.x > 0 && point.y > 0 && point.x < widthMm && point.y < depthMm) mask[row * columns + column] = 1;
    }
  }
  const border = borderOf(camera, widthMm, depthMm, normals(5), 3, 60).map(({ u, v }) => ({ u, v, probability: 0.8 }));
  return { border, mask, columns, rows, cellPx };
}

/** How far off a camera has places on the mat that another sees, mm. */
export function worstMm(truth: Camera, found: Camera): number {
  let worst = 0;
  for (const x of [100, 457, 800]) {
    for (const y of [100, 457, 800]) {
      const pixel = pixelFromTable(truth, { x, y, z: 0 })!;
      if (pixel.u < 0 || pixel.v < 0 || pixel.u > truth.widthPx || pixel.v > truth.heightPx) continue;
      const back = tableFromPixel(found, pixel)!;
      worst = Math.max(worst, Math.hypot(back.x - x, back.y - y));
    }
  }
  return worst;
}
