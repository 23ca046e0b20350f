import { createRandom, type Random } from '../random.js';
import type { Look } from '../table-description.js';
import { hsl, inventWords, makeCanvas, type Paint } from './canvas.js';
import { rgbOf } from './mat-motifs.js';
import { paintClouds, paintGrain } from './noise.js';

/** Side of the piece of table that one canvas covers, mm; it repeats beyond. */
export const SURFACE_SPAN_MM = 1200;

type SurfacePainter = (paint: Paint, random: Random, sizePx: number) => void;

/** A square of table top. */
export function surfaceCanvas(look: Look, sizePx: number): OffscreenCanvas {
  const painter = PAINTERS[look.family];
  if (painter === undefined)
    throw new Error(`Got the table surface '${look.family}', expected one of ${Object.keys(PAINTERS).join(', ')}.`);
  const random = createRandom(look.seed);
  const { canvas, paint } = makeCanvas(sizePx, sizePx);
  painter(paint, random, sizePx);
  paintGrain(paint, random, random.range(0, 0.06), random.range(1, 2));
  return canvas;
}

const PAINTERS: Readonly<Record<string, SurfacePainter>> = {
  planks: (paint, random, size) => {
    const tone = woodTone(random);
    const across = size / random.pick([1, 6, 8, 10, 12, 14]);
    for (let x = 0; x < size; x += across) paintBoard(paint, random, x, 0, across, size, tone);
  },
  laminate: (paint, random, size) => {
    paint.fillStyle = hsl(random.range(0, 360), random.chance(0.7) ? random.range(0, 8) : random.range(8, 60), random.range(3, 96));
    paint.fillRect(0, 0, size, size);
    paintClouds(paint, random, {
      stops: [
        [0, 0, 0, 0, random.range(0, 0.12)],
        [1, 255, 255, 255, random.range(0, 0.12)],
      ],
      scale: random.range(0.5, 4),
      warp: 0.2,
      stretch: random.pick([1, 0.1]),
    });
  },
  speckle: (paint, random, size) => {
    const light = random.range(5, 85);
    paint.fillStyle = hsl(random.range(0, 360), random.range(0, 25), light);
    paint.fillRect(0, 0, size, size);
    for (let i = 0; i < 9000; i++) {
      paint.fillStyle = hsl(random.range(0, 60), random.range(0, 30), light + random.normal(22), 0.8);
      const dot = random.range(1, 5);
      paint.fillRect(random.next() * size, random.next() * size, dot, dot * random.range(0.5, 1.5));
    }
  },
  tablecloth: (paint, random, size) => {
    const hue = random.range(0, 360);
    paint.fillStyle = hsl(hue, random.range(0, 80), random.range(5, 90));
    paint.fillRect(0, 0, size, size);
    paintClouds(paint, random, {
      stops: [
        [0, 0, 0, 0, 0.25],
        [0.5, 0, 0, 0, 0],
        [1, 255, 255, 255, 0.2],
      ],
      scale: random.range(0.5, 2),
      warp: 0.8,
      ridged: true,
      gain: 0.35,
    });
    if (random.chance(0.5)) {
      for (let i = 0; i < 200; i++) {
        paint.fillStyle = hsl(hue + random.normal(60), random.range(20, 90), random.range(20, 90), 0.7);
        paint.beginPath();
        paint.arc(random.next() * size, random.next() * size, random.range(2, 22), 0, 2 * Math.PI);
        paint.fill();
      }
    }
  },
  carpet: (paint, random, _size) => {
    const [r, g, b] = rgbOf(random.range(0, 360), random.range(0, 0.5), random.range(0.1, 0.8));
    paintClouds(paint, random, {
      stops: [
        [0, r * 0.5, g * 0.5, b * 0.5, 1],
        [1, r * 1.1, g * 1.1, b * 1.1, 1],
      ],
      scale: random.range(6, 14),
      warp: 0,
      gain: 0.85,
      sizePx: 512,
    });
    paintGrain(paint, random, random.range(0.1, 0.25), 2);
  },
  tiles: (paint, random, size) => {
    const pitch = size / random.pick([3, 4, 6, 8]);
    const hue = random.range(0, 360);
    const light = random.range(15, 85);
    for (let x = 0; x < size; x += pitch) {
      for (let y = 0; y < size; y += pitch) {
        paint.fillStyle = hsl(hue, random.range(0, 25), light + random.normal(4));
        paint.fillRect(x, y, pitch - 4, pitch - 4);
      }
    }
  },
  dark: (paint, random, size) => {
    const tone = { hue: random.range(10, 40), sat: random.range(0, 45), light: random.range(3, 14) };
    paintBoard(paint, random, 0, 0, size, size, tone);
  },
  parquet: (paint, random, size) => {
    const tone = woodTone(random);
    const block = size / random.pick([6, 8, 10]);
    const strips = random.int(3, 6);
    for (let x = 0; x * block < size; x++) {
      for (let y = 0; y * block < size; y++) {
        for (let k = 0; k < strips; k++) {
          paint.fillStyle = hsl(tone.hue + random.normal(3), tone.sat, tone.light + random.normal(4));
          const thin = block / strips;
          if ((x + y) % 2 === 0) paint.fillRect(x * block, y * block + k * thin, block - 1, thin - 1);
          else paint.fillRect(x * block + k * thin, y * block, thin - 1, block - 1);
        }
      }
    }
  },
  marble: (paint, random, _size) => {
    const v = random.chance(0.6) ? random.range(200, 245) : random.range(15, 50);
    const vein = v > 128 ? v * 0.55 : v + 130;
    paintClouds(paint, random, {
      stops: [
        [0, v, v, v, 1],
        [0.85, v * 0.95, v * 0.95, v * 0.93, 1],
        [0.98, vein, vein, vein, 1],
        [1, vein, vein, vein, 1],
      ],
      scale: random.range(0.5, 1.2),
      warp: 0.9,
      ridged: true,
      gain: 0.4,
      sizePx: 512,
    });
  },
  checked: (paint, random, size) => {
    const hue = random.range(0, 360);
    paint.fillStyle = '#eee8dd';
    paint.fillRect(0, 0, size, size);
    const pitch = size / random.int(12, 40);
    paint.fillStyle = hsl(hue, random.range(30, 90), random.range(20, 55), 0.5);
    for (let at = 0; at < size; at += 2 * pitch) {
      paint.fillRect(at, 0, pitch, size);
      paint.fillRect(0, at, size, pitch);
    }
  },
  concrete: (paint, random, size) => {
    const v = random.range(70, 190);
    paintClouds(paint, random, {
      stops: [
        [0, v * 0.6, v * 0.6, v * 0.6, 1],
        [0.5, v, v * 0.98, v * 0.95, 1],
        [1, v * 1.25, v * 1.25, v * 1.22, 1],
      ],
      scale: random.range(1, 3),
      warp: 0.4,
      gain: 0.65,
      sizePx: 512,
    });
    if (random.chance(0.4)) paintNewspaper(paint, random, size);
  },
  black: (paint, random, size) => {
    paint.fillStyle = hsl(random.range(0, 360), random.range(0, 15), random.range(0.5, 7));
    paint.fillRect(0, 0, size, size);
  },
};

interface Tone {
  readonly hue: number;
  readonly sat: number;
  readonly light: number;
}

function woodTone(random: Random): Tone {
  return { hue: random.range(14, 42), sat: random.range(15, 65), light: random.range(9, 68) };
}

/** A board along y with grain. */
function paintBoard(paint: Paint, random: Random, x: number, y: number, w: number, h: number, tone: Tone): void {
  paint.save();
  paint.beginPath();
  paint.rect(x, y, w, h);
  paint.clip();
  const light = tone.light + random.normal(2.5);
  paint.fillStyle = hsl(tone.hue + random.normal(2), tone.sat, light);
  paint.fillRect(x, y, w, h);
  const lines = Math.round(w / 5);
  for (let i = 0; i < lines; i++) {
    paint.strokeStyle = hsl(tone.hue, tone.sat, light + random.normal(5), random.range(0.1, 0.6));
    paint.lineWidth = random.range(0.5, 4);
    const at = x + random.next() * w;
    const bend = random.normal(12);
    paint.beginPath();
    paint.moveTo(at, y);
    paint.bezierCurveTo(at + bend, y + h * 0.3, at - bend, y + h * 0.6, at + random.normal(8), y + h);
    paint.stroke();
  }
  paint.strokeStyle = `rgb(0 0 0 / ${random.range(0, 0.6).toFixed(2)})`;
  paint.lineWidth = random.range(0.5, 2.5);
  paint.strokeRect(x, y - 5, w, h + 10);
  paint.restore();
}

function paintNewspaper(paint: Paint, random: Random, size: number): void {
  const count = random.int(1, 4);
  for (let i = 0; i < count; i++) {
    paint.save();
    paint.translate(random.next() * size, random.next() * size);
    paint.rotate(random.range(0, 6));
    paint.fillStyle = '#d8d4c8';
    paint.fillRect(0, 0, 300, 400);
    paint.fillStyle = '#333';
    paint.font = 'bold 26px serif';
    paint.fillText(inventWords(random, 3), 12, 36, 276);
    for (let y = 56; y < 390; y += 7) paint.fillRect(12, y, random.range(200, 276), 2.5);
    paint.restore();
  }
}
