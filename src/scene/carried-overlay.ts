import type { Point } from '../geometry/point.js';
import { type Pose, tableFromPiece } from '../geometry/pose.js';
import type { Table } from '../table/table.js';
import type { Overlay } from './overlay.js';

/**
 * An overlay made for the table `made`, with what belongs to a ship carried to where the ship stands in `drawn`, mm. What lies between ships stays:
 * it is true of `made` alone.
 */
export function carriedOverlay(overlay: Overlay, made: Table, drawn: Table): Overlay {
  if (made === drawn) return overlay;
  const poses = new Map(drawn.ships.map(({ id, pose }) => [id, pose]));
  const carriers = new Map(
    made.ships.flatMap(({ id, pose }) => {
      const now = poses.get(id);
      return now ? [[id, (point: Point) => carried(point, pose, now)] as const] : [];
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

/** A point fixed to a piece that stood at `from`, when it stands at `to`. */
function carried({ x, y }: Point, from: Pose, to: Pose): Point {
  const [sin, cos] = [Math.sin(from.headingRad), Math.cos(from.headingRad)];
  const [dx, dy] = [x - from.x, y - from.y];
  // Headings turn clockwise from +y.
  return tableFromPiece(to, { x: dx * cos - dy * sin, y: dx * sin + dy * cos });
}
