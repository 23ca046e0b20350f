import { type Camera, cameraCentre } from '../../geometry/camera.js';
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

/** Heights at which a miniature is seen, mm: pegs hold it up to 40 mm above the base, larger ships reach higher. */
const MINIATURE_MM = [15, 30, 45, 60, 75, 90];

/** The places of the mat that a camera sees a base's miniature before, as one outline for each of some heights. */
export function miniatureCovers(base: BaseSize, pose: Pose, camera: Camera): Point[][] {
  const eye = cameraCentre(camera);
  return MINIATURE_MM.filter((heightMm) => heightMm < eye.z / 2).map((heightMm) => {
    const further = eye.z / (eye.z - heightMm);
    return baseCover(base, pose).map(({ x, y }) => ({ x: eye.x + further * (x - eye.x), y: eye.y + further * (y - eye.y) }));
  });
}
