import type { Random } from '../random.js';

export type Paint = OffscreenCanvasRenderingContext2D;

/** A canvas kept in main memory: here nothing is faster than the processor, and three.js reads it without a copy back from a GPU. */
export function makeCanvas(widthPx: number, heightPx: number): { canvas: OffscreenCanvas; paint: Paint } {
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(widthPx)), Math.max(1, Math.round(heightPx)));
  const paint = canvas.getContext('2d', { willReadFrequently: true });
  if (paint === null) throw new Error('Got no 2D context from an OffscreenCanvas, expected one; this browser is too old.');
  return { canvas, paint };
}

/** A CSS colour; hue in degrees, the rest in percent. */
export function hsl(hue: number, saturation: number, lightness: number, alpha = 1): string {
  return `hsl(${hue.toFixed(1)} ${saturation.toFixed(1)}% ${lightness.toFixed(1)}% / ${alpha.toFixed(3)})`;
}

const SYLLABLES = 'ra ko zen tor ix vel da mu sha lin gor pex tal or bin qua dre sol nim fa'.split(' ');

/** An invented word. */
export function inventWord(random: Random, syllables = random.int(1, 3)): string {
  let word = '';
  for (let i = 0; i < syllables; i++) word += random.pick(SYLLABLES);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Some invented words. */
export function inventWords(random: Random, count: number): string {
  return Array.from({ length: count }, () => inventWord(random)).join(' ');
}

/** Small square stars; larger ones round with a glow. */
export function paintStars(paint: Paint, random: Random, sizePx: number, count: number, colour: (random: Random) => string): void {
  for (let i = 0; i < count; i++) {
    const size = 0.6 + 2.2 * random.next() ** 4 * (sizePx / 1024);
    paint.globalAlpha = 0.2 + 0.8 * random.next() ** 2;
    paint.fillStyle = colour(random);
    paint.fillRect(random.next() * sizePx, random.next() * sizePx, size, size);
  }
  const big = Math.round(count / 60);
  for (let i = 0; i < big; i++) {
    const r = random.range(1.5, 5) * (sizePx / 1024);
    const x = random.next() * sizePx;
    const y = random.next() * sizePx;
    const glow = paint.createRadialGradient(x, y, 0, x, y, r * 2.4);
    glow.addColorStop(0, 'rgb(255 255 255 / 0.95)');
    glow.addColorStop(0.3, hsl(random.range(0, 360), 60, 75, 0.5));
    glow.addColorStop(1, 'rgb(0 0 0 / 0)');
    paint.globalAlpha = random.range(0.3, 1);
    paint.fillStyle = glow;
    paint.fillRect(x - r * 3, y - r * 3, r * 6, r * 6);
  }
  paint.globalAlpha = 1;
}

/** A closed path through points of the canvas. */
export function tracePolygon(paint: Paint, points: readonly (readonly [number, number])[]): void {
  paint.beginPath();
  points.forEach(([x, y], i) => {
    if (i === 0) paint.moveTo(x, y);
    else paint.lineTo(x, y);
  });
  paint.closePath();
}
