import { type Camera, pixelFromTable, tableFromPixel } from '../../src/geometry/camera.js';
import type { Pixel, Point } from '../../src/geometry/point.js';
import { ringContains } from '../../src/geometry/ring-point.js';
import type { ObstacleKind } from '../../src/table/table.js';
import { MASK_CELLS, tableFromRectified } from '../../src/vision/image/rectify.js';
import { OBSTACLE_KINDS } from '../../src/vision/objects/obstacle-spots.js';
import { normals } from './made-up-table.js';

/** Something flat on a drawn table. */
export interface Drawn {
  readonly outline: readonly Point[];
  readonly kind: ObstacleKind;
  readonly grey: number;
}

export interface Drawing {
  readonly camera: Camera;
  readonly things: readonly Drawn[];
  /** What covers them without being seen by the masks. */
  readonly over?: readonly (readonly Point[])[];
  readonly noiseLevels: number;
  readonly seed: number;
}

const MAT_GREY = 70;
const WALL_GREY = 95;
const COVER_GREY = 150;
/** Heights at which a card of 2 mm is looked for along a ray, its top first. */
const HEIGHTS_MM = [2, 1.5, 1, 0.5, 0];

interface Layer {
  readonly ring: Ring;
  readonly heightsMm: readonly number[];
  readonly grey: number;
}

/** An outline with the box around it: most places are looked up in the box alone. */
interface Ring {
  readonly points: readonly number[];
  readonly fromX: number;
  readonly toX: number;
  readonly fromY: number;
  readonly toY: number;
}

function ringOf(outline: readonly Point[]): Ring {
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)];
  return {
    points: outline.flatMap(({ x, y }) => [x, y]),
    fromX: Math.min(...xs),
    toX: Math.max(...xs),
    fromY: Math.min(...ys),
    toY: Math.max(...ys),
  };
}

function contains({ points, fromX, toX, fromY, toY }: Ring, x: number, y: number): boolean {
  return x >= fromX && x <= toX && y >= fromY && y <= toY && ringContains(points, x, y);
}

/** A picture in greys of cards 2 mm thick on a mat, and of flat covers over them: each pixel the mean of sixteen places in it, plus noise. */
export function drawPicture({ camera, things, over = [], noiseLevels, seed }: Drawing): Uint8Array {
  const { widthPx, heightPx } = camera;
  const noise = normals(seed);
  const rgba = new Uint8Array(4 * widthPx * heightPx).fill(255);
  const put = (u: number, v: number, grey: number) => {
    const at = 4 * (v * widthPx + u);
    rgba.fill(Math.max(0, Math.min(255, Math.round(grey + noiseLevels * noise()))), at, at + 3);
  };
  for (let v = 0; v < heightPx; v++) for (let u = 0; u < widthPx; u++) put(u, v, MAT_GREY);
  const layers: Layer[] = [
    ...over.map((outline) => ({ ring: ringOf(outline), heightsMm: [0], grey: COVER_GREY })),
    ...things.map(({ outline, grey }) => ({ ring: ringOf(outline), heightsMm: HEIGHTS_MM, grey })),
  ];
  for (const { outline } of [...things, ...over.map((outline) => ({ outline }))]) {
    const { left, right, top, bottom } = boxOf(camera, outline);
    for (let v = Math.max(0, top); v <= Math.min(heightPx - 1, bottom); v++) {
      for (let u = Math.max(0, left); u <= Math.min(widthPx - 1, right); u++) put(u, v, meanGrey(camera, layers, u, v));
    }
  }
  return rgba;
}

const PLACES = [-0.375, -0.125, 0.125, 0.375];

function meanGrey(camera: Camera, layers: readonly Layer[], u: number, v: number): number {
  let sum = 0;
  for (const dv of PLACES) for (const du of PLACES) sum += greyAt(camera, layers, { u: u + du, v: v + dv });
  return sum / PLACES.length ** 2;
}

function greyAt(camera: Camera, layers: readonly Layer[], pixel: Pixel): number {
  const foot = tableFromPixel(camera, pixel, 0)!;
  const head = tableFromPixel(camera, pixel, HEIGHTS_MM[0])!;
  for (const { ring, heightsMm, grey } of layers) {
    for (const heightMm of heightsMm) {
      const share = heightMm / HEIGHTS_MM[0]!;
      if (contains(ring, foot.x + share * (head.x - foot.x), foot.y + share * (head.y - foot.y)))
        return heightMm === heightsMm[0] ? grey : WALL_GREY;
    }
  }
  return MAT_GREY;
}

function boxOf(camera: Camera, outline: readonly Point[]) {
  const pixels = outline.map((point) => pixelFromTable(camera, { ...point, z: 0 })!);
  const us = pixels.map(({ u }) => u);
  const vs = pixels.map(({ v }) => v);
  return {
    left: Math.floor(Math.min(...us)) - 5,
    right: Math.ceil(Math.max(...us)) + 5,
    top: Math.floor(Math.min(...vs)) - 5,
    bottom: Math.ceil(Math.max(...vs)) + 5,
  };
}

/** Masks as a good detector would give them: the share of each cell that the things cover, as a logit, with noise. */
export function drawMasks(things: readonly Drawn[], noiseLogit: number, seed: number): Float32Array[] {
  const noise = normals(seed);
  return OBSTACLE_KINDS.map((kind) => {
    const rings = things.filter((thing) => thing.kind === kind).map(({ outline }) => ringOf(outline));
    return Float32Array.from({ length: MASK_CELLS ** 2 }, (_, cell) => {
      let covered = 0;
      for (let i = 0; i < 16 && rings.length > 0; i++) {
        const u = 4 * (cell % MASK_CELLS) + (i % 4);
        const v = 4 * Math.floor(cell / MASK_CELLS) + Math.floor(i / 4);
        const { x, y } = tableFromRectified({ u, v });
        if (rings.some((ring) => contains(ring, x, y))) covered += 1 / 16;
      }
      const share = Math.max(0.002, Math.min(0.95, covered));
      return Math.log(share / (1 - share)) + noiseLogit * noise();
    });
  });
}
