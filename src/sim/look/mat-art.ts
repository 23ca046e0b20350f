import { createRandom, type Random } from '../random.js';
import type { MatDescription } from '../table-description.js';
import { hsl, inventWords, makeCanvas, type Paint } from './canvas.js';
import { TEST_MATS } from './mat-art-test.js';
import { TRAIN_MATS } from './mat-art-train.js';
import { paintGrain } from './noise.js';

/** The printed top of the mat, square canvas stretched over it. */
export function matCanvas(mat: MatDescription, sizePx: number, plain: boolean): OffscreenCanvas {
  const painter = TRAIN_MATS[mat.look.family] ?? TEST_MATS[mat.look.family];
  if (painter === undefined) throw new Error(`Got the mat look '${mat.look.family}', expected one that mat-art paints.`);
  const random = createRandom(mat.look.seed);
  const { canvas, paint } = makeCanvas(sizePx, sizePx);
  painter(paint, random, sizePx);
  if (!plain) paintExtras(paint, random, sizePx);
  paintGrain(paint, random, random.range(0.01, 0.09), random.range(1, 2.2));
  return canvas;
}

/** Paints additions by printers and years: a border, lines, words, wear. */
function paintExtras(paint: Paint, random: Random, size: number): void {
  if (random.chance(0.12)) paintRangeLines(paint, random, size);
  if (random.chance(0.3)) paintWords(paint, random, size);
  if (random.chance(0.15)) paintEmblem(paint, random, size);
  if (random.chance(0.35)) paintBorder(paint, random, size);
  if (random.chance(0.15)) paintWear(paint, random, size);
}

function paintBorder(paint: Paint, random: Random, size: number): void {
  const px = (mm: number) => (mm / 914) * size;
  const style = random.int(0, 3);
  const hue = random.range(0, 360);
  if (style <= 1) {
    const width = px(style === 0 ? random.range(3, 25) : random.range(0.8, 3));
    paint.strokeStyle = hsl(hue, random.range(0, 70), random.range(2, 95), random.range(0.5, 1));
    paint.lineWidth = width;
    const inset = width / 2 + (style === 1 ? px(random.range(2, 25)) : 0);
    paint.strokeRect(inset, inset, size - 2 * inset, size - 2 * inset);
    return;
  }
  // An overlocked rim: short stitches along the edge.
  const light = random.chance(0.4) ? random.range(50, 95) : random.range(1, 25);
  paint.strokeStyle = hsl(hue, random.range(0, 60), light, 1);
  const depth = px(random.range(2, 5));
  paint.lineWidth = depth;
  paint.setLineDash(style === 2 ? [] : [px(1.2), px(random.range(0.3, 1.2))]);
  paint.strokeRect(depth / 2, depth / 2, size - depth, size - depth);
  paint.setLineDash([]);
}

function paintRangeLines(paint: Paint, random: Random, size: number): void {
  paint.strokeStyle = hsl(random.range(0, 360), random.range(0, 80), random.range(30, 95), random.range(0.2, 0.8));
  paint.lineWidth = random.range(0.8, 3) * (size / 914);
  const band = (100 / 914) * size;
  if (random.chance(0.5)) paint.setLineDash([band * 0.1, band * 0.08]);
  for (const y of random.chance(0.5) ? [band, size - band] : [band, 2 * band, 3 * band, size - band, size - 2 * band, size - 3 * band]) {
    paint.beginPath();
    paint.moveTo(0, y);
    paint.lineTo(size, y);
    paint.stroke();
  }
  paint.setLineDash([]);
}

function paintWords(paint: Paint, random: Random, size: number): void {
  const count = random.int(1, 4);
  for (let i = 0; i < count; i++) {
    paint.save();
    const heightPx = size * random.range(0.012, 0.07);
    paint.font = `${random.pick(['bold', 'normal', 'italic'])} ${heightPx.toFixed(0)}px ${random.pick(['sans-serif', 'serif', 'monospace'])}`;
    paint.fillStyle = hsl(random.range(0, 360), random.range(0, 80), random.range(5, 95), random.range(0.3, 1));
    const edge = random.chance(0.6);
    paint.translate(
      edge ? random.pick([0.08, 0.7]) * size : random.range(0.1, 0.7) * size,
      edge ? random.pick([0.045, 0.98]) * size : random.range(0.1, 0.9) * size,
    );
    paint.rotate(random.pick([0, 0, 0, Math.PI / 2]));
    paint.fillText(inventWords(random, random.int(1, 3)).toUpperCase(), 0, 0);
    paint.restore();
  }
}

function paintEmblem(paint: Paint, random: Random, size: number): void {
  const r = size * random.range(0.04, 0.3);
  paint.save();
  paint.translate(random.range(0.2, 0.8) * size, random.range(0.2, 0.8) * size);
  paint.globalAlpha = random.range(0.1, 0.8);
  paint.strokeStyle = paint.fillStyle = hsl(random.range(0, 360), random.range(0, 80), random.range(20, 95));
  paint.lineWidth = r * random.range(0.05, 0.2);
  paint.beginPath();
  paint.arc(0, 0, r, 0, 2 * Math.PI);
  paint.stroke();
  const spokes = random.int(3, 8);
  for (let i = 0; i < spokes; i++) {
    paint.rotate((2 * Math.PI) / spokes);
    paint.fillRect(-r * 0.08, r * 0.25, r * 0.16, r * 0.6);
  }
  paint.restore();
}

function paintWear(paint: Paint, random: Random, size: number): void {
  for (let i = 0; i < 6; i++) {
    const x = random.next() * size;
    const y = random.next() * size;
    const r = size * random.range(0.03, 0.2);
    const spot = paint.createRadialGradient(x, y, 0, x, y, r);
    const light = random.chance(0.5) ? 255 : 0;
    spot.addColorStop(0, `rgb(${light} ${light} ${light} / ${random.range(0.03, 0.14).toFixed(3)})`);
    spot.addColorStop(1, `rgb(${light} ${light} ${light} / 0)`);
    paint.fillStyle = spot;
    paint.fillRect(x - r, y - r, 2 * r, 2 * r);
  }
  if (random.chance(0.5)) {
    // A fold: a pale line across.
    paint.strokeStyle = `rgb(255 255 255 / ${random.range(0.03, 0.15).toFixed(3)})`;
    paint.lineWidth = size * random.range(0.001, 0.004);
    const at = random.range(0.3, 0.7) * size;
    paint.beginPath();
    paint.moveTo(random.chance(0.5) ? 0 : at, random.chance(0.5) ? at : 0);
    paint.lineTo(at, size);
    paint.stroke();
  }
}
