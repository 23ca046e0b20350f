import type { ARC_NAMES } from './arc-names.js';
import type { BaseSize, ShipBase } from './base-size.js';
import { halfSideMm } from './bases.js';
import { NOMINAL, type PhysicalSet } from './dimensions.js';

export type ArcKind = (typeof ARC_NAMES)[number];

/**
 * The area of an arc in the ship's frame (mm, x right, y forward): a convex region without an outer end, since range is asked apart.
 * `sides` are half-planes as flat triples nx, ny, c with n·p ≥ c inside; `corners` is the same region as a ring, counter-clockwise, cut
 * off 10 m from the ship. The border belongs to the arc. Only what lies outside the ship's own base counts (RR arc), which needs no side
 * of its own, because another base cannot lie there.
 */
export interface ArcRegion {
  readonly arc: ArcKind;
  readonly sides: readonly number[];
  readonly corners: readonly number[];
  /** The real corners, without those made by cutting off. */
  readonly apexes: readonly number[];
}

/** Farther than any table is long; arcs are cut off here where they need an end. */
const FAR_MM = 10000;

/** Half the opening angle of the front arc, radians: the angle of the arc line from straight ahead. */
export function frontHalfAngleRad(base: ShipBase, set: PhysicalSet = NOMINAL): number {
  return (set.frontArcDeg[base] * Math.PI) / 360;
}

/**
 * The region of one arc. All lines of the four standard arcs pass through the base's centre; the rear arc mirrors the front arc and the
 * side arcs are what is left, so a base's corners lie in its side arcs, but for a huge one, whose lines leave it at its sides. Full arcs are split by the line through the middle of the base;
 * the bullseye is a strip as wide as the range ruler from the front edge (sources: dimensions.ts).
 */
export function arcRegion(base: ShipBase, arc: ArcKind, set: PhysicalSet = NOMINAL, halfLengthMm = halfSideMm(base)): ArcRegion {
  return regionOf(arc, frontHalfAngleRad(base, set), halfLengthMm, set.bullseyeWidthMm);
}

/** An arc of a base by the angle of its arc lines from straight ahead and by how far its front edge lies ahead of the centre. */
function regionOf(arc: ArcKind, angle: number, edge: number, bullseyeWidthMm: number): ArcRegion {
  const sin = Math.sin(angle);
  const cos = Math.cos(angle);
  const far = FAR_MM;
  const wedge = (ax: number, ay: number, bx: number, by: number): ArcRegion => ({
    arc,
    // From the apex, `a` is the clockwise border and `b` the counter-clockwise one.
    sides: [-ay, ax, 0, by, -bx, 0],
    corners: [0, 0, far * ax, far * ay, far * bx, far * by],
    apexes: [0, 0],
  });
  switch (arc) {
    case 'front':
      return wedge(sin, cos, -sin, cos);
    case 'rear':
      return wedge(-sin, -cos, sin, -cos);
    case 'left':
      return wedge(-sin, cos, -sin, -cos);
    case 'right':
      return wedge(sin, -cos, sin, cos);
    case 'fullFront':
      return { arc, sides: [0, 1, 0], corners: [-far, 0, far, 0, far, far, -far, far], apexes: [] };
    case 'fullRear':
      return { arc, sides: [0, -1, 0], corners: [-far, -far, far, -far, far, 0, -far, 0], apexes: [] };
    case 'bullseye': {
      const half = bullseyeWidthMm / 2;
      return {
        arc,
        sides: [1, 0, -half, -1, 0, -half, 0, 1, edge],
        corners: [-half, edge, half, edge, half, far, -half, far],
        apexes: [-half, edge, half, edge],
      };
    }
  }
}

/** The arcs a turret covers: a single turret the one it points at, a double turret that and the opposite one (TTS "frontback", "leftright"). */
export function turretArcs(pointsAt: 'front' | 'rear' | 'left' | 'right', turret: 'single' | 'double'): readonly ArcKind[] {
  if (turret === 'single') return [pointsAt];
  return pointsAt === 'front' || pointsAt === 'rear' ? ['front', 'rear'] : ['left', 'right'];
}

/** Place where an arc line leaves the base: x on the front edge for the front arc's lines, mm from the middle. */
export function arcLineExitMm(base: BaseSize, set: PhysicalSet = NOMINAL): number {
  return halfSideMm(base) * Math.tan(frontHalfAngleRad(base, set));
}
