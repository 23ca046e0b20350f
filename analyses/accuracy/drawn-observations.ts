import { pixelFromTable, tableFromPixel } from '../../src/geometry/camera.js';
import type { Point } from '../../src/geometry/point.js';
import { type Pose, tableFromPiece } from '../../src/geometry/pose.js';
import { BASE_SIZES, type BaseSize } from '../../src/pieces/base-size.js';
import { MAT_MM, TILE_TOP_MM } from '../../src/pieces/dimensions.js';
import {
  EDGE_OFFSET_SIGMA_MM,
  MAT_SIGMA_MM,
  PLASTIC_SIGMA,
  SQUARE_SIGMA_MM,
  TILE_SHIFT_SIGMA_MM,
  TILE_TOP_SIGMA_MM,
  TILE_TRIM_SIGMA_MM,
  TILE_TURN_SIGMA_RAD,
} from '../../src/pieces/priors.js';
import type { Random } from '../../src/sim/random.js';
import { BASE_KEYPOINTS } from '../../src/vision/solve/base-keypoints.js';
import type { TableSolution } from '../../src/vision/solve/joint-solution.js';
import { nearestSide, SIDES } from '../../src/vision/solve/mat-sides.js';
import type { BaseMarks, Mark, Observations } from '../../src/vision/solve/observations.js';

/** What is marked of a table that lies as `solution` says: each mark with the noise it claims, what is believed to vary drawn as it is believed to. */
export function drawnObservations(solution: TableSolution, { border, bases }: Observations, random: Random): Observations {
  const { camera, poses } = solution;
  const plastic = 1 + random.normal(PLASTIC_SIGMA);
  const tops = BASE_SIZES.map(() => TILE_TOP_MM + random.normal(TILE_TOP_SIGMA_MM));
  const trim = { x: random.normal(TILE_TRIM_SIGMA_MM), y: random.normal(TILE_TRIM_SIGMA_MM) };
  const mat = drawnMat(random);
  const edgeOffsets = SIDES.map(() => random.normal(EDGE_OFFSET_SIGMA_MM));
  const noisy = (mark: Mark, at: Point & { readonly z: number }): Mark => {
    const pixel = pixelFromTable(camera, at) ?? mark;
    return { u: pixel.u + random.normal(mark.sigmaPx), v: pixel.v + random.normal(mark.sigmaPx), sigmaPx: mark.sigmaPx };
  };
  const drawnBase = ({ base, marks, edges = [] }: BaseMarks, pose: Pose): BaseMarks => {
    const play: Pose = {
      x: random.normal(TILE_SHIFT_SIGMA_MM),
      y: random.normal(TILE_SHIFT_SIGMA_MM),
      headingRad: random.normal(TILE_TURN_SIGMA_RAD),
    };
    const placed = (local: Point, onTile: boolean, z: number) => {
      const own = onTile
        ? tableFromPiece(play, { x: local.x - Math.sign(local.x) * trim.x, y: local.y - Math.sign(local.y) * trim.y })
        : local;
      return { ...tableFromPiece(pose, { x: plastic * own.x, y: plastic * own.y }), z: onTile ? topOf(base, tops) : z };
    };
    return {
      base,
      start: pose,
      marks: BASE_KEYPOINTS[base].map((point, k) => marks[k] && noisy(marks[k], placed(point, point.onTile, point.z))),
      edges: edges.map((edge) => ({ ...edge, mark: noisy(edge.mark, placed(edge.local, edge.onTile, 0)) })),
    };
  };
  return {
    border: border.flatMap((mark) => {
      const foot = tableFromPixel(camera, mark);
      return foot ? [noisy(mark, { ...onEdge(foot, solution, mat, edgeOffsets), z: 0 })] : [];
    }),
    bases: bases.map((one, i) => drawnBase(one, poses[i]!)),
  };
}

/** A mat's width and depth vary each by itself, and from each other by less. */
function drawnMat(random: Random): { readonly widthMm: number; readonly depthMm: number } {
  const middle = MAT_MM + random.normal(MAT_SIGMA_MM / Math.SQRT2);
  const longer = random.normal(1 / Math.sqrt(1 / (2 * MAT_SIGMA_MM ** 2) + 1 / SQUARE_SIGMA_MM ** 2));
  return { widthMm: middle + longer / 2, depthMm: middle - longer / 2 };
}

function topOf(base: BaseSize, tops: readonly number[]): number {
  return tops[BASE_SIZES.indexOf(base)]!;
}

/** The place of the edge seen beside the drawn mat's sides, `offsetsMm` outside of them, that stands for a place near that of the solved one. */
function onEdge(
  foot: Point,
  solved: TableSolution,
  { widthMm, depthMm }: { readonly widthMm: number; readonly depthMm: number },
  offsetsMm: readonly number[],
): Point {
  const side = nearestSide(foot, solved);
  const offsetMm = offsetsMm[side]!;
  if (side === 0) return { x: foot.x, y: -offsetMm };
  if (side === 1) return { x: widthMm + offsetMm, y: foot.y };
  if (side === 2) return { x: foot.x, y: depthMm + offsetMm };
  return { x: -offsetMm, y: foot.y };
}

/** Every other mark, and the rest. */
export function halves({ border, bases }: Observations): readonly Observations[] {
  return [0, 1].map((half) => ({
    border: border.filter((_, i) => i % 2 === half),
    bases: bases.map((one) => ({
      ...one,
      marks: one.marks.map((mark, i) => (i % 2 === half ? mark : undefined)),
      edges: (one.edges ?? []).filter((_, i) => i % 2 === half),
    })),
  }));
}
