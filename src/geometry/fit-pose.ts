import type { Point } from './point.js';
import { type Pose, tableFromPiece } from './pose.js';

/**
 * The pose at which points of a piece's own frame come nearest to where they are seen on the table, both mm: least squares of one rigid motion,
 * each point by its weight (Umeyama 1991, without scale). Two points apart determine it, fewer leave the heading at 0.
 */
export function fitPose(local: readonly Point[], seen: readonly Point[], weights: readonly number[] = local.map(() => 1)): Pose {
  const [from, to] = [weightedMean(local, weights), weightedMean(seen, weights)];
  let dot = 0;
  let cross = 0;
  local.forEach((p, i) => {
    const [px, py, qx, qy] = [p.x - from.x, p.y - from.y, seen[i]!.x - to.x, seen[i]!.y - to.y];
    dot += weights[i]! * (px * qx + py * qy);
    cross += weights[i]! * (py * qx - px * qy);
  });
  const headingRad = Math.atan2(cross, dot);
  const turned = tableFromPiece({ x: 0, y: 0, headingRad }, from);
  return { x: to.x - turned.x, y: to.y - turned.y, headingRad };
}

function weightedMean(points: readonly Point[], weights: readonly number[]): Point {
  const mean = { x: 0, y: 0 };
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  points.forEach((point, i) => {
    mean.x += (weights[i]! / total) * point.x;
    mean.y += (weights[i]! / total) * point.y;
  });
  return mean;
}
