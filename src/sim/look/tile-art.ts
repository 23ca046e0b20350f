import type { BaseSize } from '../../pieces/base-size.js';
import { createRandom, type Random } from '../random.js';
import type { BaseProfile } from '../table-description.js';
import { hsl, makeCanvas, paintStars } from './canvas.js';
import { cloudCanvas, paintGrain } from './noise.js';
import { paintFront, paintLines } from './tile-arcs.js';
import { type MarkerRows, paintMarker } from './tile-marker.js';
import { paintBullseye, paintHashmarks, paintIcons, paintPanel, paintPegHole } from './tile-print.js';
import type { TileSheet } from './tile-sheet.js';

/** Printed corner to corner: half angles of the arc lines from the tile's middle, degrees (Hinny/strange-eons-xwing2). */
const HALF_ARC_DEG: Readonly<Record<BaseSize, number>> = { small: 40.4, medium: 42, large: 42 };

/** The hues of factions; prints never trained on use the ones between. */
const TRAIN_HUES = [0, 8, 120, 100, 45, 55, 215, 25, 275, 340] as const;
const TEST_HUES = [165, 185, 310, 70, 245, 15] as const;
const TEST_FAMILIES = ['chevron', 'stripes', 'fade', 'frame'];

/** The printed top of a tile, with a marker glued on it where one is given; the canvas's top edge is the front. */
export function tileCanvas(
  { look, marker }: { readonly look: { readonly family: string; readonly seed: number }; readonly marker?: MarkerRows },
  base: BaseSize,
  profile: BaseProfile,
  pxPerMm: number,
): OffscreenCanvas {
  const random = createRandom(look.seed);
  const halfWidth = profile.tileHalfWidthMm;
  const halfLength = profile.tileHalfLengthMm;
  const { canvas, paint } = makeCanvas(2 * halfWidth * pxPerMm, 2 * halfLength * pxPerMm);
  const test = TEST_FAMILIES.includes(look.family);
  const sheet: TileSheet = {
    paint,
    random,
    halfWidth,
    halfLength,
    tanArc: Math.tan((HALF_ARC_DEG[base] * Math.PI) / 180),
    hue: random.pick(test ? TEST_HUES : TRAIN_HUES) + random.normal(5),
    test,
    family: look.family,
    ground: groundLightness(random, look.family),
  };
  paintGround(sheet, canvas);
  paint.setTransform(canvas.width / (2 * halfWidth), 0, 0, canvas.height / (2 * halfLength), canvas.width / 2, canvas.height / 2);
  paintFront(sheet);
  paintLines(sheet);
  if (random.chance(0.7)) paintBullseye(sheet);
  paintPanel(sheet);
  paintHashmarks(sheet);
  if (random.chance(0.8)) paintIcons(sheet);
  paintPegHole(sheet, profile.pegHoleMm / 2);
  paintAge(sheet, canvas);
  if (marker) {
    paint.setTransform(canvas.width / (2 * halfWidth), 0, 0, canvas.height / (2 * halfLength), canvas.width / 2, canvas.height / 2);
    paintMarker(paint, profile, marker);
  }
  return canvas;
}

function groundLightness(random: Random, family: string): number {
  if (family === 'bright') return random.range(30, 75);
  if (family === 'plain') return random.pick([5, 50, 90, 95]) + random.range(-4, 4);
  if (family === 'acrylic') return random.range(5, 60);
  if (family === 'frame') return random.range(3, 30);
  return random.range(1, 10);
}

function paintGround({ paint, random, family, ground, hue }: TileSheet, canvas: OffscreenCanvas): void {
  const { width, height } = canvas;
  const sat = family === 'acrylic' || family === 'bright' ? random.range(30, 95) : random.range(0, 30);
  paint.fillStyle = hsl(family === 'acrylic' ? random.range(0, 360) : hue + random.normal(60), sat, ground);
  paint.fillRect(0, 0, width, height);
  if (family === 'photo' || (family === 'fade' && random.chance(0.5))) {
    const v = () => random.range(0, 255);
    paint.drawImage(
      cloudCanvas(random, {
        stops: [
          [0, 0, 0, 0, 1],
          [0.5, v(), v(), v(), 1],
          [1, v(), v(), v(), 1],
        ],
        scale: random.range(0.2, 0.7),
        warp: 0.5,
        sizePx: 96,
      }),
      0,
      0,
      width,
      height,
    );
  } else if (family !== 'plain' && family !== 'acrylic') {
    paintStars(paint, random, Math.max(width, height), random.int(10, 120), () => (ground > 50 ? '#222' : '#fff'));
  }
}

/** Light fades prints, hands wear their rims white, punching leaves a pale border. */
function paintAge({ paint, random, family }: TileSheet, canvas: OffscreenCanvas): void {
  const { width, height } = canvas;
  paint.setTransform(1, 0, 0, 1, 0, 0);
  if (random.chance(0.25) || (family === 'acrylic' && random.chance(0.5))) {
    paint.fillStyle = `rgb(190 185 175 / ${random.range(0.05, 0.35).toFixed(3)})`;
    paint.fillRect(0, 0, width, height);
  }
  if (random.chance(0.4)) {
    const v = random.range(60, 255);
    paint.strokeStyle = `rgb(${v} ${v} ${v} / ${random.range(0.2, 0.9).toFixed(2)})`;
    paint.lineWidth = random.range(0.5, 4);
    paint.strokeRect(0, 0, width, height);
  }
  paintGrain(paint, random, random.range(0, 0.08), 1);
}
