import { type Camera, tableFromPixel } from '../../../geometry/camera.js';
import { fitPose } from '../../../geometry/fit-pose.js';
import { meanPoint } from '../../../geometry/mean-point.js';
import { MAT_MM } from '../../../pieces/dimensions.js';
import type { FrameBase } from '../../bases/frame-bases.js';
import { BASE_KEYPOINTS } from '../../solve/base-keypoints.js';
import { fittingBases } from '../../solve/fitting-bases.js';
import { solveTable, type TableSolution } from '../../solve/joint-solution.js';
import type { BaseMarks, TablePrior } from '../../solve/observations.js';
import { sizesByShape } from '../../solve/sizes-by-shape.js';

/** Number of bases that determine the camera, the likeliest. */
const MAX_BASES = 10;

/** Solutions as good as this share of the best one are kept, those of other scales than it: squares seen alone may be all of a size larger. */
const AS_GOOD = 0.8;
/** Number of such solutions that are kept, the best first. */
const MAX_SOLUTIONS = 3;
/** Distances of the camera nearer to each other than this (log) are one scale. */
const APART = 0.15;

/**
 * The table as the corners of the bases in the frame determine it, the likeliest first: bases are squares of known sizes, so three of them give plane and scale.
 * `usual`: cameras to begin with.
 */
export function solutionsBySquares(seen: readonly FrameBase[], usual: readonly Camera[], lens: TablePrior): TableSolution[] {
  const some = seen.slice(0, MAX_BASES);
  const solutions = usual.flatMap((camera) => {
    const marks = some.flatMap((one) => marksUnder(camera, one) ?? []);
    if (marks.length === 0) return [];
    const proposed = [{ camera, bases: marks }, ...sizesByShape(camera, marks, lens)];
    return proposed.map(({ camera: from, bases }) => {
      const start = { camera: from, widthMm: MAT_MM, depthMm: MAT_MM };
      return fittingBases(bases, (few) => solveTable(start, { border: [], bases: few }, lens)).solution;
    });
  });
  const ranked = solutions.sort((a, b) => agreementOf(b) - agreementOf(a));
  const kept: TableSolution[] = [];
  for (const one of ranked) {
    const isAsGood = agreementOf(one) >= AS_GOOD * agreementOf(ranked[0]!);
    const isOther = kept.every((other) => Math.abs(Math.log(nearnessOf(one) / nearnessOf(other))) > APART);
    if (isAsGood && isOther && kept.length < MAX_SOLUTIONS) kept.push(one);
  }
  return kept;
}

/** Width of a millimetre of the table where the bases are, px, about. */
export function nearnessOf({ camera, poses }: TableSolution): number {
  const { x, y } = meanPoint(poses);
  return camera.fx / Math.hypot(...distanceTo(camera, x, y));
}

function distanceTo({ r, t }: Camera, x: number, y: number): number[] {
  return [0, 1, 2].map((k) => r[3 * k]! * x + r[3 * k + 1]! * y + t[k]!);
}

function agreementOf({ agreement }: TableSolution): number {
  return agreement.reduce((sum, one) => sum + one, 0);
}

/** A base's corners as marks, begun where a camera has them on the table; undefined where it has them behind the horizon. */
function marksUnder(camera: Camera, { base, corners }: FrameBase): BaseMarks | undefined {
  const places = corners.map((corner) => tableFromPixel(camera, corner));
  if (places.some((place) => !place)) return undefined;
  const start = fitPose(
    corners.map((_, i) => BASE_KEYPOINTS[base][i]!),
    places.map((place) => place!),
    corners.map(() => 1),
  );
  return start && { base, start, marks: BASE_KEYPOINTS[base].map((_, i) => corners[i]) };
}
