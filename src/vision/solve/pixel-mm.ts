import { meanPoint } from '../../geometry/mean-point.js';
import { projectedPlace } from '../mat/edges/side-profile.js';
import type { TableSolution } from './joint-solution.js';

/** How much of the table a pixel shows in the middle of its bases, mm; infinite where that is not in view. Throws without a base. */
export function pixelMm({ camera, poses }: Pick<TableSolution, 'camera' | 'poses'>): number {
  const middle = meanPoint(poses);
  const [across, up] = [projectedPlace(camera, middle, { x: 1, y: 0 }), projectedPlace(camera, middle, { x: 0, y: 1 })];
  return across && up ? 1 / Math.sqrt(across.pxPerMm * up.pxPerMm) : Number.POSITIVE_INFINITY;
}
