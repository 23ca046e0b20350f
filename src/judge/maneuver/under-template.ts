import { outlineContains } from '../../geometry/outline.js';
import type { Point } from '../../geometry/point.js';
import { type Pose, pieceFromTable } from '../../geometry/pose.js';
import { ROUNDING_MM } from '../../geometry/rounding.js';
import type { Template } from '../../pieces/templates.js';
import type { Bend, GuidedPath } from './guided-path.js';

/**
 * Whether an outline lies under a laid template from `fromMm` to `toMm` along its centre line. Exact for the curved templates too; an
 * outline that only touches the template's edge does not lie under it.
 */
export function isUnderTemplate({ start, template, bend }: GuidedPath, toMm: number, outline: readonly Point[], fromMm = 0): boolean {
  if (toMm - fromMm <= ROUNDING_MM) return false;
  const local = outline.map((point) => inTemplateFrame(start, bend, point));
  const meets = template.turnRad === 0 ? meetsRectangle : meetsSector;
  const part = { fromMm, toMm };
  return (
    local.some((b, i) => meets(template, part, local[(i + local.length - 1) % local.length]!, b)) ||
    outlineContains(local, inside(template, part))
  );
}

/** A part of a template, along its centre line. */
interface Part {
  readonly fromMm: number;
  readonly toMm: number;
}

function inTemplateFrame(start: Pose, bend: Bend, point: Point): Point {
  const local = pieceFromTable(start, point);
  return bend < 0 ? { x: -local.x, y: local.y } : local;
}

/** A point inside the template, in its frame. */
function inside({ turnRad, radiusMm }: Template, { fromMm, toMm }: Part): Point {
  if (turnRad === 0) return { x: 0, y: (fromMm + toMm) / 2 };
  const angle = (fromMm + toMm) / (2 * radiusMm);
  return { x: radiusMm * (1 - Math.cos(angle)), y: radiusMm * Math.sin(angle) };
}

/** Whether the segment a–b runs through the inside of the rectangle |x| < half, from < y < to. */
function meetsRectangle({ widthMm }: Template, { fromMm, toMm }: Part, a: Point, b: Point): boolean {
  const part = clipped(a, b, [
    { nx: 1, ny: 0, c: -widthMm / 2 },
    { nx: -1, ny: 0, c: -widthMm / 2 },
    { nx: 0, ny: 1, c: fromMm },
    { nx: 0, ny: -1, c: -toMm },
  ]);
  return part !== undefined;
}

/** Whether the segment a–b runs through the inside of the ring sector of the template: between two radii and two directions. */
function meetsSector({ radiusMm, widthMm }: Template, { fromMm, toMm }: Part, a: Point, b: Point): boolean {
  const [from, to] = [fromMm / radiusMm, toMm / radiusMm];
  // Seen from the centre of the arc, the sector lies between the directions (−1, 0) turned clockwise by `from` and by `to`.
  const centred = (p: Point): Point => ({ x: p.x - radiusMm, y: p.y });
  const part = clipped(centred(a), centred(b), [
    { nx: Math.sin(from), ny: Math.cos(from), c: 0 },
    { nx: -Math.sin(to), ny: -Math.cos(to), c: 0 },
  ]);
  if (!part) return false;
  const nearest = nearestToOrigin(part.a, part.b);
  const farthest = Math.max(Math.hypot(part.a.x, part.a.y), Math.hypot(part.b.x, part.b.y));
  return nearest < radiusMm + widthMm / 2 - ROUNDING_MM && farthest > radiusMm - widthMm / 2 + ROUNDING_MM;
}

interface HalfPlane {
  readonly nx: number;
  readonly ny: number;
  readonly c: number;
}

/** The part of a segment inside all half-planes, borders left out by `ROUNDING_MM`. */
function clipped(a: Point, b: Point, halfPlanes: readonly HalfPlane[]): { readonly a: Point; readonly b: Point } | undefined {
  let from = 0;
  let to = 1;
  for (const { nx, ny, c } of halfPlanes) {
    const atA = nx * a.x + ny * a.y - c - ROUNDING_MM;
    const atB = nx * b.x + ny * b.y - c - ROUNDING_MM;
    if (atA <= 0 && atB <= 0) return undefined;
    if (atA < 0) from = Math.max(from, atA / (atA - atB));
    if (atB < 0) to = Math.min(to, atA / (atA - atB));
  }
  if (from > to) return undefined;
  const at = (t: number): Point => ({ x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) });
  return { a: at(from), b: at(to) };
}

function nearestToOrigin(a: Point, b: Point): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const lengthSq = dx * dx + dy * dy;
  const t = lengthSq > 0 ? Math.max(0, Math.min(1, -(a.x * dx + a.y * dy) / lengthSq)) : 0;
  return Math.hypot(a.x + t * dx, a.y + t * dy);
}
