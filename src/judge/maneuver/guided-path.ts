import type { Point } from '../../geometry/point.js';
import { type Pose, tableFromPiece } from '../../geometry/pose.js';
import type { Template } from '../../pieces/templates.js';

/** +1: bends to the right of travel, −1: to the left, 0: straight. */
export type Bend = -1 | 0 | 1;

/**
 * The way a base is led along a template: the middles of its rear and front guides both stay on the centre line, which is drawn out
 * straight at both ends by the length of the base. All poses are those of travel: a ship that reverses faces the other way.
 */
export interface GuidedPath {
  /** Template's first end: its middle, and the direction of travel. */
  readonly start: Pose;
  readonly template: Template;
  readonly bend: Bend;
  /** Length of the base between its guides. */
  readonly sideMm: number;
}

/** The path of a base of this side that stands at `pose` and travels the way it faces. */
export function guidedPath(pose: Pose, sideMm: number, template: Template, bend: Bend): GuidedPath {
  const front = tableFromPiece(pose, { x: 0, y: sideMm / 2 });
  return { start: { ...front, headingRad: pose.headingRad }, template, bend, sideMm };
}

/**
 * Pose of the base whose rear guides' middle is `rearMm` along the centre line from the template's first end: −side is where it starts,
 * the template's length where it fully executes. Its centre is the middle between both guides' middles, its heading the line through them.
 */
export function poseAlong(path: GuidedPath, rearMm: number): Pose {
  const { template, sideMm } = path;
  const rear = centreLine(template, rearMm);
  const front = frontGuides(template, rear, rearMm, sideMm);
  const bend = path.bend === 0 ? 1 : path.bend;
  const middle = tableFromPiece(path.start, { x: (bend * (rear.x + front.x)) / 2, y: (rear.y + front.y) / 2 });
  return { ...middle, headingRad: path.start.headingRad + bend * Math.atan2(front.x - rear.x, front.y - rear.y) };
}

/** Middle and direction of the template's far end. */
export function templateEnd({ start, template, bend }: GuidedPath): Pose {
  const end = centreLine(template, template.lengthMm);
  const side = bend === 0 ? 1 : bend;
  return { ...tableFromPiece(start, { x: side * end.x, y: end.y }), headingRad: start.headingRad + side * template.turnRad };
}

/** A point of the centre line, template frame, bending right; before and after the template it runs straight on. */
export function centreLine({ lengthMm, radiusMm, turnRad }: Template, alongMm: number): Point {
  if (turnRad === 0 || alongMm <= 0) return { x: 0, y: alongMm };
  const angle = Math.min(alongMm, lengthMm) / radiusMm;
  const beyondMm = Math.max(0, alongMm - lengthMm);
  return {
    x: radiusMm * (1 - Math.cos(angle)) + beyondMm * Math.sin(angle),
    y: radiusMm * Math.sin(angle) + beyondMm * Math.cos(angle),
  };
}

/** The point of the centre line ahead of `rear` at the straight distance of the base's side. */
function frontGuides(template: Template, rear: Point, rearMm: number, sideMm: number): Point {
  const { turnRad, radiusMm, lengthMm } = template;
  // Along the line the distance from the rear guides only grows, so the first piece that ends beyond the side holds the front guides.
  if (turnRad === 0 || rearMm + sideMm <= 0) return { x: 0, y: rearMm + sideMm };
  const end = centreLine(template, lengthMm);
  if (rearMm < lengthMm && Math.hypot(end.x - rear.x, end.y - rear.y) >= sideMm) return onArc(radiusMm, rear, rearMm, sideMm);
  // On the straight beyond the end: |end + t·direction − rear| = side.
  const dx = Math.sin(turnRad);
  const dy = Math.cos(turnRad);
  const along = (end.x - rear.x) * dx + (end.y - rear.y) * dy;
  const apartSq = (end.x - rear.x) ** 2 + (end.y - rear.y) ** 2;
  const t = -along + Math.sqrt(Math.max(0, along * along - apartSq + sideMm * sideMm));
  return { x: end.x + t * dx, y: end.y + t * dy };
}

/** The point of the arc (centre (R, 0)) ahead of `rear` at the distance of the side. */
function onArc(radiusMm: number, rear: Point, rearMm: number, sideMm: number): Point {
  if (rearMm >= 0) {
    const angle = rearMm / radiusMm + 2 * Math.asin(sideMm / (2 * radiusMm));
    return { x: radiusMm * (1 - Math.cos(angle)), y: radiusMm * Math.sin(angle) };
  }
  // Rear guides on the straight before the arc: the crossing of two circles that lies ahead.
  const cx = radiusMm - rear.x;
  const cy = -rear.y;
  const apart = Math.hypot(cx, cy);
  const along = (apart * apart + sideMm * sideMm - radiusMm * radiusMm) / (2 * apart);
  const across = Math.sqrt(Math.max(0, sideMm * sideMm - along * along));
  // Of the two crossings the one to the left of the way to the circle's centre lies on the near side of the arc.
  return { x: rear.x + (along * cx - across * cy) / apart, y: rear.y + (along * cy + across * cx) / apart };
}
