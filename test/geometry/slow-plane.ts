import type { Point } from '../../src/geometry/point.js';
import { seeded } from '../judge/tables.js';

/* The plane's questions answered the slow way: every pair of edges, every corner, many directions. */

export type Outline = readonly Point[];

export const ringOf = (outline: Outline): number[] => outline.flatMap(({ x, y }) => [x, y]);
export const boxOutline = (half: number): Outline => [
  { x: -half, y: -half },
  { x: half, y: -half },
  { x: half, y: half },
  { x: -half, y: half },
];
/** A square's half size. */
export const squareOf = (half: number) => ({ x: half, y: half });
export const edgesOf = (outline: Outline) => outline.map((a, i) => [a, outline[(i + 1) % outline.length]!] as const);
export const moved = (outline: Outline, x: number, y: number): Outline => outline.map((p) => ({ x: p.x + x, y: p.y + y }));

/** Distance of a point from a segment: of its foot where it has one, else of the nearer end. */
export function toSegmentMm(p: Point, a: Point, b: Point): number {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length;
  if (along <= 0) return Math.hypot(p.x - a.x, p.y - a.y);
  if (along >= length) return Math.hypot(p.x - b.x, p.y - b.y);
  return Math.abs((p.x - a.x) * (b.y - a.y) - (p.y - a.y) * (b.x - a.x)) / length;
}

/** Whether two segments cross, by solving for where. */
export function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  const det = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
  if (det === 0) return false;
  const s = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / det;
  const t = ((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / det;
  return s >= 0 && s <= 1 && t >= 0 && t <= 1;
}

/** Whether a point lies inside: the angles to its corners, once around, add up to a full turn. */
export function isInside(p: Point, outline: Outline): boolean {
  let turn = 0;
  for (const [a, b] of edgesOf(outline)) {
    const step = Math.atan2(b.y - p.y, b.x - p.x) - Math.atan2(a.y - p.y, a.x - p.x);
    turn += step > Math.PI ? step - 2 * Math.PI : step < -Math.PI ? step + 2 * Math.PI : step;
  }
  return Math.abs(turn) > Math.PI;
}

export function segmentsMm(a: Point, b: Point, c: Point, d: Point): number {
  return cross(a, b, c, d) ? 0 : Math.min(toSegmentMm(a, c, d), toSegmentMm(b, c, d), toSegmentMm(c, a, b), toSegmentMm(d, a, b));
}

/** Distance of two outlines, 0 where they share a surface. */
export function outlinesMm(one: Outline, other: Outline): number {
  if (isInside(one[0]!, other) || isInside(other[0]!, one)) return 0;
  return Math.min(...edgesOf(one).flatMap(([a, b]) => edgesOf(other).map(([c, d]) => segmentsMm(a, b, c, d))));
}

/** Distance of a line from an outline, 0 where it runs over it. */
export function lineMm(p: Point, q: Point, outline: Outline): number {
  if (isInside(p, outline)) return 0;
  return Math.min(...edgesOf(outline).map(([a, b]) => segmentsMm(p, q, a, b)));
}

/** An outline with dents: corners at random distances from a place, in order around it; `isConvex`: on a circle. */
export function outlineByLot(seed: number, at: Point, reachMm: number, isConvex = false): Outline {
  const random = seeded(seed);
  const corners = 3 + Math.floor(7 * random());
  const turns = Array.from({ length: corners }, (_, i) => ((i + 0.8 * random()) / corners) * 2 * Math.PI);
  return turns.map((turn) => {
    const radius = isConvex ? reachMm : reachMm * (0.35 + 0.65 * random());
    return { x: at.x + radius * Math.cos(turn), y: at.y + radius * Math.sin(turn) };
  });
}
