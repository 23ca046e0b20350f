import { hsl, paintStars } from './canvas.js';
import type { MatPainter } from './look-row.js';
import { fill, paintPlanet, paintScrap, paintWeave, rgbOf, starColour } from './mat-motifs.js';
import { paintClouds } from './noise.js';

/** Prints that nets are trained on. */
export const TRAIN_MATS: Readonly<Record<string, MatPainter>> = {
  nebula: (paint, random, size) => {
    fill(paint, size, hsl(random.range(200, 280), random.range(10, 60), random.range(1, 7)));
    const layers = random.int(1, 3);
    const hue = random.range(0, 360);
    for (let i = 0; i < layers; i++) {
      const [r, g, b] = rgbOf(hue + random.normal(50), random.range(0.35, 0.95), random.range(0.3, 0.85));
      const dark = random.range(0.25, 0.6);
      paint.globalCompositeOperation = random.chance(0.6) ? 'lighter' : 'source-over';
      paintClouds(paint, random, {
        stops: [
          [0, r * 0.1, g * 0.1, b * 0.15, 0],
          [dark, r * 0.3, g * 0.3, b * 0.3, 0.05],
          [0.8, r, g, b, random.range(0.3, 0.9)],
          [1, 255, 245, 235, random.range(0.3, 1)],
        ],
        scale: random.range(0.4, 1.6),
        warp: random.range(0, 0.8),
        ridged: random.chance(0.3),
        gain: random.range(0.45, 0.65),
      });
    }
    paint.globalCompositeOperation = 'source-over';
    if (random.chance(0.5)) {
      paintClouds(paint, random, {
        stops: [
          [0, 0, 0, 0, 0.9],
          [0.45, 0, 0, 0, random.range(0.2, 0.8)],
          [0.65, 0, 0, 0, 0],
          [1, 0, 0, 0, 0],
        ],
        scale: random.range(0.5, 1.5),
        warp: 0.4,
      });
    }
    paintStars(paint, random, size, random.int(200, 3500), starColour);
  },
  starfield: (paint, random, size) => {
    fill(paint, size, hsl(random.range(180, 300), random.range(0, 50), random.range(0.5, 9)));
    if (random.chance(0.7)) {
      const [r, g, b] = rgbOf(random.range(0, 360), random.range(0, 0.6), 0.4);
      paintClouds(paint, random, {
        stops: [
          [0, r, g, b, 0],
          [0.5, r, g, b, 0.02],
          [1, r, g, b, random.range(0.1, 0.5)],
        ],
        scale: random.range(0.3, 1),
        warp: 0.3,
      });
    }
    paintStars(paint, random, size, random.int(400, 6000), starColour);
  },
  planet: (paint, random, size) => {
    TRAIN_MATS[random.chance(0.5) ? 'starfield' : 'nebula']!(paint, random, size);
    const count = random.int(1, 2);
    for (let i = 0; i < count; i++) paintPlanet(paint, random, size);
  },
  cloth: (paint, random, size) => {
    const grey = random.chance(0.35);
    fill(paint, size, hsl(random.range(0, 360), grey ? random.range(0, 6) : random.range(10, 85), random.range(2, 92)));
    const v = random.chance(0.5) ? 255 : 0;
    paintClouds(paint, random, {
      stops: [
        [0, v, v, v, 0],
        [1, v, v, v, random.range(0, 0.15)],
      ],
      scale: random.range(0.3, 3),
      warp: 0.2,
    });
    if (random.chance(0.3)) paintWeave(paint, random, size);
  },
  sand: (paint, random, _size) => {
    const [r, g, b] = rgbOf(random.range(18, 48), random.range(0.25, 0.7), random.range(0.45, 0.85));
    paintClouds(paint, random, {
      stops: [
        [0, r * 0.5, g * 0.45, b * 0.4, 1],
        [0.5, r * 0.8, g * 0.8, b * 0.8, 1],
        [1, Math.min(255, r * 1.2), Math.min(255, g * 1.2), Math.min(255, b * 1.2), 1],
      ],
      scale: random.range(0.6, 2.5),
      warp: random.range(0, 0.6),
    });
    paint.globalAlpha = 0.4;
    paintClouds(paint, random, {
      stops: [
        [0, 60, 40, 20, 0.7],
        [0.5, 0, 0, 0, 0],
        [1, 255, 240, 210, 0.6],
      ],
      scale: random.range(3, 6),
      warp: 0.5,
      ridged: true,
      stretch: 3,
      sizePx: 512,
    });
    paint.globalAlpha = 1;
  },
  clouds: (paint, random, _size) => {
    const hue = random.chance(0.7) ? random.range(180, 235) : random.range(0, 360);
    const [r, g, b] = rgbOf(hue, random.range(0.4, 0.9), random.range(0.2, 0.7));
    const white = random.range(200, 255);
    paintClouds(paint, random, {
      stops: [
        [0, r * 0.4, g * 0.5, b * 0.6, 1],
        [0.45, r, g, b, 1],
        [0.75, white * 0.9, white * 0.95, white, 1],
        [1, 255, 255, 255, 1],
      ],
      scale: random.range(0.4, 1.6),
      warp: random.range(0.1, 0.6),
      sizePx: 512,
    });
  },
  squares: (paint, random, size) => {
    TRAIN_MATS[random.pick(['cloth', 'starfield', 'sand', 'clouds'])]!(paint, random, size);
    const pitch = (random.pick([25.4, 30, 50, 76.2, 101.6, 304.8]) / 914) * size;
    paint.strokeStyle = hsl(random.range(0, 360), random.range(0, 80), random.range(5, 95), random.range(0.15, 0.9));
    paint.lineWidth = random.range(0.6, 3);
    paint.beginPath();
    for (let at = random.range(0, pitch); at < size; at += pitch) {
      paint.moveTo(at, 0);
      paint.lineTo(at, size);
      paint.moveTo(0, at);
      paint.lineTo(size, at);
    }
    paint.stroke();
  },
  collage: (paint, random, size) => {
    TRAIN_MATS[random.pick(['nebula', 'cloth', 'clouds'])]!(paint, random, size);
    const count = random.int(20, 160);
    for (let i = 0; i < count; i++) paintScrap(paint, random, size);
  },
  hull: (paint, random, size) => {
    const hue = random.range(0, 360);
    const sat = random.range(0, 20);
    const light = random.range(12, 55);
    fill(paint, size, hsl(hue, sat, light));
    const count = random.int(80, 400);
    for (let i = 0; i < count; i++) {
      const w = size * random.range(0.01, 0.14);
      const h = size * random.range(0.01, 0.14);
      const x = random.next() * size;
      const y = random.next() * size;
      paint.fillStyle = hsl(hue + random.normal(8), sat, light + random.normal(7));
      paint.fillRect(x, y, w, h);
      paint.strokeStyle = `rgb(0 0 0 / ${random.range(0.1, 0.7).toFixed(2)})`;
      paint.lineWidth = random.range(0.5, 2.5);
      paint.strokeRect(x, y, w, h);
    }
  },
  camouflage: (paint, random, _size) => {
    const hue = random.range(0, 360);
    const tone = () => rgbOf(hue + random.normal(25), random.range(0.1, 0.6), random.range(0.08, 0.6));
    const a = tone();
    const b = tone();
    const c = tone();
    const k = random.range(0.35, 0.5);
    paintClouds(paint, random, {
      stops: [
        [0, ...a, 1],
        [k, ...a, 1],
        [k + 0.01, ...b, 1],
        [k + 0.18, ...b, 1],
        [k + 0.19, ...c, 1],
        [1, ...c, 1],
      ],
      scale: random.range(1, 4),
      warp: 0.3,
      sizePx: 512,
    });
  },
};
