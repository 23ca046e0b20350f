import type { Point } from '../../src/geometry/point.js';
import { baseOutline } from '../../src/pieces/bases.js';
import type { ShipDescription } from '../../src/sim/table-description.js';

/** Closest distance of two simulated ships' bases, mm, by trying points every 0.25 mm along both outlines: not the code under test. */
export function sampledGapMm(a: ShipDescription, b: ShipDescription): number {
  const others = along(outlineOf(b));
  return Math.min(...along(outlineOf(a)).map((p) => Math.min(...others.map((q) => Math.hypot(p.x - q.x, p.y - q.y)))));
}

function outlineOf({ base, x, y, headingDeg }: ShipDescription): readonly Point[] {
  return baseOutline(base, { x, y, headingRad: (headingDeg * Math.PI) / 180 });
}

function along(outline: readonly Point[]): Point[] {
  return outline.flatMap((from, index) => {
    const to = outline[(index + 1) % outline.length]!;
    const pieces = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) * 4);
    return Array.from({ length: pieces }, (_, k) => ({
      x: from.x + ((to.x - from.x) * k) / pieces,
      y: from.y + ((to.y - from.y) * k) / pieces,
    }));
  });
}
