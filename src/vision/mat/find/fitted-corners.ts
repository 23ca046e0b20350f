import { type Camera, pixelFromTable } from '../../../geometry/camera.js';
import type { Pixel } from '../../../geometry/point.js';
import type { TableSolution } from '../../solve/joint-solution.js';
import { turnedFrames } from '../../solve/moved-frame.js';
import { expectedMat, type TablePrior } from '../../solve/observations.js';

/** The registration in whose frame, turned by quarters, marked corners (counter-clockwise from the nearest-left, some out of view) lie nearest to the mat's. */
export function turnedToCorners(solution: TableSolution, corners: readonly (Pixel | undefined)[], lens: TablePrior): TableSolution {
  const turned = turnedFrames(solution.camera).map((camera) => ({
    ...solution,
    camera,
    ...(camera !== solution.camera && expectedMat(lens)),
  }));
  const misfits = turned.map((one) => cornerMisfitPx(one, corners));
  return turned[misfits.indexOf(Math.min(...misfits))]!;
}

/** How far the worst of the marked corners lies from that of the registration's mat, px. */
export function cornerMisfitPx(
  { camera, widthMm, depthMm }: { readonly camera: Camera; readonly widthMm: number; readonly depthMm: number },
  corners: readonly (Pixel | undefined)[],
): number {
  const places = [
    { x: 0, y: 0 },
    { x: widthMm, y: 0 },
    { x: widthMm, y: depthMm },
    { x: 0, y: depthMm },
  ];
  const apart = corners.map((corner, i) => {
    const seen = pixelFromTable(camera, { ...places[i]!, z: 0 });
    if (!corner) return 0;
    return seen ? Math.hypot(seen.u - corner.u, seen.v - corner.v) : Number.POSITIVE_INFINITY;
  });
  return Math.max(...apart);
}
