import { pixelFromTable } from '../../geometry/camera.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { MeasureHints, TableMeasurement } from '../../table/measurement.js';

/** Width of a small base, px, below which ships are missed: of one table 3 of 4 were found at 8 px, all from 10 px on. */
const NARROW_PX = 10;

/** Reason why no ship was found in a measured picture; undefined where some were, and where the table may simply be empty. */
export function noShips(
  { bases, mat, camera }: Pick<TableMeasurement, 'bases' | 'mat' | 'camera'>,
  { corners }: MeasureHints,
): string | undefined {
  if (bases.length > 0) return undefined;
  const half = halfSideMm('small');
  const [left, right] = [-half, half].map((by) => pixelFromTable(camera, { x: mat.widthMm / 2 + by, y: mat.depthMm / 2, z: 0 }));
  const widthPx = left && right ? Math.hypot(right.u - left.u, right.v - left.v) : Number.POSITIVE_INFINITY;
  if (widthPx < NARROW_PX)
    return `No ship was found, which may be the picture’s: a small base is ${widthPx.toFixed(0)} px wide in it, expected at least ${NARROW_PX}. Give the picture in its full resolution, or take it from closer.`;
  return corners
    ? 'No ship was found between the marked corners. If there are ships on the mat, check the marks: px of the picture as it is shown upright, whatever way its file stores it.'
    : undefined;
}
