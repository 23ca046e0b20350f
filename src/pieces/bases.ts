import type { HalfSize } from '../geometry/half-size.js';
import type { Point } from '../geometry/point.js';
import { type Pose, tableFromPiece } from '../geometry/pose.js';
import type { BaseShape, BaseSize, ShipBase } from './base-size.js';
import { BASE_SIDE_MM, GUIDE, HUGE_BASE } from './dimensions.js';

/** From the centre of a base to its front edge, mm: half the side of a square one. */
export function halfSideMm(base: ShipBase): number {
  return baseHalf({ base }).y;
}

const SQUARES: Readonly<Record<BaseSize, HalfSize>> = {
  small: square('small'),
  medium: square('medium'),
  large: square('large'),
};
const HUGE: HalfSize = { x: HUGE_BASE.widthMm / 2, y: HUGE_BASE.lengthMm / 2 };

function square(base: BaseSize): HalfSize {
  const half = BASE_SIDE_MM[base] / 2;
  return { x: half, y: half };
}

/** Half the width and length of any base, mm; of a huge one that nobody measured, as most sources have it. */
export function baseHalf({ base, lengthMm }: BaseShape): HalfSize {
  if (base !== 'huge') return SQUARES[base];
  return lengthMm === undefined ? HUGE : { x: HUGE.x, y: lengthMm / 2 };
}

/**
 * Corners of a base in its own frame (mm, x right, y forward), counter-clockwise from the rear left: no source models a notch or a radius. The guides
 * are not part of the base for range, arc and overlap.
 */
export function baseCorners(base: ShipBase, lengthMm?: number): readonly [Point, Point, Point, Point] {
  const { x, y } = baseHalf({ base, ...(lengthMm !== undefined && { lengthMm }) });
  return [
    { x: -x, y: -y },
    { x, y: -y },
    { x, y },
    { x: -x, y },
  ];
}

/** Corners of a base that stands at `pose`, table frame, mm, counter-clockwise from its rear left. */
export function baseOutline(base: ShipBase, pose: Pose): readonly Point[] {
  return shipOutline({ base, pose });
}

/** The same of a ship. */
export function shipOutline(ship: BaseShape & { readonly pose: Pose }): readonly Point[] {
  return baseCorners(ship.base, ship.lengthMm).map((corner) => tableFromPiece(ship.pose, corner));
}

/** Hashmarks in the ship's frame, mm: the middle of each edge (RR, overlap and barrel roll). */
export function hashmarks(base: ShipBase): Readonly<Record<'front' | 'rear' | 'left' | 'right', Point>> {
  const { x, y } = baseHalf({ base });
  return { front: { x: 0, y }, rear: { x: 0, y: -y }, left: { x: -x, y: 0 }, right: { x, y: 0 } };
}

/** One guide: a rectangle in the ship's frame, mm, corners counter-clockwise. The tip is rounded on the real piece. */
export interface Guide {
  readonly end: 'front' | 'rear';
  readonly side: 'left' | 'right';
  readonly outline: readonly Point[];
}

/** The four guides of a square base, ship frame, mm; the template lies between the two of one end. No source describes those of a huge one. */
export function guides(base: BaseSize): readonly Guide[] {
  const h = halfSideMm(base);
  const rows: Guide[] = [];
  for (const end of ['front', 'rear'] as const) {
    for (const side of ['left', 'right'] as const) {
      const [x0, x1] = side === 'left' ? [-GUIDE.outerMm, -GUIDE.innerMm] : [GUIDE.innerMm, GUIDE.outerMm];
      const [y0, y1] = end === 'front' ? [h, h + GUIDE.protrusionMm] : [-h - GUIDE.protrusionMm, -h];
      const outline = [
        { x: x0, y: y0 },
        { x: x1, y: y0 },
        { x: x1, y: y1 },
        { x: x0, y: y1 },
      ];
      rows.push({ end, side, outline });
    }
  }
  return rows;
}
