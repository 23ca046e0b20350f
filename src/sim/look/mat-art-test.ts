import { hsl, paintStars } from './canvas.js';
import type { MatPainter } from './look-row.js';
import { fill, rgbOf } from './mat-motifs.js';
import { paintClouds } from './noise.js';

/** Prints that nets are never trained on. */
export const TEST_MATS: Readonly<Record<string, MatPainter>> = {
  galaxy: (paint, random, size) => {
    fill(paint, size, hsl(random.range(220, 320), 40, random.range(1, 5)));
    const x = random.range(0.3, 0.7) * size;
    const y = random.range(0.3, 0.7) * size;
    const hue = random.range(0, 360);
    const arms = random.int(2, 4);
    const squash = random.range(0.35, 1);
    const turn = random.range(0, Math.PI);
    for (let i = 0; i < 2600; i++) {
      const t = random.next();
      const a = t * 6 + (random.int(0, arms - 1) * 2 * Math.PI) / arms + random.normal(0.25);
      const d = t * size * 0.55 + random.normal(size * 0.015);
      const px = d * Math.cos(a);
      const py = d * Math.sin(a) * squash;
      paint.globalAlpha = random.range(0.05, 0.5) * (1 - t * 0.6);
      paint.fillStyle = hsl(hue + 60 * t, 70, 80 - 30 * t);
      const dot = random.range(1, 9) * (size / 1536);
      paint.fillRect(x + px * Math.cos(turn) - py * Math.sin(turn), y + px * Math.sin(turn) + py * Math.cos(turn), dot, dot);
    }
    paint.globalAlpha = 1;
    const core = paint.createRadialGradient(x, y, 0, x, y, size * 0.3);
    core.addColorStop(0, hsl(hue, 60, 85, 0.9));
    core.addColorStop(0.3, hsl(hue + 20, 70, 50, 0.35));
    core.addColorStop(1, 'rgb(0 0 0 / 0)');
    paint.fillStyle = core;
    paint.fillRect(0, 0, size, size);
    paintStars(paint, random, size, random.int(300, 2500), () => '#fff');
  },
  ice: (paint, random, _size) => {
    const [r, g, b] = rgbOf(random.range(185, 215), random.range(0.05, 0.3), random.range(0.75, 0.98));
    paintClouds(paint, random, {
      stops: [
        [0, r * 0.7, g * 0.78, b * 0.9, 1],
        [0.6, r, g, b, 1],
        [1, 255, 255, 255, 1],
      ],
      scale: random.range(0.5, 2),
      warp: 0.5,
    });
    paint.globalAlpha = random.range(0.3, 0.9);
    paintClouds(paint, random, {
      stops: [
        [0, 0, 0, 0, 0],
        [0.9, 60, 110, 150, 0],
        [0.97, 60, 110, 150, 0.8],
        [1, 20, 60, 100, 1],
      ],
      scale: random.range(0.5, 1.5),
      warp: 0.3,
      ridged: true,
      gain: 0.4,
      sizePx: 512,
    });
    paint.globalAlpha = 1;
  },
  lava: (paint, random, _size) => {
    const hue = random.chance(0.7) ? random.range(5, 35) : random.range(80, 300);
    const [r, g, b] = rgbOf(hue, 0.95, 1);
    paintClouds(paint, random, {
      stops: [
        [0, 12, 9, 9, 1],
        [0.75, 45, 36, 34, 1],
        [0.88, r * 0.6, g * 0.4, b * 0.4, 1],
        [0.96, r, g, b, 1],
        [1, 255, 250, 200, 1],
      ],
      scale: random.range(0.5, 1.5),
      warp: 0.3,
      ridged: true,
      sizePx: 512,
    });
  },
  moons: (paint, random, size) => {
    fill(paint, size, hsl(random.range(200, 260), random.range(20, 70), random.range(3, 14)));
    paintStars(paint, random, size, random.int(500, 2000), () => hsl(50, 60, 85));
    const count = random.int(2, 7);
    for (let i = 0; i < count; i++) {
      const r = size * random.range(0.03, 0.22);
      const x = random.next() * size;
      const y = random.next() * size;
      const hue = random.range(0, 360);
      const lit = paint.createRadialGradient(x - r * 0.4, y - r * 0.4, r * 0.1, x, y, r);
      lit.addColorStop(0, hsl(hue, 30, 80));
      lit.addColorStop(0.6, hsl(hue, 40, 40));
      lit.addColorStop(1, hsl(hue, 50, 8));
      paint.fillStyle = lit;
      paint.beginPath();
      paint.arc(x, y, r, 0, 2 * Math.PI);
      paint.fill();
      const bands = random.int(0, 9);
      for (let k = 0; k < bands; k++) {
        paint.fillStyle = hsl(hue, 30, random.range(10, 70), 0.5);
        paint.beginPath();
        const a = random.range(0, 2 * Math.PI);
        paint.arc(x + r * 0.6 * Math.cos(a), y + r * 0.6 * Math.sin(a), r * random.range(0.05, 0.2), 0, 2 * Math.PI);
        paint.fill();
      }
    }
  },
  hexagons: (paint, random, size) => {
    TEST_MATS[random.pick(['felt', 'storm', 'ice'])]!(paint, random, size);
    const r = size * random.range(0.015, 0.06);
    paint.strokeStyle = hsl(random.range(0, 360), random.range(0, 70), random.range(10, 90), random.range(0.25, 0.9));
    paint.lineWidth = random.range(0.8, 3);
    paint.beginPath();
    for (let row = 0; row * r * 1.5 < size + r; row++) {
      for (let column = 0; column * r * 1.732 < size + r; column++) {
        const x = (column + (row % 2) / 2) * r * 1.732;
        const y = row * r * 1.5;
        paint.moveTo(x + r * 0.866, y - r * 0.5);
        paint.lineTo(x + r * 0.866, y + r * 0.5);
        paint.lineTo(x, y + r);
        paint.lineTo(x - r * 0.866, y + r * 0.5);
      }
    }
    paint.stroke();
  },
  storm: (paint, random, size) => {
    const [r, g, b] = rgbOf(random.range(190, 280), random.range(0, 0.4), random.range(0.25, 0.6));
    paintClouds(paint, random, {
      stops: [
        [0, r * 0.15, g * 0.15, b * 0.2, 1],
        [0.5, r * 0.6, g * 0.6, b * 0.6, 1],
        [1, r * 1.3, g * 1.3, b * 1.3, 1],
      ],
      scale: random.range(0.4, 1.2),
      warp: 0.9,
      gain: 0.6,
      sizePx: 512,
    });
    const bolts = random.int(0, 4);
    paint.strokeStyle = hsl(random.range(180, 300), 80, 85, 0.8);
    for (let i = 0; i < bolts; i++) {
      let x = random.next() * size;
      let y = random.next() * size;
      paint.lineWidth = random.range(1, 3.5);
      paint.beginPath();
      paint.moveTo(x, y);
      for (let k = 0; k < 14; k++) {
        x += random.normal(size * 0.03);
        y += random.range(0, size * 0.05);
        paint.lineTo(x, y);
      }
      paint.stroke();
    }
  },
  felt: (paint, random, size) => {
    fill(
      paint,
      size,
      hsl(random.pick([130, 145, 355, 225, 270, 30, 0]), random.chance(0.25) ? 3 : random.range(25, 70), random.range(4, 55)),
    );
    paintClouds(paint, random, {
      stops: [
        [0, 0, 0, 0, random.range(0.05, 0.3)],
        [0.5, 0, 0, 0, 0],
        [1, 255, 255, 255, random.range(0.03, 0.15)],
      ],
      scale: random.range(4, 9),
      warp: 0,
      gain: 0.8,
      sizePx: 512,
    });
  },
  lanes: (paint, random, size) => {
    const hue = random.range(0, 360);
    fill(paint, size, hsl(hue, random.range(0, 60), random.range(3, 70)));
    const count = random.int(5, 60);
    for (let i = 0; i < count; i++) {
      paint.strokeStyle = hsl(hue + random.normal(40), random.range(10, 90), random.range(5, 90), random.range(0.2, 0.9));
      paint.lineWidth = size * random.range(0.001, 0.03);
      paint.beginPath();
      const at = random.next() * size;
      paint.moveTo(at + random.normal(size * 0.3), 0);
      paint.bezierCurveTo(random.next() * size, size * 0.3, random.next() * size, size * 0.6, at, size);
      paint.stroke();
    }
  },
};
