import { hsl, tracePolygon } from './canvas.js';
import type { TileSheet } from './tile-sheet.js';

/** The front arc: the wedge from the middle to the front corners, by which front and rear are distinguished. */
export function paintFront(sheet: TileSheet): void {
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
export function paintLines({ paint, random, halfWidth, halfLength, tanArc, hue, ground }: TileSheet): void {
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
