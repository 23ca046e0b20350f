import type { Random } from '../random.js';
import { hsl, inventWords, type Paint } from './canvas.js';
import { cloudCanvas } from './noise.js';

export function fill(paint: Paint, size: number, colour: string): void {
  paint.fillStyle = colour;
  paint.fillRect(0, 0, size, size);
}

export function starColour(random: Random): string {
  return random.chance(0.7) ? '#fff' : hsl(random.pick([20, 40, 210, 230]), 80, 80);
}

/** Hue in degrees, saturation and value 0…1, as 0…255. */
export function rgbOf(hue: number, saturation: number, value: number): [number, number, number] {
  const part = (n: number) => {
    const k = (((n + hue / 60) % 6) + 6) % 6;
    return 255 * (value - value * saturation * Math.max(0, Math.min(k, 4 - k, 1)));
  };
  return [part(5), part(3), part(1)];
}

export function paintPlanet(paint: Paint, random: Random, size: number): void {
  const r = size * (random.chance(0.4) ? random.range(0.5, 1.2) : random.range(0.08, 0.4));
  const turn = random.range(0, 2 * Math.PI);
  const out = r > size * 0.45 ? r * random.range(0.8, 1.1) + size * 0.2 : random.range(0, 0.5) * size;
  const x = size / 2 + out * Math.cos(turn);
  const y = size / 2 + out * Math.sin(turn);
  const hue = random.range(0, 360);
  const [cr, cg, cb] = rgbOf(hue, random.range(0.1, 0.8), random.range(0.4, 0.95));
  const skin = cloudCanvas(random, {
    stops: [
      [0, cr * 0.4, cg * 0.4, cb * 0.4, 1],
      [0.5, cr, cg, cb, 1],
      [1, Math.min(255, cr * 1.4 + 30), Math.min(255, cg * 1.4 + 30), Math.min(255, cb * 1.4 + 30), 1],
    ],
    scale: random.range(0.5, 2.5),
    warp: random.range(0, 0.6),
    stretch: random.pick([1, 1, 0.25]),
  });
  paint.save();
  if (random.chance(0.7)) {
    const glow = paint.createRadialGradient(x, y, r * 0.95, x, y, r * random.range(1.04, 1.3));
    glow.addColorStop(0, hsl(hue, 90, 75, random.range(0.4, 1)));
    glow.addColorStop(1, hsl(hue, 90, 60, 0));
    paint.fillStyle = glow;
    paint.fillRect(0, 0, size, size);
  }
  paint.beginPath();
  paint.arc(x, y, r, 0, 2 * Math.PI);
  paint.clip();
  paint.drawImage(skin, x - r, y - r, 2 * r, 2 * r);
  const lit = random.range(0, 2 * Math.PI);
  const shade = paint.createRadialGradient(x + r * 0.7 * Math.cos(lit), y + r * 0.7 * Math.sin(lit), r * 0.2, x, y, r * 1.4);
  shade.addColorStop(0, 'rgb(0 0 0 / 0)');
  shade.addColorStop(0.9, `rgb(0 0 0 / ${random.range(0.6, 1).toFixed(2)})`);
  paint.fillStyle = shade;
  paint.fillRect(x - r, y - r, 2 * r, 2 * r);
  paint.restore();
}

export function paintWeave(paint: Paint, random: Random, size: number): void {
  const pitch = random.range(3, 7);
  paint.strokeStyle = `rgb(${random.pick(['0 0 0', '255 255 255'])} / ${random.range(0.05, 0.3).toFixed(2)})`;
  paint.lineWidth = pitch * 0.4;
  paint.beginPath();
  for (let at = 0; at < size; at += pitch) {
    paint.moveTo(at, 0);
    paint.lineTo(at, size);
  }
  paint.stroke();
}

/** A printed shape: the kind of thing that is mistaken for a base. */
export function paintScrap(paint: Paint, random: Random, size: number): void {
  paint.save();
  paint.translate(random.next() * size, random.next() * size);
  paint.rotate(random.chance(0.5) ? 0 : random.range(0, Math.PI));
  const w = size * random.range(0.01, 0.13);
  const h = w * random.range(0.4, 1.6);
  paint.globalAlpha = random.range(0.15, 1);
  paint.fillStyle = paint.strokeStyle = hsl(random.range(0, 360), random.range(0, 100), random.range(3, 90));
  paint.lineWidth = random.range(0.8, 5);
  const kind = random.int(0, 4);
  paint.beginPath();
  if (kind === 0) paint.rect(-w / 2, -h / 2, w, h);
  else if (kind === 1) paint.ellipse(0, 0, w / 2, h / 2, 0, 0, 2 * Math.PI);
  else if (kind === 2) {
    paint.moveTo(0, -h / 2);
    paint.lineTo(w / 2, h / 2);
    paint.lineTo(-w / 2, h / 2);
    paint.closePath();
  }
  if (kind <= 2 && random.chance(0.6)) paint.fill();
  else if (kind <= 2) paint.stroke();
  else {
    paint.font = `bold ${(w * 0.4).toFixed(0)}px sans-serif`;
    paint.fillText(inventWords(random, 1), 0, 0);
  }
  paint.restore();
}
