import type { Point } from '../../geometry/point.js';
import { type Pose, tableFromPiece } from '../../geometry/pose.js';
import type { BaseSize } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';

/** The mat under a base and a little around it, where its walls and their shadow are seen. */
export function baseCover(base: BaseSize, pose: Pose): Point[] {
  const half = halfSideMm(base) + 2;
  return [
    { x: -half, y: -half },
    { x: half, y: -half },
    { x: half, y: half },
    { x: -half, y: half },
  ].map((corner) => tableFromPiece(pose, corner));
}
