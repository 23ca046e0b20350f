import type { Point } from '../geometry/point.js';
import { type Pose, tableFromPiece } from '../geometry/pose.js';
import type { BaseSize } from './base-size.js';
import { BASE_SIDE_MM, GUIDE, HUGE_BASE } from './dimensions.js';

/** Half the side of a base, mm: the distance from its centre to each edge. */
export function halfSideMm(base: BaseSize): number {
  return BASE_SIDE_MM[base] / 2;
}

/**
 * Corners of a base in its own frame (mm, x right, y forward), counter-clockwise from the rear left. Square: no source models a notch
 * or a radius. The guides are not part of the base for range, arc and overlap.
 */
export function baseCorners(base: BaseSize): readonly [Point, Point, Point, Point] {
  const h = halfSideMm(base);
  return [
    { x: -h, y: -h },
    { x: h, y: -h },
    { x: h, y: h },
    { x: -h, y: h },
  ];
}

/** Corners of a huge base in its own frame, likewise; low confidence, see `HUGE_BASE`. */
export function hugeBaseCorners(): readonly Point[] {
  const x = HUGE_BASE.widthMm / 2;
  const y = HUGE_BASE.lengthMm / 2;
  return [
    { x: -x, y: -y },
    { x, y: -y },
    { x, y },
    { x: -x, y },
  ];
}

/** Corners of a base that stands at `pose`, table frame, mm, counter-clockwise from its rear left. */
export function baseOutline(base: BaseSize, pose: Pose): readonly Point[] {
  return baseCorners(base).map((corner) => tableFromPiece(pose, corner));
}

/** Hashmarks in the ship's frame, mm: the middle of each edge (RR, overlap and barrel roll). */
export function hashmarks(base: BaseSize): Readonly<Record<'front' | 'rear' | 'left' | 'right', Point>> {
  const h = halfSideMm(base);
  return { front: { x: 0, y: h }, rear: { x: 0, y: -h }, left: { x: -h, y: 0 }, right: { x: h, y: 0 } };
}

/** One guide: a rectangle in the ship's frame, mm, corners counter-clockwise. The tip is rounded on the real piece. */
export interface Guide {
  readonly end: 'front' | 'rear';
  readonly side: 'left' | 'right';
  readonly outline: readonly Point[];
}

/** The four guides of a base, ship frame, mm; the template lies between the two of one end. */
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
