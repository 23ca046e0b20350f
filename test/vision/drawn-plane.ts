import { type Camera, tableFromPixel } from '../../src/geometry/camera.js';
import { rotationMatrix } from '../../src/vision/solve/camera-params.js';
import type { GreyPicture } from '../../src/vision/track/compare-views.js';

/** A mat's print, a grey level for each millimetre. */
export interface DrawnMat {
  readonly sizeMm: number;
  readonly grey: Float32Array;
}

/** Numbers 0…1 that are the same for a seed everywhere (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Soft blots and small stars on a dark ground; `blots` and `stars` say how many. */
export function drawnMat(seed: number, { blots = 400, stars = 700 } = {}): DrawnMat {
  const sizeMm = 914;
  const random = randomOf(seed);
  const grey = new Float32Array(sizeMm * sizeMm).fill(60);
  const add = (radiusMm: number, level: number) => {
    const [cx, cy] = [random() * sizeMm, random() * sizeMm];
    const reach = Math.ceil(2.5 * radiusMm);
    for (let y = Math.max(0, Math.floor(cy - reach)); y < Math.min(sizeMm, cy + reach); y++) {
      for (let x = Math.max(0, Math.floor(cx - reach)); x < Math.min(sizeMm, cx + reach); x++)
        grey[y * sizeMm + x]! += level * Math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * (radiusMm / 1.5) ** 2));
    }
  };
  for (let i = 0; i < blots; i++) add(12 + 30 * random(), 50 * (random() - 0.4));
  for (let i = 0; i < stars; i++) add(3.2 + 3 * random(), 50 + 70 * random());
  return { sizeMm, grey };
}

/** The same mat with a square of this grey level on it. */
export function withSquare(mat: DrawnMat, at: { readonly x: number; readonly y: number }, sideMm: number, level: number): DrawnMat {
  const grey = mat.grey.slice();
  for (let y = Math.round(at.y - sideMm / 2); y < at.y + sideMm / 2; y++)
    for (let x = Math.round(at.x - sideMm / 2); x < at.x + sideMm / 2; x++) grey[y * mat.sizeMm + x] = level;
  return { ...mat, grey };
}

/** A camera that looks at a point of the table from `distanceMm` away, at an elevation and azimuth; then turned by a small rotation of its own. */
export function cameraAt({
  at = { x: 457, y: 457 },
  distanceMm = 1200,
  elevationDeg = 55,
  aroundDeg = 0,
  shakeDeg = [0, 0, 0] as readonly [number, number, number],
  focal = 560,
  distortion = [0.04, -0.02, 0, 0, 0] as Camera['distortion'],
} = {}): Camera {
  const rad = Math.PI / 180;
  const [e, a] = [elevationDeg * rad, aroundDeg * rad];
  const forward = [Math.cos(e) * Math.sin(a), Math.cos(e) * Math.cos(a), -Math.sin(e)] as const;
  const right = [Math.cos(a), -Math.sin(a), 0] as const;
  const down = [
    forward[1] * right[2] - forward[2] * right[1],
    forward[2] * right[0] - forward[0] * right[2],
    forward[0] * right[1] - forward[1] * right[0],
  ] as const;
  const shake = rotationMatrix(shakeDeg[0] * rad, shakeDeg[1] * rad, shakeDeg[2] * rad);
  const rows = [right, down, forward];
  const r = [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => [0, 1, 2].reduce((sum, k) => sum + shake[3 * i + k]! * rows[k]![j]!, 0)));
  const centre = [at.x - forward[0] * distanceMm, at.y - forward[1] * distanceMm, -forward[2] * distanceMm];
  const t = [0, 1, 2].map((i) => -(r[3 * i]! * centre[0]! + r[3 * i + 1]! * centre[1]! + r[3 * i + 2]! * centre[2]!));
  return {
    widthPx: 640,
    heightPx: 360,
    fx: focal,
    fy: focal,
    cx: 321,
    cy: 178,
    distortion,
    r: r as unknown as Camera['r'],
    t: t as unknown as Camera['t'],
  };
}

/** What the camera sees of the mat, which lies on a grey table: arithmetic, ray by ray. */
export function pictureOf(
  mat: DrawnMat,
  camera: Camera,
  { noise = 1.5, exposure = 1, seed = 1, blurPx = 0, fallOff = 0 } = {},
): GreyPicture {
  const { widthPx, heightPx } = camera;
  const random = randomOf(seed);
  const exact = new Float32Array(widthPx * heightPx);
  for (let v = 0; v < heightPx; v++) {
    for (let u = 0; u < widthPx; u++) {
      const at = tableFromPixel(camera, { u, v });
      exact[v * widthPx + u] = at ? levelAt(mat, at.x, at.y) : 90;
    }
  }
  const seen = blurPx > 0 ? smeared(exact, widthPx, blurPx) : exact;
  const grey = new Uint8Array(widthPx * heightPx);
  for (let i = 0; i < grey.length; i++) {
    const x = (i % widthPx) / widthPx - 0.5;
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    grey[i] = Math.min(255, Math.max(0, Math.round(seen[i]! * exposure * (1 - fallOff * x * x) + noise * normal)));
  }
  return { columns: widthPx, rows: heightPx, grey };
}

/** Beyond the mat: a table top with a faint grain. */
function levelAt({ sizeMm, grey }: DrawnMat, x: number, y: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  if (i < 0 || j < 0 || i + 1 >= sizeMm || j + 1 >= sizeMm) return 120 + 6 * Math.sin(x / 23) * Math.sin(y / 31);
  const [s, t] = [x - i, y - j];
  const at = j * sizeMm + i;
  return (1 - t) * ((1 - s) * grey[at]! + s * grey[at + 1]!) + t * ((1 - s) * grey[at + sizeMm]! + s * grey[at + sizeMm + 1]!);
}

/** Along a row, as a camera that turns while it takes the picture. */
function smeared(picture: Float32Array, widthPx: number, blurPx: number): Float32Array {
  const half = blurPx / 2;
  return picture.map((_, at) => {
    const u = at % widthPx;
    let [sum, count] = [0, 0];
    for (let d = -half; d <= half; d++) {
      const place = Math.round(u + d);
      if (place < 0 || place >= widthPx) continue;
      sum += picture[at - u + place]!;
      count += 1;
    }
    return sum / count;
  });
}
