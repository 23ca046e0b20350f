import { createRandom, type Random } from '../random.js';
import { hsl, inventWord, inventWords, makeCanvas, type Paint, tracePolygon } from './canvas.js';
import { ANY_PRINT } from './look-names.js';
import { rgbOf } from './mat-motifs.js';
import { cloudCanvas } from './noise.js';

/** Side of an obstacle's canvas, mm, its middle being the piece's origin. */
export const OBSTACLE_SPAN_MM = 110;

/** The print of an obstacle token: rock, metal or gas, darker towards its rim. `family`: its kind, or `ANY_PRINT`. */
export function obstacleCanvas(
  kind: string,
  { family, seed }: { readonly family: string; readonly seed: number },
  local: readonly { readonly x: number; readonly y: number }[],
): OffscreenCanvas {
  const random = createRandom(seed);
  const size = 220;
  const { canvas, paint } = makeCanvas(size, size);
  const px = size / OBSTACLE_SPAN_MM;
  const outline = local.map((p) => [size / 2 + p.x * px, size / 2 - p.y * px] as const);
  if (family === ANY_PRINT) paintAnything(paint, random, size, kind, outline);
  else {
    paintKind(paint, random, size, kind);
    paintRim(paint, random, outline);
  }
  return canvas;
}

type Outline = readonly (readonly [number, number])[];

function paintKind(paint: Paint, random: Random, size: number, kind: string): void {
  const [hue, sat, value] =
    kind === 'asteroid'
      ? [random.range(10, 45), random.range(0, 0.35), random.range(0.3, 0.75)]
      : kind === 'debris'
        ? [random.range(0, 360), random.range(0, 0.2), random.range(0.25, 0.7)]
        : [random.range(0, 360), random.range(0.1, 0.75), random.range(0.3, 0.9)];
  paintGround(paint, random, size, kind, rgbOf(hue, sat, value));
  if (kind === 'debris') paintWreck(paint, random, size);
  if (kind === 'asteroid') paintCraters(paint, random, size);
}

function paintGround(paint: Paint, random: Random, size: number, kind: string, [r, g, b]: readonly [number, number, number]): void {
  const low = kind === 'gas' ? 0.5 : 0.3;
  paint.drawImage(
    cloudCanvas(random, {
      stops: [
        [0, r * low, g * low, b * low, 1],
        [0.5, r, g, b, 1],
        [1, Math.min(255, r * 1.5), Math.min(255, g * 1.5), Math.min(255, b * 1.5), 1],
      ],
      scale: random.range(0.3, 1.2),
      warp: kind === 'gas' ? 0.9 : 0.4,
      ridged: kind === 'asteroid' && random.chance(0.5),
      gain: 0.65,
      sizePx: 128,
    }),
    0,
    0,
    size,
    size,
  );
}

function paintRim(paint: Paint, random: Random, outline: Outline): void {
  tracePolygon(paint, outline);
  for (const [width, alpha] of [
    [14, 0.18],
    [8, 0.25],
    [4, 0.4],
  ] as const) {
    paint.lineWidth = width;
    paint.strokeStyle = `rgb(0 0 0 / ${(alpha * random.range(0, 1.5)).toFixed(3)})`;
    paint.stroke();
  }
  if (random.chance(0.4)) {
    paint.lineWidth = random.range(1, 4);
    paint.strokeStyle = hsl(random.range(0, 360), random.range(0, 80), random.range(20, 90), 0.9);
    paint.stroke();
  }
}

/** Any ground, up to the edge or as a smaller picture on a dark or plain card; the motif of the kind; a rim, a line along it, or neither. */
function paintAnything(paint: Paint, random: Random, size: number, kind: string, outline: Outline): void {
  const anyColour = (): [number, number, number] => rgbOf(random.range(0, 360), random.range(0, 1) ** 1.5, random.range(0.05, 1));
  const isFramed = random.chance(0.4);
  if (isFramed) {
    const [r, g, b] = random.chance(0.6) ? rgbOf(random.range(200, 280), random.range(0, 0.6), random.range(0.02, 0.15)) : anyColour();
    paint.fillStyle = `rgb(${r} ${g} ${b})`;
    paint.fillRect(0, 0, size, size);
    const stars = random.int(0, 60);
    paint.fillStyle = '#fff';
    for (let i = 0; i < stars; i++) paint.fillRect(random.next() * size, random.next() * size, random.range(0.5, 2), random.range(0.5, 2));
  }
  paint.save();
  if (isFramed) {
    const share = random.range(0.55, 0.95);
    tracePolygon(
      paint,
      outline.map(([u, v]) => [size / 2 + share * (u - size / 2), size / 2 + share * (v - size / 2)] as const),
    );
    paint.clip();
  }
  if (random.chance(0.75)) paintGround(paint, random, size, kind, anyColour());
  else {
    const ground = paint.createLinearGradient(0, 0, size * random.range(-1, 1), size);
    for (const at of [0, 1]) ground.addColorStop(at, `rgb(${anyColour().map(Math.round).join(' ')})`);
    paint.fillStyle = ground;
    paint.fillRect(0, 0, size, size);
  }
  if (kind === 'debris' && random.chance(0.85)) paintWreck(paint, random, size);
  if (kind === 'asteroid' && random.chance(0.7)) paintCraters(paint, random, size);
  paint.restore();
  if (random.chance(0.5)) paintRim(paint, random, outline);
}

function paintCraters(paint: Paint, random: Random, size: number): void {
  const count = random.int(3, 14);
  for (let i = 0; i < count; i++) {
    const x = random.next() * size;
    const y = random.next() * size;
    const r = random.range(3, 20);
    paint.fillStyle = `rgb(0 0 0 / ${random.range(0.15, 0.55).toFixed(2)})`;
    paint.beginPath();
    paint.ellipse(x, y, r, r * random.range(0.5, 1), random.range(0, 3), 0, 2 * Math.PI);
    paint.fill();
    paint.strokeStyle = `rgb(255 255 255 / ${random.range(0.05, 0.4).toFixed(2)})`;
    paint.lineWidth = 1.5;
    paint.stroke();
  }
}

function paintWreck(paint: Paint, random: Random, size: number): void {
  const count = random.int(12, 50);
  for (let i = 0; i < count; i++) {
    paint.save();
    paint.translate(random.next() * size, random.next() * size);
    paint.rotate(random.range(0, 6));
    paint.fillStyle = hsl(random.pick([20, 210, 40, 0]), random.range(0, 60), random.range(8, 80), 0.9);
    paint.fillRect(0, 0, random.range(4, 50), random.range(1, 14));
    paint.restore();
  }
}

/** A card: frame, picture, text; front or a one-coloured back. */
export function cardCanvas(seed: number, ratio: number): OffscreenCanvas {
  const random = createRandom(seed);
  const w = 170;
  const h = Math.round(w * ratio);
  const { canvas, paint } = makeCanvas(w, h);
  paint.fillStyle = hsl(random.range(0, 360), random.range(0, 60), random.range(5, 90));
  paint.fillRect(0, 0, w, h);
  paint.strokeStyle = hsl(random.range(0, 360), random.range(0, 60), random.range(5, 95));
  paint.lineWidth = random.range(2, 10);
  paint.strokeRect(0, 0, w, h);
  const v = () => random.range(0, 255);
  paint.drawImage(
    cloudCanvas(random, {
      stops: [
        [0, v(), v(), v(), 1],
        [0.5, v(), v(), v(), 1],
        [1, v(), v(), v(), 1],
      ],
      scale: 0.4,
      warp: 0.5,
      sizePx: 64,
    }),
    8,
    8,
    w - 16,
    h * 0.5,
  );
  if (random.chance(0.75)) {
    paint.fillStyle = random.chance(0.7) ? '#e8e4da' : '#181818';
    paint.fillRect(10, h * 0.62, w - 20, h * 0.3);
    paint.fillStyle = '#555';
    for (let y = h * 0.66; y < h * 0.9; y += 8) paint.fillRect(16, y, random.range(60, w - 34), 3);
    paint.fillStyle = '#fff';
    paint.font = 'bold 14px sans-serif';
    paint.fillText(inventWords(random, 2), 14, h * 0.59, w - 28);
  }
  return canvas;
}

/** A token, die face or dial: a coloured ground with a bold sign. */
export function tokenCanvas(seed: number): OffscreenCanvas {
  const random = createRandom(seed);
  const size = 64;
  const { canvas, paint } = makeCanvas(size, size);
  const hue = random.pick([0, 30, 120, 200, 220, 280, 50, random.range(0, 360)]);
  paint.fillStyle = hsl(hue, random.range(20, 100), random.range(8, 60));
  paint.fillRect(0, 0, size, size);
  paint.translate(size / 2, size / 2);
  paint.rotate(random.range(0, 6));
  paint.fillStyle = paint.strokeStyle = random.chance(0.6) ? '#fff' : hsl(hue + random.normal(90), 90, random.range(15, 80));
  paint.lineWidth = random.range(3, 8);
  paint.beginPath();
  paint.arc(0, 0, random.range(12, 22), 0, random.range(3, 6.3));
  paint.stroke();
  if (random.chance(0.6)) {
    paint.font = 'bold 26px sans-serif';
    paint.textAlign = 'center';
    paint.textBaseline = 'middle';
    paint.fillText(random.pick(['!', '◆', '✚', '★', '1', '2', '▲', inventWord(random, 1)]), 0, 0, 44);
  }
  return canvas;
}

/** A movement template seen from above: dark or bright ground, a centre line, a speed and an arrow. */
export function templateCanvas(seed: number, lengthMm: number, widthMm: number): OffscreenCanvas {
  const random = createRandom(seed);
  const px = 2;
  const { canvas, paint } = makeCanvas(lengthMm * px, widthMm * px);
  const w = canvas.width;
  const h = canvas.height;
  paint.fillStyle = hsl(random.range(0, 360), random.range(0, 100), random.chance(0.6) ? random.range(3, 25) : random.range(25, 80));
  paint.fillRect(0, 0, w, h);
  paint.strokeStyle = paint.fillStyle = random.chance(0.75) ? '#fff' : '#111';
  paint.lineWidth = random.range(1, 2.5);
  paint.beginPath();
  paint.moveTo(0, h / 2);
  paint.lineTo(w, h / 2);
  for (let x = 40 * px; x < w; x += random.pick([40, 100]) * px) {
    paint.moveTo(x, 0);
    paint.lineTo(x, h * random.pick([0.25, 1]));
  }
  paint.stroke();
  paint.font = `bold ${(h * 0.5).toFixed(0)}px sans-serif`;
  paint.fillText(`${random.int(1, 5)} ➤`, w * random.range(0.1, 0.5), h * 0.45, w * 0.5);
  return canvas;
}
