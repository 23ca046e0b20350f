import { type Camera, pixelFromTable, tableFromPixel } from '../../src/geometry/camera.js';
import type { Frame } from '../../src/vision/runtime/frame.js';
import { rotationMatrix } from '../../src/vision/solve/camera-params.js';
import { normals } from './made-up-table.js';

/** A mat's print as grey values 0…255, row by row from the far side on. */
export interface DrawnPrint {
  readonly sidePx: number;
  readonly pxPerMm: number;
  readonly grey: Float32Array;
}

const SIDE_MM = 914.4;
const PX_PER_MM = 2;
const SIDE_PX = Math.round(SIDE_MM * PX_PER_MM);

/** Faint clouds of several sizes: smooth noise, whose grid has twice as many cells along a side at each level and 0.62 of the strength. */
function addClouds(grey: Float32Array, seed: number, cells: number, levels: number, strength: number): void {
  const normal = normals(seed);
  for (let level = 0; level < levels; level++) {
    const n = cells * 2 ** level;
    const at = Float32Array.from({ length: (n + 2) ** 2 }, () => normal() * strength * 0.62 ** level);
    const cellOf = Int32Array.from({ length: SIDE_PX }, (_, px) => Math.floor((px / SIDE_PX) * n));
    const within = Float64Array.from({ length: SIDE_PX }, (_, px) => smooth(((px / SIDE_PX) * n) % 1));
    for (let v = 0; v < SIDE_PX; v++) {
      const t = within[v]!;
      for (let u = 0; u < SIDE_PX; u++) {
        const s = within[u]!;
        const k = cellOf[v]! * (n + 2) + cellOf[u]!;
        const above = at[k]! + s * (at[k + 1]! - at[k]!);
        const below = at[k + n + 2]! + s * (at[k + n + 3]! - at[k + n + 2]!);
        grey[v * SIDE_PX + u]! += above + t * (below - above);
      }
    }
  }
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}

function addStars(grey: Float32Array, seed: number, count: number): void {
  const normal = normals(seed);
  const uniform = () => (Math.atan2(normal(), normal()) / Math.PI + 1) / 2;
  for (let s = 0; s < count; s++) {
    const [u, v] = [uniform() * (SIDE_PX - 1), uniform() * (SIDE_PX - 1)];
    const radius = 0.8 + 1.2 * uniform() ** 3;
    const light = 60 + 190 * uniform();
    const reach = Math.ceil(3 * radius);
    for (let y = Math.max(0, Math.floor(v) - reach); y <= Math.min(SIDE_PX - 1, v + reach); y++)
      for (let x = Math.max(0, Math.floor(u) - reach); x <= Math.min(SIDE_PX - 1, u + reach); x++)
        grey[y * SIDE_PX + x]! += light * Math.exp(-((x - u) ** 2 + (y - v) ** 2) / (2 * radius ** 2));
  }
}

/** How long a blade of grass is, px. */
const BLADE_PX = 90;

type Kind = 'stars' | 'nebula' | 'marble' | 'streaks' | 'tiles';
const drawn = new Map<string, DrawnPrint>();

/** Sparse stars on black, a busy nebula, pale marble with thin veins, grass of which all blades point one way, or one motif printed again and again. */
export function drawnPrint(kind: Kind, seed: number): DrawnPrint {
  const key = `${kind} ${seed}`;
  const print = drawn.get(key) ?? newPrint(kind, seed);
  drawn.set(key, print);
  return print;
}

/** A print of which the far left piece, `motifMm` wide, is printed again and again. */
export function tiled({ grey, sidePx, pxPerMm }: DrawnPrint, motifMm: number): DrawnPrint {
  const motif = Math.round(motifMm * pxPerMm);
  return { sidePx, pxPerMm, grey: grey.map((_, i) => grey[(Math.floor(i / sidePx) % motif) * sidePx + ((i % sidePx) % motif)]!) };
}

function newPrint(kind: Kind, seed: number): DrawnPrint {
  const grey = new Float32Array(SIDE_PX * SIDE_PX);
  if (kind === 'stars') {
    addClouds(grey.fill(22), seed, 3, 2, 4);
    addStars(grey, seed + 1, 2200);
  } else if (kind === 'nebula') {
    addClouds(grey.fill(90), seed, 4, 7, 30);
    addStars(grey, seed + 1, 500);
  } else if (kind === 'marble') {
    addClouds(grey, seed, 3, 6, 1);
    for (let i = 0; i < grey.length; i++) grey[i] = 215 - 45 * Math.exp(-((3.2 * grey[i]!) ** 2)) + 4 * grey[i]!;
  } else if (kind === 'streaks') {
    addClouds(grey, seed, 40, 4, 40);
    const blades = grey.slice();
    // The mean over the length of a blade, running down each column.
    for (let u = 0; u < SIDE_PX; u++) {
      let sum = 0;
      for (let v = 0; v < SIDE_PX; v++) {
        sum += blades[v * SIDE_PX + u]! - (v >= BLADE_PX ? blades[(v - BLADE_PX) * SIDE_PX + u]! : 0);
        grey[v * SIDE_PX + u] = 110 + (2 * sum) / Math.min(v + 1, BLADE_PX);
      }
    }
  } else {
    addClouds(grey.fill(90), seed, 12, 5, 30);
    const motif = Math.floor(SIDE_PX / 6);
    for (let v = 0; v < SIDE_PX; v++) for (let u = 0; u < SIDE_PX; u++) grey[v * SIDE_PX + u] = grey[(v % motif) * SIDE_PX + (u % motif)]!;
  }
  for (let i = 0; i < grey.length; i++) grey[i] = Math.max(0, Math.min(255, grey[i]!));
  return { sidePx: SIDE_PX, pxPerMm: PX_PER_MM, grey };
}

/** A camera `distanceMm` from a point of the mat, seen at an elevation, from a side (0: player 1's, 90: from the right), turned in the hand by `rollDeg`. */
export function handCamera(
  at: { readonly x: number; readonly y: number },
  distanceMm: number,
  elevationDeg: number,
  fromDeg: number,
  lens: { readonly widthPx: number; readonly heightPx: number; readonly focalPx: number; readonly k1: number },
  rollDeg = 0,
): Camera {
  const rad = Math.PI / 180;
  const tilt = rotationMatrix(Math.PI / 2 + elevationDeg * rad, 0, 0);
  const turn = rotationMatrix(0, 0, -fromDeg * rad);
  const roll = rotationMatrix(0, 0, rollDeg * rad);
  const product = (a: readonly number[], b: readonly number[]) =>
    Array.from({ length: 9 }, (_, i) => {
      const [row, column] = [3 * Math.floor(i / 3), i % 3];
      return a[row]! * b[column]! + a[row + 1]! * b[column + 3]! + a[row + 2]! * b[column + 6]!;
    });
  const r = product(roll, product(tilt, turn)) as unknown as Camera['r'];
  const { widthPx, heightPx, focalPx, k1 } = lens;
  return {
    ...{ widthPx, heightPx, fx: focalPx, fy: focalPx, cx: (widthPx - 1) / 2, cy: (heightPx - 1) / 2 },
    ...{ distortion: [k1, 0, 0, 0, 0], r },
    t: [-(r[0] * at.x + r[1] * at.y), -(r[3] * at.x + r[4] * at.y), distanceMm - (r[6] * at.x + r[7] * at.y)],
  };
}

/** A box that stands on the mat: an axis-parallel footprint, mm, and its height. */
export interface DrawnBox {
  readonly x: number;
  readonly y: number;
  readonly halfMm: number;
  readonly heightMm: number;
  readonly grey: number;
}

/** What the mat lies on: another print, `lowerMm` below its own. */
export interface DrawnFloor {
  readonly print: DrawnPrint;
  readonly lowerMm: number;
}

/** Four rays a pixel: a star that is smaller than one keeps its light. */
const RAYS = [
  [-0.25, -0.25],
  [0.25, -0.25],
  [-0.25, 0.25],
  [0.25, 0.25],
] as const;

/** What a camera sees of a print, with boxes on it, uneven light and noise, in grey; beside it the floor, or nothing. */
export function viewOfPrint(print: DrawnPrint, camera: Camera, boxes: readonly DrawnBox[], seed: number, floor?: DrawnFloor): Frame {
  const { widthPx, heightPx } = camera;
  const normal = normals(seed);
  const rgba = new Uint8Array(4 * widthPx * heightPx).fill(255);
  for (let v = 0; v < heightPx; v++) {
    for (let u = 0; u < widthPx; u++) {
      let sum = 0;
      for (const [du, dv] of RAYS) sum += rayThrough(print, camera, boxes, { u: u + du, v: v + dv }, floor);
      const light = 1 + 0.25 * (u / widthPx - 0.5) - 0.2 * (v / heightPx - 0.5);
      const value = Math.max(0, Math.min(255, (light * sum) / 4 + 1.5 * normal()));
      rgba.fill(value, 4 * (v * widthPx + u), 4 * (v * widthPx + u) + 3);
    }
  }
  return { widthPx, heightPx, rgba, capturedAtMs: 0 };
}

/** A ray that meets the mat farther from a box than this many times its height passes over it. */
const FLATTEST = 4;

function rayThrough(
  print: DrawnPrint,
  camera: Camera,
  boxes: readonly DrawnBox[],
  pixel: { u: number; v: number },
  floor: DrawnFloor | undefined,
): number {
  const foot = tableFromPixel(camera, pixel);
  if (!foot) return 140;
  for (const box of boxes) {
    if (Math.max(Math.abs(foot.x - box.x), Math.abs(foot.y - box.y)) > box.halfMm + FLATTEST * box.heightMm) continue;
    const top = tableFromPixel(camera, pixel, box.heightMm);
    if (!top) continue;
    // The ray passes the box where it passes over its footprint below its top.
    for (let s = 0; s <= 1; s += 0.1) {
      const [x, y] = [foot.x + s * (top.x - foot.x), foot.y + s * (top.y - foot.y)];
      if (Math.abs(x - box.x) < box.halfMm && Math.abs(y - box.y) < box.halfMm) return box.grey + 20 * s;
    }
  }
  const isBeside = foot.x < 0 || foot.y < 0 || foot.x > SIDE_MM || foot.y > SIDE_MM;
  const below = isBeside && floor && tableFromPixel(camera, pixel, -floor.lowerMm);
  return below ? greyAt(floor.print, onAndOn(below.x), onAndOn(below.y)) : greyAt(print, foot.x, foot.y);
}

/** On a print that goes on and on, mm. */
function onAndOn(at: number): number {
  return ((at % SIDE_MM) + SIDE_MM) % SIDE_MM;
}

function greyAt({ sidePx, pxPerMm, grey }: DrawnPrint, x: number, y: number): number {
  const [u, v] = [x * pxPerMm - 0.5, sidePx - y * pxPerMm - 0.5];
  const [i, j] = [Math.floor(u), Math.floor(v)];
  if (i < 0 || j < 0 || i >= sidePx - 1 || j >= sidePx - 1) return 140;
  const [s, t] = [u - i, v - j];
  const k = j * sidePx + i;
  const above = grey[k]! + s * (grey[k + 1]! - grey[k]!);
  const below = grey[k + sidePx]! + s * (grey[k + sidePx + 1]! - grey[k + sidePx]!);
  return above + t * (below - above);
}

/** How far apart two cameras of one picture put what it shows, mm, at places on the mat over the middle of the picture. */
export function apartMm(truth: Camera, found: Camera): number[] {
  const places = Array.from({ length: 25 }, (_, i) => ({
    u: ((0.1 + 0.2 * (i % 5)) * truth.widthPx) | 0,
    v: ((0.1 + 0.2 * Math.floor(i / 5)) * truth.heightPx) | 0,
  }));
  return places
    .flatMap((place) => {
      const [a, b] = [tableFromPixel(truth, place), tableFromPixel(found, place)];
      const isOnMat = a && a.x > 0 && a.y > 0 && a.x < SIDE_MM && a.y < SIDE_MM;
      return a && b && isOnMat && pixelFromTable(truth, { ...a, z: 0 }) ? [Math.hypot(a.x - b.x, a.y - b.y)] : [];
    })
    .sort((a, b) => a - b);
}
