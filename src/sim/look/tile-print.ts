import { hsl, inventWord, inventWords, tracePolygon } from './canvas.js';
import type { TileSheet } from './tile-sheet.js';

export function paintBullseye({ paint, random, halfLength, hue, test, ground }: TileSheet): void {
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
export function paintPanel({ paint, random, halfWidth, halfLength, hue, test }: TileSheet): void {
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
export function paintHashmarks({ paint, random, halfWidth, halfLength, ground }: TileSheet): void {
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
export function paintIcons({ paint, random, halfWidth, halfLength, hue, ground }: TileSheet): void {
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
export function paintPegHole({ paint, random }: TileSheet, radius: number): void {
  const v = random.range(20, 150);
  paint.fillStyle = `rgb(${v} ${v} ${v} / ${random.range(0.5, 1).toFixed(2)})`;
  paint.beginPath();
  paint.arc(0, 0, radius, 0, 2 * Math.PI);
  paint.fill();
  paint.strokeStyle = `rgb(0 0 0 / ${random.range(0.2, 0.9).toFixed(2)})`;
  paint.lineWidth = 0.4;
  paint.stroke();
}
