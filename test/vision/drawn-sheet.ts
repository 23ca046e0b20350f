import { boardRectangles } from '../../analyses/print/board-rectangles.js';
import type { Camera } from '../../src/geometry/camera.js';
import type { Pose } from '../../src/geometry/pose.js';
import { CALIBRATION_BOARD, PAPERS } from '../../src/pieces/calibration-board.js';
import type { Frame } from '../../src/vision/runtime/frame.js';

/* Pictures of the printed sheet, ray by ray: the camera model is written out here, independent of the one under test. */

const { columns, rows, squareMm } = CALIBRATION_BOARD;
const WIDTH_MM = columns * squareMm;
const HEIGHT_MM = rows * squareMm;
/** The black of each square, so that a point is looked up in a few rectangles only. */
const BLACK_OF_SQUARE = Array.from({ length: columns * rows }, (_, i) => {
  const [left, top] = [(i % columns) * squareMm, Math.floor(i / columns) * squareMm];
  return boardRectangles().filter(
    ({ xMm, yMm }) => xMm >= left - 1e-9 && xMm < left + squareMm - 1e-9 && yMm >= top - 1e-9 && yMm < top + squareMm - 1e-9,
  );
});

export type Colour = readonly [number, number, number];

/** The colour of a place of the table, mm. */
export type Ground = (x: number, y: number) => Colour;

/** A camera at `from` that looks at `at` (both mm, z up), its picture rolled clockwise. */
export function cameraLooking(
  from: readonly [number, number, number],
  at: readonly [number, number, number],
  lens: Pick<Camera, 'widthPx' | 'heightPx' | 'fx' | 'fy' | 'cx' | 'cy' | 'distortion'>,
  rollRad = 0,
): Camera {
  const minus = (a: readonly number[], b: readonly number[]) => [a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!];
  const cross = (a: readonly number[], b: readonly number[]) => [
    a[1]! * b[2]! - a[2]! * b[1]!,
    a[2]! * b[0]! - a[0]! * b[2]!,
    a[0]! * b[1]! - a[1]! * b[0]!,
  ];
  const unit = (a: readonly number[]) => a.map((value) => value / Math.hypot(...a));
  const dot = (a: readonly number[], b: readonly number[]) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
  const forward = unit(minus(at, from));
  const flatRight = unit(cross(forward, Math.abs(forward[2]!) > 0.999 ? [0, 1, 0] : [0, 0, 1]));
  const flatDown = cross(forward, flatRight);
  const [c, s] = [Math.cos(rollRad), Math.sin(rollRad)];
  const right = flatRight.map((value, i) => c * value + s * flatDown[i]!);
  const down = flatDown.map((value, i) => c * value - s * flatRight[i]!);
  const r = [...right, ...down, ...forward] as unknown as Camera['r'];
  return { ...lens, r, t: [-dot(right, from), -dot(down, from), -dot(forward, from)] };
}

/** Brown's model as in OpenCV's documentation: where a ray (x, y, 1) ends up. */
export function brown([k1, k2, p1, p2, k3]: Camera['distortion'], x: number, y: number): [number, number] {
  const r2 = x * x + y * y;
  const radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
  return [x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x), y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y];
}

/** The place of the table (z = 0) that a camera shows at a pixel: `brown` undone step by step, then the ray's foot. */
export function placeAt(camera: Camera, u: number, v: number): { readonly x: number; readonly y: number } | undefined {
  const [xd, yd] = [(u - camera.cx) / camera.fx, (v - camera.cy) / camera.fy];
  let [x, y] = [xd, yd];
  for (let i = 0; i < 30; i++) {
    // What is missing is added as it is: the lens changes it by little more than a scale near one.
    const [fx, fy] = brown(camera.distortion, x, y);
    x += xd - fx;
    y += yd - fy;
    if (Math.abs(xd - fx) + Math.abs(yd - fy) < 1e-8) break;
  }
  const { r, t } = camera;
  // x_camera = R·X + t with Z = 0: s·(x, y, 1) = X·r₁ + Y·r₂ + t, solved for X, Y by Cramer's rule.
  const m = [r[0] - x * r[6], r[1] - x * r[7], r[3] - y * r[6], r[4] - y * r[7]] as const;
  const [p, q] = [x * t[2] - t[0], y * t[2] - t[1]];
  const det = m[0] * m[3] - m[1] * m[2];
  const [X, Y] = [(p * m[3] - m[1] * q) / det, (m[0] * q - m[2] * p) / det];
  return r[6] * X + r[7] * Y + t[2] > 0 ? { x: X, y: Y } : undefined;
}

/** What the sheet shows at a place of the table: paper, ink, or nothing beside it. `pose`: middle of the board, heading clockwise. */
export function sheetColour(pose: Pose, x: number, y: number): Colour | undefined {
  const [dx, dy] = [x - pose.x, y - pose.y];
  const [c, s] = [Math.cos(pose.headingRad), Math.sin(pose.headingRad)];
  const across = c * dx - s * dy + WIDTH_MM / 2;
  const down = HEIGHT_MM / 2 - (s * dx + c * dy);
  const paper = PAPERS.a4;
  const [beside, above] = [(paper.widthMm - WIDTH_MM) / 2, 10];
  if (across < -beside || across > WIDTH_MM + beside || down < -above || down > paper.heightMm - above) return undefined;
  const [column, row] = [Math.floor(across / squareMm), Math.floor(down / squareMm)];
  const black = column >= 0 && row >= 0 && column < columns && row < rows ? BLACK_OF_SQUARE[row * columns + column]! : [];
  const isInk = black.some(
    ({ xMm, yMm, widthMm, heightMm }) => across >= xMm && across < xMm + widthMm && down >= yMm && down < yMm + heightMm,
  );
  return isInk ? [28, 27, 26] : [226, 224, 218];
}

/** A seeded stream of uniform numbers 0…1. */
function uniforms(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Nothing of the sheet is further from its middle, mm. */
const SHEET_REACH_MM = 200;

/**
 * The picture of a table with the sheet on it: near the sheet every pixel is the mean of 9 rays, spread by the blur of a lens, elsewhere of
 * one; plus the noise of a sensor. Where `ground` is a frame, its pixels are kept beside the sheet.
 */
export function drawTable(
  camera: Camera,
  sheet: Pose | undefined,
  ground: Ground | Frame,
  { seed, blurPx = 0.6, noise = 3 }: { readonly seed: number; readonly blurPx?: number; readonly noise?: number },
): Frame {
  const { widthPx, heightPx } = camera;
  const uniform = uniforms(seed);
  const rgba = new Uint8Array(4 * widthPx * heightPx);
  // Rays over a square whose variance is that of a pixel and the blur together.
  const side = Math.sqrt(1 + 12 * blurPx ** 2);
  const isFrame = typeof ground !== 'function';
  const placesAlong = (v: number) => Array.from({ length: widthPx + 1 }, (_, u) => placeAt(camera, u, v));
  const beside = (at: number, x: number, y: number): Colour =>
    isFrame ? [ground.rgba[at]!, ground.rgba[at + 1]!, ground.rgba[at + 2]!] : ground(x, y);
  let places = placesAlong(0);
  for (let v = 0; v < heightPx; v++) {
    const placesBelow = placesAlong(v + 1);
    for (let u = 0; u < widthPx; u++) {
      const at = 4 * (v * widthPx + u);
      const [place, next, below] = [places[u], places[u + 1], placesBelow[u]];
      let colour: Colour = [90, 90, 92];
      let isDrawn = !isFrame;
      if (place && !(sheet && Math.hypot(place.x - sheet.x, place.y - sheet.y) < SHEET_REACH_MM)) colour = beside(at, place.x, place.y);
      else if (place && next && below && sheet) {
        const sum: [number, number, number] = [0, 0, 0];
        for (const i of [-1, 0, 1]) {
          for (const j of [-1, 0, 1]) {
            // Within two pixels a straight map is true to a thousandth of a pixel.
            const [du, dv] = [(i / 3) * side, (j / 3) * side];
            const x = place.x + du * (next.x - place.x) + dv * (below.x - place.x);
            const y = place.y + du * (next.y - place.y) + dv * (below.y - place.y);
            const onSheet = sheetColour(sheet, x, y);
            isDrawn ||= onSheet !== undefined;
            const shown = onSheet ?? beside(at, x, y);
            for (let k = 0; k < 3; k++) sum[k]! += shown[k]! / 9;
          }
        }
        colour = sum;
      } else if (isFrame) colour = beside(at, 0, 0);
      // Four uniform numbers add up to nearly a normal one. A frame underneath has its own noise.
      const grain = isDrawn ? noise * Math.sqrt(3) * (uniform() + uniform() + uniform() + uniform() - 2) : 0;
      for (let k = 0; k < 3; k++) rgba[at + k] = Math.max(0, Math.min(255, Math.round(colour[k]! + grain)));
      rgba[at + 3] = 255;
    }
    places = placesBelow;
  }
  return { widthPx, heightPx, rgba, capturedAtMs: 0 };
}

/** A dark mat of soft patches on a wooden table; the mat's corner is the table frame's origin. */
export function matOnWood(sizeMm: number): Ground {
  return (x, y) => {
    if (x < 0 || y < 0 || x > sizeMm || y > sizeMm) return wood(x, y);
    const cloud = Math.sin(x / 61 + 2 * Math.sin(y / 83)) + Math.sin(y / 47 - 1.5 * Math.sin(x / 71));
    return [26 + 9 * cloud, 30 + 7 * cloud, 58 + 16 * cloud];
  };
}

export const wood: Ground = (x, y) => {
  const grain = Math.sin(y / 9 + 2.5 * Math.sin(x / 170)) + 0.5 * Math.sin(y / 3.1 + x / 400);
  return [166 + 9 * grain, 128 + 8 * grain, 88 + 6 * grain];
};

/** A webcam at 960×540 with the barrel distortion of a cheap lens, off centre. */
export const WEBCAM = {
  ...{ widthPx: 960, heightPx: 540, fx: 740, fy: 740, cx: 486, cy: 263 },
  distortion: [-0.13, 0.03, 0, 0, 0] as Camera['distortion'],
};

/** Where the sheet lies in the pictures of it. */
export const SHEET: Pose = { x: 0, y: 0, headingRad: 0 };

/** A camera that circles the sheet: where it stands (degrees, mm), how it is rolled (rad), where it aims (mm). */
export function cameraAround(
  azimuthDeg: number,
  elevationDeg: number,
  distanceMm: number,
  rollRad: number,
  aim: readonly [number, number],
  lens = WEBCAM,
): Camera {
  const [azimuth, elevation] = [(azimuthDeg * Math.PI) / 180, (elevationDeg * Math.PI) / 180];
  const out = distanceMm * Math.cos(elevation);
  const from = [aim[0] + out * Math.sin(azimuth), aim[1] - out * Math.cos(azimuth), distanceMm * Math.sin(elevation)] as const;
  return cameraLooking(from, [...aim, 0], lens, rollRad);
}

/** Six pictures as a person is asked to take them: from all sides at a slant, the sheet filling the picture into its corners. */
export const GOOD_VIEWS = [
  cameraAround(0, 45, 330, 1.57, [60, 20]),
  cameraAround(90, 45, 330, 0, [60, 60]),
  cameraAround(180, 45, 330, 1.57, [-60, -60]),
  cameraAround(270, 45, 330, 0, [60, -60]),
  cameraAround(45, 40, 340, 0.8, [60, 0]),
  cameraAround(225, 40, 340, 0.8, [60, 0]),
];
