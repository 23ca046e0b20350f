import type { Point } from '../../geometry/point.js';
import type { Pose } from '../../geometry/pose.js';
import type { Table } from '../../table/table.js';
import type { Overlay } from './overlay.js';

/**
 * An overlay made for the table `made`, with everything that belongs to a ship carried to the ship's place in `drawn`, mm. Shapes between
 * ships stay: they are only true for `made`.
 */
export function carriedOverlay(overlay: Overlay, made: Table, drawn: Table): Overlay {
  if (made === drawn) return overlay;
  const poses = new Map(drawn.ships.map(({ id, pose }) => [id, pose]));
  const carriers = new Map(
    made.ships.flatMap(({ id, pose }) => {
      const now = poses.get(id);
      return now && !isSame(pose, now) ? [[id, carrier(pose, now)] as const] : [];
    }),
  );
  return {
    shapes: overlay.shapes.map((shape) => {
      const carry = carriers.get(shape.shipId ?? '');
      return carry ? { ...shape, points: shape.points.map(carry) } : shape;
    }),
    labels: overlay.labels.map((label) => {
      const carry = carriers.get(label.shipId ?? '');
      return carry ? { ...label, at: carry(label.at) } : label;
    }),
  };
}

/** Carries points fixed to a piece from its pose `from` to its pose `to`; sine and cosine once for all of them, sixty times a second. */
function carrier(from: Pose, to: Pose): (point: Point) => Point {
  // Headings turn clockwise from +y.
  const turnRad = to.headingRad - from.headingRad;
  const [sin, cos] = [Math.sin(turnRad), Math.cos(turnRad)];
  return ({ x, y }) => {
    const [dx, dy] = [x - from.x, y - from.y];
    return { x: to.x + dx * cos + dy * sin, y: to.y - dx * sin + dy * cos };
  };
}

function isSame(a: Pose, b: Pose): boolean {
  return a.x === b.x && a.y === b.y && a.headingRad === b.headingRad;
}
