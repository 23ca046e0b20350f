import { pixelFromTable } from '../../src/geometry/camera.js';
import { type Pose, tableFromPiece } from '../../src/geometry/pose.js';
import type { BaseSize } from '../../src/pieces/base-size.js';
import { TILE_TOP_MM } from '../../src/pieces/dimensions.js';
import { BASE_KEYPOINTS } from '../../src/vision/solve/base-keypoints.js';
import { solveTable, type TableSolution } from '../../src/vision/solve/joint-solution.js';
import { type MatPrior, type Observations, type TablePrior, unknownLens } from '../../src/vision/solve/observations.js';
import { withoutMat, withProcessNoise } from '../../src/vision/solve/shared-parameters.js';
import { cameraAt, normals } from './made-up-table.js';

/** What stays the same at a table: drawn as it is believed to vary, for one match. */
export interface World {
  readonly camera: ReturnType<typeof cameraAt>;
  readonly widthMm: number;
  readonly depthMm: number;
  /** How much too large bases are read, relative. */
  readonly plastic: number;
  readonly tileTopMm: number;
  readonly edgeMm: readonly number[];
}

export interface Round {
  readonly truth: readonly { readonly base: BaseSize; readonly pose: Pose }[];
  readonly observations: Observations;
}

const SIGMA_PX = 0.7;
const PLAY_MM = 0.3;
const PLAY_RAD = 0.012;

export function drawWorld(normal: () => number, given: Partial<World> = {}): World {
  return {
    camera: cameraAt(50, 1350 * Math.exp(0.05 * normal()), -0.06 + 0.03 * normal(), 0.01 * normal()),
    widthMm: 914.4 + 3.5 * normal(),
    depthMm: 914.4 + 3.5 * normal(),
    plastic: 0.008 * normal(),
    tileTopMm: TILE_TOP_MM + 0.4 * normal(),
    edgeMm: [0, 1, 2, 3].map(() => 0.5 * normal()),
    ...given,
  };
}

/** Bases of all sizes at places of their own in each round, one in each of nine fields of the mat or so, and what is marked of them and of the border. */
export function drawRound({ camera, widthMm, depthMm, plastic, tileTopMm, edgeMm }: World, normal: () => number, count = 5): Round {
  const [near, right, far, left] = edgeMm as [number, number, number, number];
  const seen = (x: number, y: number, z: number) => {
    const pixel = pixelFromTable(camera, { x, y, z })!;
    return { u: pixel.u + SIGMA_PX * normal(), v: pixel.v + SIGMA_PX * normal(), sigmaPx: SIGMA_PX };
  };
  const border = Array.from({ length: 8 }, (_, i) => (i + 0.5) / 8).flatMap((s) => [
    seen(s * widthMm, -near, 0),
    seen(widthMm + right, s * depthMm, 0),
    seen(s * widthMm, depthMm + far, 0),
    seen(-left, s * depthMm, 0),
  ]);
  const truth = Array.from({ length: count }, (_, i) => {
    const base = (['small', 'medium', 'large', 'small'] as const)[i % 4]!;
    const at = (k: number) => 150 + 300 * k + 60 * Math.max(-1.5, Math.min(1.5, normal()));
    return { base, pose: { x: at(i % 3), y: at(Math.floor(i / 3)), headingRad: 2 * normal() } };
  });
  const bases = truth.map(({ base, pose }) => {
    const play = { x: PLAY_MM * normal(), y: PLAY_MM * normal(), headingRad: PLAY_RAD * normal() };
    const marks = BASE_KEYPOINTS[base].map(({ x, y, z, onTile }) => {
      const local = onTile ? tableFromPiece(play, { x, y }) : { x, y };
      const at = tableFromPiece(pose, { x: (1 + plastic) * local.x, y: (1 + plastic) * local.y });
      return seen(at.x, at.y, onTile ? tileTopMm : z);
    });
    return { base, start: { ...pose, x: pose.x + normal(), y: pose.y + normal() }, marks };
  });
  return { truth, observations: { border, bases } };
}

/** The rounds of a match solved one after the other, each with what was learned from the earlier ones. */
export function solveMatch(world: World, rounds: readonly Round[], mat: MatPrior | undefined): TableSolution[] {
  const { widthPx, heightPx } = world.camera;
  const told = mat ? { mat } : {};
  let prior: TablePrior = { ...unknownLens(widthPx, heightPx), ...told };
  return rounds.map(({ observations }) => {
    const solution = solveTable({ camera: world.camera, widthMm: 914.4, depthMm: 914.4 }, observations, prior);
    prior = {
      ...unknownLens(widthPx, heightPx),
      ...told,
      learned: withProcessNoise(withoutMat(solution.shared, solution.matPrior), widthPx),
    };
    return solution;
  });
}

/** Errors of all distances between the bases of a round, mm, and the errors over what is claimed of each. */
export function distanceErrors(
  { truth }: Round,
  { poses, jointCovariance }: TableSolution,
): { readonly mm: number; readonly claimed: number }[] {
  const n = 3 * truth.length;
  const at = (i: number, j: number) => jointCovariance[i * n + j]!;
  return truth.flatMap(({ pose: p }, i) =>
    truth.slice(0, i).map(({ pose: q }, j) => {
      const [a, b] = [poses[i]!, poses[j]!];
      const [dx, dy] = [a.x - b.x, a.y - b.y];
      const d = Math.hypot(dx, dy);
      const slopes = [
        [3 * i, dx / d],
        [3 * i + 1, dy / d],
        [3 * j, -dx / d],
        [3 * j + 1, -dy / d],
      ] as const;
      const variance = slopes.reduce((sum, [k, s]) => sum + slopes.reduce((part, [l, t]) => part + s * t * at(k, l), 0), 0);
      return { mm: d - Math.hypot(p.x - q.x, p.y - q.y), claimed: Math.sqrt(variance) };
    }),
  );
}

export function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}

export { normals };
