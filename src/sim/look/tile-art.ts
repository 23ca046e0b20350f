import type { BaseSize } from '../../pieces/base-size.js';
import { createRandom, type Random } from '../random.js';
import type { BaseProfile } from '../table-description.js';
import { hsl, inventWord, inventWords, makeCanvas, type Paint, paintStars, tracePolygon } from './canvas.js';
import { cloudCanvas, paintGrain } from './noise.js';

/** Printed corner to corner: half angles of the arc lines from the tile's middle, degrees (facts 1b). */
const HALF_ARC_DEG: Readonly<Record<BaseSize, number>> = { small: 40.4, medium: 42, large: 42 };

/** One tile being painted: millimetres, x right, y towards the rear (the canvas's bottom), origin in the middle. */
interface Sheet {
  readonly paint: Paint;
  readonly random: Random;
  readonly halfWidth: number;
  readonly halfLength: number;
  readonly tanArc: number;
  readonly hue: number;
  readonly test: boolean;
  readonly family: string;
  readonly ground: number;
}

/** The hues of factions; prints never trained on use the ones between. */
const TRAIN_HUES = [0, 8, 120, 100, 45, 55, 215, 25, 275, 340] as const;
const TEST_HUES = [165, 185, 310, 70, 245, 15] as const;
const TEST_FAMILIES = ['chevron', 'stripes', 'fade', 'frame'];

/** The printed top of a tile; the canvas's top edge is the front. */
export function tileCanvas(
  look: { readonly family: string; readonly seed: number },
  base: BaseSize,
  profile: BaseProfile,
  pxPerMm: number,
): OffscreenCanvas {
  const random = createRandom(look.seed);
  const halfWidth = profile.tileHalfWidthMm;
  const halfLength = profile.tileHalfLengthMm;
  const { canvas, paint } = makeCanvas(2 * halfWidth * pxPerMm, 2 * halfLength * pxPerMm);
  const test = TEST_FAMILIES.includes(look.family);
  const sheet: Sheet = {
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
  return canvas;
}

function groundLightness(random: Random, family: string): number {
  if (family === 'bright') return random.range(30, 75);
  if (family === 'plain') return random.pick([5, 50, 90, 95]) + random.range(-4, 4);
  if (family === 'acrylic') return random.range(5, 60);
  if (family === 'frame') return random.range(3, 30);
  return random.range(1, 10);
}

function paintGround({ paint, random, family, ground, hue }: Sheet, canvas: OffscreenCanvas): void {
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

/** The front arc: the wedge from the middle to the front corners, by which front and rear are told apart. */
function paintFront(sheet: Sheet): void {
  const { paint, random, halfWidth, halfLength, tanArc, hue, family } = sheet;
  const wedge = frontWedge(halfWidth, halfLength, tanArc);
  const light = random.range(18, 52);
  const sat = random.range(55, 100);
  const strong = { wedge: 0.9, bright: 0.85, photo: 0.6, plain: 0.75, acrylic: 0.35, outline: 0.12, glow: 0.7 }[family] ?? 0.8;
  tracePolygon(paint, wedge);
  if (family === 'glow' || family === 'fade' || random.chance(0.2)) {
    const ramp = paint.createLinearGradient(0, 0, 0, -halfLength);
    const rising = random.chance(0.7);
    ramp.addColorStop(rising ? 0 : 1, hsl(hue, sat, light, 0.1));
    ramp.addColorStop(rising ? 1 : 0, hsl(hue, sat, light + 10, 0.95));
    paint.fillStyle = ramp;
  } else paint.fillStyle = hsl(hue, sat, light, Math.min(1, strong * random.range(0.75, 1.1)));
  if (family === 'stripes') {
    paint.save();
    paint.clip();
    const step = random.range(1.2, 3);
    for (let y = 0; y > -halfLength; y -= step) paint.fillRect(-halfWidth, y, 2 * halfWidth, -step * random.range(0.5, 0.8));
    paint.restore();
  } else paint.fill();
  if (family === 'chevron') {
    paint.strokeStyle = hsl(hue, sat, light + 30, 0.8);
    paint.lineWidth = random.range(0.5, 1.4);
    for (let d = 0.35; d < 1; d += 0.22) {
      paint.beginPath();
      paint.moveTo(-halfWidth * d, -halfLength * d * 0.92);
      paint.lineTo(0, -halfLength * d * 0.6);
      paint.lineTo(halfWidth * d, -halfLength * d * 0.92);
      paint.stroke();
    }
  }
  if (random.chance(0.12)) {
    // Ships with a second arc to the rear have it filled too, paler.
    tracePolygon(
      paint,
      wedge.map(([x, y]) => [x, -y] as const),
    );
    paint.fillStyle = hsl(hue, sat, light, random.range(0.2, 0.7));
    paint.fill();
  }
}

function frontWedge(halfWidth: number, halfLength: number, tanArc: number): [number, number][] {
  const x = Math.min(halfWidth, halfLength * tanArc);
  return [
    [0, 0],
    [-x, -halfLength],
    [x, -halfLength],
  ];
}

/** The arc lines through the middle, front in the faction's colour, rear pale, and now and then the middle line. */
function paintLines({ paint, random, halfWidth, halfLength, tanArc, hue, ground }: Sheet): void {
  const x = Math.min(halfWidth, halfLength * tanArc);
  const front = random.chance(0.5) ? hsl(hue, 90, random.range(45, 75), 0.95) : hsl(0, 0, ground > 60 ? 10 : 95, 0.9);
  const rear = hsl(hue, random.chance(0.5) ? 0 : 80, ground > 60 ? 20 : random.range(50, 95), random.range(0.25, 0.9));
  paint.lineWidth = random.range(0.25, 0.75);
  const stroke = (style: string, toX: number, toY: number) => {
    paint.strokeStyle = style;
    paint.beginPath();
    paint.moveTo(0, 0);
    paint.lineTo(toX, toY);
    paint.stroke();
  };
  stroke(front, -x, -halfLength);
  stroke(front, x, -halfLength);
  if (random.chance(0.85)) {
    stroke(rear, -x, halfLength);
    stroke(rear, x, halfLength);
  }
  if (random.chance(0.12)) {
    stroke(rear, -halfWidth, 0);
    stroke(rear, halfWidth, 0);
  }
}

function paintBullseye({ paint, random, halfLength, hue, test, ground }: Sheet): void {
  const half = random.range(7.2, 8.1);
  const from = -halfLength * (random.chance(0.6) ? Math.min(0.95, half / (halfLength * 0.85)) : random.range(0.55, 0.9));
  if (random.chance(test ? 0.7 : 0.3)) {
    paint.fillStyle = hsl(hue, 80, random.range(20, 65), random.range(0.2, 0.8));
    paint.fillRect(-half, -halfLength, 2 * half, from + halfLength);
  }
  paint.strokeStyle = hsl(hue, random.range(0, 100), ground > 60 ? 25 : 65, random.range(0.4, 1));
  paint.lineWidth = random.range(0.25, 0.7);
  paint.beginPath();
  for (const x of [-half, half]) {
    paint.moveTo(x, -halfLength);
    paint.lineTo(x, from);
  }
  paint.stroke();
}

/** Name, initiative and icons on a panel across the rear. */
function paintPanel({ paint, random, halfWidth, halfLength, hue, test }: Sheet): void {
  const depth = Math.min(halfLength * 0.38, random.range(4.5, 9));
  const light = random.chance(0.4);
  const top = halfLength - depth;
  const inset = random.chance(0.5) ? 0 : random.range(0.5, 3);
  paint.fillStyle = light ? hsl(hue, random.range(0, 40), random.range(65, 97)) : hsl(hue, random.range(0, 50), random.range(2, 22), 0.95);
  const slant = random.range(0, 4);
  tracePolygon(paint, [
    [-halfWidth + inset, top + slant * 0.5],
    [-halfWidth + inset + slant, top],
    [halfWidth - inset - slant, top],
    [halfWidth - inset, top + slant * 0.5],
    [halfWidth - inset, halfLength - inset * 0.3],
    [-halfWidth + inset, halfLength - inset * 0.3],
  ]);
  paint.fill();
  paint.strokeStyle = hsl(random.chance(0.6) ? hue : random.range(0, 360), 80, random.range(30, 70));
  paint.lineWidth = random.range(0.25, 0.8);
  paint.stroke();
  const ink = light ? hsl(0, 0, random.range(2, 25)) : hsl(0, 0, random.range(80, 100));
  const font = random.pick(
    test ? ['serif', 'monospace', 'URW Gothic, serif'] : ['sans-serif', 'Liberation Sans Narrow, sans-serif', 'DejaVu Sans, sans-serif'],
  );
  paint.fillStyle = ink;
  paint.textBaseline = 'middle';
  paint.textAlign = 'center';
  const textMm = Math.min(depth * 0.6, random.range(1.8, 4.2));
  paint.font = `${random.pick(['bold ', ''])}${textMm}px ${font}`;
  paint.fillText(
    (random.chance(0.4) ? '•' : '') + inventWords(random, random.int(1, 2)).toUpperCase(),
    0,
    halfLength - depth * random.range(0.35, 0.6),
    2 * halfWidth * 0.62,
  );
  paint.fillStyle = hsl(random.chance(0.8) ? 28 : random.range(0, 360), 95, 55);
  paint.font = `bold ${Math.min(7, depth * random.range(0.8, 1.2))}px ${font}`;
  const side = random.chance(0.8) ? -1 : 1;
  paint.fillText(String(random.int(0, 6)), side * (halfWidth - 3.2), top + depth * random.range(0.1, 0.5));
  paint.fillStyle = ink;
  paint.font = `${Math.min(7, depth * 0.9)}px ${font}`;
  paint.fillText(random.pick(['H', 'Y', 'X', '▲', '◆', '✦', '⬢', 'K']), -side * (halfWidth - 3.2), top + depth * 0.4);
}

/** Short light marks at the middle of each edge. */
function paintHashmarks({ paint, random, halfWidth, halfLength, ground }: Sheet): void {
  if (random.chance(0.1)) return;
  paint.strokeStyle = hsl(0, 0, ground > 60 ? random.range(5, 40) : random.range(65, 100), random.range(0.5, 1));
  paint.lineWidth = random.range(0.3, 0.8);
  const long = random.range(1.5, 4.5);
  paint.beginPath();
  for (const [x, y, dx, dy] of [
    [0, -halfLength, 0, long],
    [0, halfLength, 0, -long],
    [-halfWidth, 0, long, 0],
    [halfWidth, 0, -long, 0],
  ] as const) {
    paint.moveTo(x, y);
    paint.lineTo(x + dx, y + dy);
  }
  paint.stroke();
}

/** Actions and arrows on the sides, as small coloured shapes and letters. */
function paintIcons({ paint, random, halfWidth, halfLength, hue, ground }: Sheet): void {
  const count = random.int(1, 7);
  for (let i = 0; i < count; i++) {
    const side = random.chance(0.5) ? -1 : 1;
    const x = side * random.range(0.45, 0.85) * halfWidth;
    const y = random.range(-0.15, 0.5) * halfLength;
    paint.fillStyle = hsl(
      random.chance(0.5) ? hue : random.range(0, 360),
      random.range(0, 100),
      ground > 60 ? 30 : random.range(45, 95),
      0.95,
    );
    paint.font = `bold ${random.range(2, 4.5)}px sans-serif`;
    paint.fillText(random.chance(0.5) ? String(random.int(0, 9)) : random.pick(['✚', '◈', '➤', '↻', '⌖', inventWord(random, 1)]), x, y);
  }
  if (random.chance(0.3)) {
    // A silhouette of the ship on the front wedge.
    paint.fillStyle = hsl(0, 0, random.range(70, 100), random.range(0.4, 0.9));
    paint.beginPath();
    paint.ellipse(
      random.range(-0.4, 0.4) * halfWidth,
      -0.55 * halfLength,
      random.range(0.6, 2),
      random.range(1, 3),
      random.range(0, 3),
      0,
      2 * Math.PI,
    );
    paint.fill();
  }
}

/** The hole for the peg shows grey plastic. */
function paintPegHole({ paint, random }: Sheet, radius: number): void {
  const v = random.range(20, 150);
  paint.fillStyle = `rgb(${v} ${v} ${v} / ${random.range(0.5, 1).toFixed(2)})`;
  paint.beginPath();
  paint.arc(0, 0, radius, 0, 2 * Math.PI);
  paint.fill();
  paint.strokeStyle = `rgb(0 0 0 / ${random.range(0.2, 0.9).toFixed(2)})`;
  paint.lineWidth = 0.4;
  paint.stroke();
}

/** Light fades prints, hands wear their rims white, punching leaves a pale border. */
function paintAge({ paint, random, family }: Sheet, canvas: OffscreenCanvas): void {
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
