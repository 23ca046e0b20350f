import { createRandom, type Random } from '../random.js';
import { makeCanvas, type Paint } from './canvas.js';

const SIZE = 256;
const MASK = SIZE - 1;
const KEPT_TILES = 10;

/** Noise tiles are the same for all tables (what differs is how they are scaled, shifted, warped and coloured), so they are made once. */
const kept = new Map<string, Float32Array>();

/** Fractal value noise that repeats every 256 samples, 0…1, stretched to use the whole range. */
function noiseTile(index: number, cells: number, gain: number): Float32Array {
  const key = `${index} ${cells} ${gain}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const random = createRandom(`noise ${key}`);
  const sum = new Float32Array(SIZE * SIZE);
  let amplitude = 1;
  for (let n = cells; n <= 128; n *= 2) {
    addOctave(sum, random, n, amplitude);
    amplitude *= gain;
  }
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const v of sum) {
    min = Math.min(min, v);
    max = Math.max(max, v);
  }
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i]! - min) / (max - min);
  kept.set(key, sum);
  return sum;
}

function addOctave(sum: Float32Array, random: Random, cells: number, amplitude: number): void {
  const lattice = Float32Array.from({ length: cells * cells }, () => random.next());
  const step = cells / SIZE;
  for (let y = 0; y < SIZE; y++) {
    const fy = y * step;
    const y0 = Math.floor(fy);
    const ty = smooth(fy - y0);
    const row0 = y0 * cells;
    const row1 = ((y0 + 1) % cells) * cells;
    for (let x = 0; x < SIZE; x++) {
      const fx = x * step;
      const x0 = Math.floor(fx);
      const x1 = (x0 + 1) % cells;
      const tx = smooth(fx - x0);
      const top = lattice[row0 + x0]! * (1 - tx) + lattice[row0 + x1]! * tx;
      const bottom = lattice[row1 + x0]! * (1 - tx) + lattice[row1 + x1]! * tx;
      sum[y * SIZE + x]! += amplitude * (top * (1 - ty) + bottom * ty);
    }
  }
}

const smooth = (t: number) => t * t * (3 - 2 * t);

export interface CloudOptions {
  /** Colours from low to high, each [place 0…1, red, green, blue, alpha], 0…255 and alpha 0…1. */
  readonly stops: readonly (readonly [number, number, number, number, number])[];
  /** Number of repeats of the noise tile across the picture; few means large clouds. */
  readonly scale: number;
  /** Strength with which the noise bends itself, 0…1: filaments instead of blobs. */
  readonly warp: number;
  /** Whether to fold the noise into ridges. */
  readonly ridged?: boolean;
  readonly stretch?: number;
  readonly gain?: number;
  readonly sizePx?: number;
}

/** A cloudy picture on its own small canvas, to be drawn enlarged. */
export function cloudCanvas(random: Random, options: CloudOptions): OffscreenCanvas {
  const size = options.sizePx ?? 256;
  const { canvas, paint } = makeCanvas(size, size);
  const image = paint.createImageData(size, size);
  const out = new Uint32Array(image.data.buffer);
  const lut = colourTable(options.stops);
  const gain = options.gain ?? 0.55;
  const a = noiseTile(random.int(0, KEPT_TILES - 1), 4, gain);
  const b = noiseTile(random.int(0, KEPT_TILES - 1), 2, 0.5);
  const ox = random.int(0, 4096);
  const oy = random.int(0, 4096);
  const turn = random.range(0, 2 * Math.PI);
  const step = (options.scale * SIZE) / size;
  const cx = Math.cos(turn) * step;
  const sx = Math.sin(turn) * step;
  const stretch = options.stretch ?? 1;
  const warp = options.warp * 140;
  for (let y = 0, i = 0; y < size; y++) {
    for (let x = 0; x < size; x++, i++) {
      const u = (cx * x - sx * y) * stretch;
      const v = sx * x + cx * y;
      const bend = warp === 0 ? 0 : sample(b, u * 0.6 + oy, v * 0.6 + ox) * warp;
      let value = sample(a, u + ox + bend, v + oy - bend * 0.7);
      if (options.ridged) value = 1 - Math.abs(2 * value - 1);
      out[i] = lut[(value * 255) | 0]!;
    }
  }
  paint.putImageData(image, 0, 0);
  return canvas;
}

/** Paints clouds over the whole canvas. */
export function paintClouds(paint: Paint, random: Random, options: CloudOptions): void {
  paint.imageSmoothingEnabled = true;
  paint.imageSmoothingQuality = 'medium';
  paint.drawImage(cloudCanvas(random, options), 0, 0, paint.canvas.width, paint.canvas.height);
}

function sample(tile: Float32Array, x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const tx = x - x0;
  const ty = y - y0;
  const r0 = (y0 & MASK) * SIZE;
  const r1 = ((y0 + 1) & MASK) * SIZE;
  const c0 = x0 & MASK;
  const c1 = (x0 + 1) & MASK;
  return (tile[r0 + c0]! * (1 - tx) + tile[r0 + c1]! * tx) * (1 - ty) + (tile[r1 + c0]! * (1 - tx) + tile[r1 + c1]! * tx) * ty;
}

function colourTable(stops: CloudOptions['stops']): Uint32Array {
  const table = new Uint32Array(256);
  for (let i = 0; i < 256; i++) {
    const at = i / 255;
    let k = 0;
    while (k < stops.length - 2 && at > stops[k + 1]![0]) k++;
    const p = stops[k]!;
    const q = stops[Math.min(k + 1, stops.length - 1)]!;
    const t = q[0] > p[0] ? Math.min(1, Math.max(0, (at - p[0]) / (q[0] - p[0]))) : 0;
    const mix = (c: 1 | 2 | 3) => Math.round(p[c] + (q[c] - p[c]) * t);
    table[i] = (Math.round(255 * (p[4] + (q[4] - p[4]) * t)) << 24) | (mix(3) << 16) | (mix(2) << 8) | mix(1);
  }
  return table;
}

const grains = new Map<number, OffscreenCanvas>();

/** Fine grey grain over the canvas, one grain to a pixel or a little coarser; strength 0…1. */
export function paintGrain(paint: Paint, random: Random, strength: number, pxPerGrain = 1): void {
  const index = random.int(0, 3);
  let grain = grains.get(index);
  if (grain === undefined) {
    grain = makeGrain(index);
    grains.set(index, grain);
  }
  const pattern = paint.createPattern(grain, 'repeat');
  if (pattern === null) return;
  paint.save();
  paint.globalAlpha = strength;
  paint.fillStyle = pattern;
  paint.scale(pxPerGrain, pxPerGrain);
  paint.fillRect(0, 0, paint.canvas.width / pxPerGrain, paint.canvas.height / pxPerGrain);
  paint.restore();
}

function makeGrain(index: number): OffscreenCanvas {
  const random = createRandom(`grain ${index}`);
  const { canvas, paint } = makeCanvas(256, 256);
  const image = paint.createImageData(256, 256);
  for (let i = 0; i < image.data.length; i += 4) {
    const v = random.next();
    image.data[i] = image.data[i + 1] = image.data[i + 2] = v > 0.5 ? 255 : 0;
    image.data[i + 3] = 255 * Math.abs(v - 0.5) * 2;
  }
  paint.putImageData(image, 0, 0);
  return canvas;
}
