import { meanPoint } from '../../geometry/mean-point.js';
import { projectedPlace } from '../mat/edges/side-profile.js';
import type { Frame } from '../runtime/frame.js';
import type { TableSolution } from '../solve/joint-solution.js';

/**
 * Long side of the smallest photo that cameras take, px: a smaller one is a copy that somebody, or a messenger, has reduced, or a part of
 * one.
 */
const SMALLEST_PHOTO_PX = 1920;
/**
 * Sizes in which cameras give video: a picture of such a size may be an original frame, and counts as one unless its file was saved as
 * copies are. Longer side first, px.
 */
const VIDEO_SIZES = ['1280×720', '640×480', '640×360'];
/** Width of table in a pixel up to which it is as fine as those of a camera's photo of a whole table, mm. */
const FINE_MM = 0.75;

/**
 * Ratio of a photo's pixels to the original's, where it was reduced; otherwise 1. All claims are widened by it: the misfit of border and
 * bases is in units of a mark's sigma, so that a copy shows less of the misfit for which its original's claims are widened, while its
 * errors stay (docs/experiments/claims.md). `isCopy`: its file was saved as copies are.
 */
export function lostPixels({ widthPx, heightPx }: Frame, solution: Pick<TableSolution, 'camera' | 'poses'>, isCopy = false): number {
  const size = `${Math.max(widthPx, heightPx)}×${Math.min(widthPx, heightPx)}`;
  if (solution.poses.length === 0 || (!isCopy && VIDEO_SIZES.includes(size))) return 1;
  const smaller = SMALLEST_PHOTO_PX / Math.max(widthPx, heightPx);
  return Math.max(1, Math.min(smaller, pixelMm(solution) / FINE_MM));
}

/** Width of table that a pixel shows in the middle of its bases, mm; infinite where that is not in view. Throws without a base. */
export function pixelMm({ camera, poses }: Pick<TableSolution, 'camera' | 'poses'>): number {
  const middle = meanPoint(poses);
  const [across, up] = [projectedPlace(camera, middle, { x: 1, y: 0 }), projectedPlace(camera, middle, { x: 0, y: 1 })];
  return across && up ? 1 / Math.sqrt(across.pxPerMm * up.pxPerMm) : Number.POSITIVE_INFINITY;
}
