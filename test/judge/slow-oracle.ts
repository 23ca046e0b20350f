import type { Point } from '../../src/geometry/point.js';
import { type Pose, tableFromPiece } from '../../src/geometry/pose.js';
import type { ShipBase } from '../../src/pieces/base-size.js';

/**
 * Slow answers by other ways than the code under test: outlines as dense rows of points, angles by atan2, a centre line as a polyline of
 * hundredths of a millimetre. Arithmetic only; nothing of `judge` is used.
 */

/** Widths of bases; only a huge one is longer than wide. */
const SIDE_MM: Readonly<Record<ShipBase, number>> = { small: 40, medium: 60, large: 80, huge: 80 };

export interface Placed {
  readonly base: ShipBase;
  readonly lengthMm?: number;
  readonly pose: Pose;
}

/** Corners of a base, by turning them with the compass rule. */
export function corners({ base, lengthMm = SIDE_MM[base], pose }: Placed): readonly Point[] {
  const [w, h] = [SIDE_MM[base] / 2, lengthMm / 2];
  const ahead = { x: Math.sin(pose.headingRad), y: Math.cos(pose.headingRad) };
  const right = { x: ahead.y, y: -ahead.x };
  const at = (r: number, f: number) => ({ x: pose.x + r * right.x + f * ahead.x, y: pose.y + r * right.y + f * ahead.y });
  return [at(-w, -h), at(w, -h), at(w, h), at(-w, h)];
}

/** Points along the edges of a polygon, no farther apart than `stepMm`, corners included. */
export function perimeter(polygon: readonly Point[], stepMm: number): readonly Point[] {
  return polygon.flatMap((a, i) => {
    const b = polygon[(i + 1) % polygon.length]!;
    const steps = Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / stepMm);
    return Array.from({ length: steps }, (_, k) => ({ x: a.x + (k / steps) * (b.x - a.x), y: a.y + (k / steps) * (b.y - a.y) }));
  });
}

/** Distance of a point from the surface of a polygon (0 inside). */
export function distanceToPolygon(p: Point, polygon: readonly Point[]): number {
  let winding = 0;
  let best = Infinity;
  polygon.forEach((a, i) => {
    const b = polygon[(i + 1) % polygon.length]!;
    winding += Math.atan2((a.x - p.x) * (b.y - p.y) - (a.y - p.y) * (b.x - p.x), (a.x - p.x) * (b.x - p.x) + (a.y - p.y) * (b.y - p.y));
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const t = Math.max(0, Math.min(1, ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length ** 2));
    best = Math.min(best, Math.hypot(p.x - a.x - t * (b.x - a.x), p.y - a.y - t * (b.y - a.y)));
  });
  return Math.abs(winding) > Math.PI ? 0 : best;
}

/** Half opening angles of the front arcs, degrees (TTS ArcCheck.lua). */
const FRONT_HALF_DEG: Readonly<Record<ShipBase, number>> = { small: 40.62, medium: 41.4, large: 41.76, huge: 41.45 };

/** Whether a point lies in an arc of a ship, by its bearing. */
export function pointInArc({ base, lengthMm = SIDE_MM[base], pose }: Placed, arc: string, p: Point): boolean {
  const bearingDeg = (Math.atan2(p.x - pose.x, p.y - pose.y) - pose.headingRad) * (180 / Math.PI);
  const off = Math.abs(((((bearingDeg + 180) % 360) + 360) % 360) - 180);
  const isRight = Math.sin((bearingDeg * Math.PI) / 180) >= 0;
  const half = FRONT_HALF_DEG[base];
  const apart = Math.hypot(p.x - pose.x, p.y - pose.y);
  switch (arc) {
    case 'front':
      return off <= half;
    case 'rear':
      return off >= 180 - half;
    case 'left':
      return off >= half && off <= 180 - half && !isRight;
    case 'right':
      return off >= half && off <= 180 - half && isRight;
    case 'fullFront':
      return off <= 90;
    case 'fullRear':
      return off >= 90;
    default:
      return (
        Math.abs(apart * Math.sin((bearingDeg * Math.PI) / 180)) <= 7.5 && apart * Math.cos((bearingDeg * Math.PI) / 180) >= lengthMm / 2
      );
  }
}

/** A centre line as a polyline: straight for a base's length, the template, straight again. Starts at the template's first end, towards +y. */
function centrePolyline(
  radiusMm: number,
  turnDeg: number,
  lengthMm: number,
  sideMm: number,
  bend: number,
  stepMm: number,
): readonly Point[] {
  const points: Point[] = [{ x: 0, y: -sideMm }];
  let heading = 0;
  let at = points[0]!;
  const total = 2 * sideMm + lengthMm;
  const steps = Math.round(total / stepMm);
  for (let i = 0; i < steps; i++) {
    const mid = ((i + 0.5) / steps) * total - sideMm;
    heading = turnDeg === 0 ? 0 : (Math.max(0, Math.min(lengthMm, mid)) / radiusMm) * bend;
    at = { x: at.x + (total / steps) * Math.sin(heading), y: at.y + (total / steps) * Math.cos(heading) };
    points.push(at);
  }
  return points;
}

/** The poses of a base led along a template, from its start to its end, one for each step of its rear guides. */
export function slowPath(
  start: Placed,
  radiusMm: number,
  turnDeg: number,
  lengthMm: number,
  bend: number,
  stepMm: number,
): readonly Pose[] {
  const sideMm = SIDE_MM[start.base];
  const line = centrePolyline(radiusMm, turnDeg, lengthMm, sideMm, bend, stepMm);
  const origin = { ...tableFromPiece(start.pose, { x: 0, y: sideMm / 2 }), headingRad: start.pose.headingRad };
  const poses: Pose[] = [];
  let front = 0;
  for (const rear of line) {
    while (front + 1 < line.length && Math.hypot(line[front + 1]!.x - rear.x, line[front + 1]!.y - rear.y) <= sideMm) front++;
    const next = line[front + 1];
    if (!next) break;
    // The last bit of the chord between two points of the polyline.
    const near = Math.hypot(line[front]!.x - rear.x, line[front]!.y - rear.y);
    const far = Math.hypot(next.x - rear.x, next.y - rear.y);
    const t = (sideMm - near) / (far - near);
    const tip = { x: line[front]!.x + t * (next.x - line[front]!.x), y: line[front]!.y + t * (next.y - line[front]!.y) };
    const middle = tableFromPiece(origin, { x: (rear.x + tip.x) / 2, y: (rear.y + tip.y) / 2 });
    poses.push({ ...middle, headingRad: origin.headingRad + Math.atan2(tip.x - rear.x, tip.y - rear.y) });
  }
  return poses;
}

/** Whether two bases share more than a border: a corner well inside the other, or edges that cross. */
export function basesCollide(a: Placed, b: Placed): boolean {
  if (Math.hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y) > (SIDE_MM[a.base] + SIDE_MM[b.base]) * 0.7072) return false;
  const p = corners(a);
  const q = corners(b);
  const cross = (o: Point, u: Point, v: Point) => (u.x - o.x) * (v.y - o.y) - (u.y - o.y) * (v.x - o.x);
  const inside = (point: Point, polygon: readonly Point[]) => polygon.every((c, i) => cross(c, polygon[(i + 1) % 4]!, point) > 0);
  if (p.some((point) => inside(point, q)) || q.some((point) => inside(point, p)) || inside(a.pose, q)) return true;
  return p.some((u, i) => {
    const v = p[(i + 1) % 4]!;
    return q.some((c, j) => {
      const d = q[(j + 1) % 4]!;
      return cross(u, v, c) * cross(u, v, d) < 0 && cross(c, d, u) * cross(c, d, v) < 0;
    });
  });
}
