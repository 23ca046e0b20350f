import { meanPoint } from '../../geometry/mean-point.js';
import { projectedPlace } from '../mat/edges/side-profile.js';
import type { Frame } from '../runtime/frame.js';
import type { TableSolution } from '../solve/joint-solution.js';

/** Long side of the smallest photo that cameras take, px: a smaller one is a copy that somebody, or a messenger, has made smaller, or a part of one. */
const SMALLEST_PHOTO_PX = 1920;
/** Sizes in which cameras give video: a picture of such a size may be a frame as it was taken, and is claimed as one unless its file was saved as copies are. Longer side first, px. */
const VIDEO_SIZES = ['1280×720', '640×480', '640×360'];
/** A pixel that shows less of the table than this is as fine as those of a camera's photo of a whole table, mm. */
const FINE_MM = 0.75;

/**
 * How many times as large the pixels of a photo are as those of what a camera took, where it was made smaller; 1 where it was not. Everything is claimed
 * as much wider in it: border and bases contradict each other in units of what a mark is worth, so that a copy shows less of the misfit that its original is claimed
 * wider for, while its errors stay (docs/experiments/claims.md). `isCopy`: its file was saved as copies are.
 */
export function lostPixels({ widthPx, heightPx }: Frame, solution: Pick<TableSolution, 'camera' | 'poses'>, isCopy = false): number {
  const size = `${Math.max(widthPx, heightPx)}×${Math.min(widthPx, heightPx)}`;
  if (solution.poses.length === 0 || (!isCopy && VIDEO_SIZES.includes(size))) return 1;
  const smaller = SMALLEST_PHOTO_PX / Math.max(widthPx, heightPx);
  return Math.max(1, Math.min(smaller, pixelMm(solution) / FINE_MM));
}

/** How much of the table a pixel shows in the middle of its bases, mm; infinite where that is not in view. Throws without a base. */
export function pixelMm({ camera, poses }: Pick<TableSolution, 'camera' | 'poses'>): number {
  const middle = meanPoint(poses);
  const [across, up] = [projectedPlace(camera, middle, { x: 1, y: 0 }), projectedPlace(camera, middle, { x: 0, y: 1 })];
  return across && up ? 1 / Math.sqrt(across.pxPerMm * up.pxPerMm) : Number.POSITIVE_INFINITY;
}
