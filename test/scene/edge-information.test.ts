import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Camera, pixelFromTable } from '../../src/geometry/camera.js';
import type { Point3 } from '../../src/geometry/point.js';
import { pieceFromTable, tableFromPiece, wrapRad } from '../../src/geometry/pose.js';
import type { BaseSize } from '../../src/pieces/base-size.js';
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
import {
  baseInformation,
  type PriorSigmas,
  poseCovariance,
  sharedInformation,
  withBase,
} from '../../src/scene/accuracy/edge-information.js';
import type { EdgePoint } from '../../src/scene/accuracy/edge-sensitivity.js';
import { baseEdges, matEdges, nominalSolid, type Solid } from '../../src/scene/accuracy/seen-edges.js';
import { solveTable } from '../../src/vision/solve/joint-solution.js';
import type { BaseMarks, Mark } from '../../src/vision/solve/observations.js';
import { unknownLens } from '../../src/vision/solve/observations.js';
import { cameraAt, normals } from '../vision/made-up-table.js';

/** What the joint solution of src/vision takes for granted. */
const LENS = unknownLens(1920, 1080);
const KNOWN: PriorSigmas = {
  logFocal: LENS.logFocalSigma,
  k1: LENS.k1Sigma,
  k2: LENS.k2Sigma,
  centrePx: LENS.centreSigmaPx,
  cameraMm: 2000,
  matMm: MAT_SIGMA_MM,
  matSquareMm: SQUARE_SIGMA_MM,
  tileTopMm: TILE_TOP_SIGMA_MM,
  tileTrimMm: TILE_TRIM_SIGMA_MM,
  plastic: PLASTIC_SIGMA,
  edgeOffsetMm: EDGE_OFFSET_SIGMA_MM,
  tileShiftMm: TILE_SHIFT_SIGMA_MM,
  tileTurnRad: TILE_TURN_SIGMA_RAD,
};
const MAT = { widthMm: 914.4, depthMm: 914.4 };
const SIGMA_PX = 0.3;
const POSES: readonly (readonly [BaseSize, number, number, number])[] = [
  ['small', 120, 140, 0.3],
  ['small', 700, 180, -2.1],
  ['medium', 430, 500, 1.4],
  ['large', 250, 760, 3.0],
  ['small', 800, 790, -0.7],
];
const SOLIDS = POSES.map(([base, x, y, headingRad]) => nominalSolid(base, { x, y, headingRad }));

function predicted(camera: Camera, solids: readonly Solid[], pick: (point: EdgePoint) => boolean): Float64Array {
  const bases = solids.map((solid) => baseInformation(camera, baseEdges(camera, solid, solids, 8).filter(pick), SIGMA_PX, KNOWN));
  return poseCovariance(bases.reduce(withBase, sharedInformation(camera, matEdges(camera, MAT, solids, 8), SIGMA_PX, KNOWN)), bases);
}

/** What a table is really like: deviations from what is taken for granted. */
interface Deviations {
  readonly widthMm: number;
  readonly depthMm: number;
  readonly plastic: number;
  /** How far outside of each side of the mat its edge is seen, counter-clockwise from player 1's. */
  readonly edgesMm: readonly number[];
  readonly tileTopMm: Readonly<Record<BaseSize, number>>;
  readonly tiles: readonly { readonly x: number; readonly y: number; readonly turnRad: number }[];
}
const NOMINAL: Deviations = {
  widthMm: 0,
  depthMm: 0,
  plastic: 0,
  edgesMm: [0, 0, 0, 0],
  tileTopMm: { small: 0, medium: 0, large: 0 },
  tiles: SOLIDS.map(() => ({ x: 0, y: 0, turnRad: 0 })),
};

/** The same edges as the joint solution is given them: seen on the table as it is, with noise. */
function solved(camera: Camera, pick: (point: EdgePoint) => boolean, noise: () => number, really: Deviations) {
  const markOf = (at: Point3, samples: number): Mark => {
    const { u, v } = pixelFromTable(camera, at)!;
    const sigmaPx = SIGMA_PX / Math.sqrt(samples);
    return { u: u + sigmaPx * noise(), v: v + sigmaPx * noise(), sigmaPx };
  };
  const wide = (MAT.widthMm + really.widthMm) / MAT.widthMm;
  const deep = (MAT.depthMm + really.depthMm) / MAT.depthMm;
  const [near, right, far, left] = really.edgesMm as [number, number, number, number];
  const outwards = [
    { x: 0, y: -near },
    { x: right, y: 0 },
    { x: 0, y: far },
    { x: -left, y: 0 },
  ];
  const border = matEdges(camera, MAT, SOLIDS, 8).map(({ at, samples, of }) => {
    const { x, y } = outwards[of as number]!;
    return markOf({ x: at.x * wide + x, y: at.y * deep + y, z: 0 }, samples);
  });
  const bases = SOLIDS.map((solid, i): BaseMarks => {
    const { base, pose } = solid;
    const edges = baseEdges(camera, solid, SOLIDS, 8)
      .filter(pick)
      .map(({ at, along, samples, of }) => {
        const onTile = typeof of !== 'number' && of.onTile;
        const local = pieceFromTable(pose, at);
        const tile = really.tiles[i]!;
        const inBase = onTile ? tableFromPiece({ x: tile.x, y: tile.y, headingRad: tile.turnRad }, local) : local;
        const size = 1 + really.plastic;
        const seen = { ...tableFromPiece(pose, { x: size * inBase.x, y: size * inBase.y }), z: onTile ? at.z + really.tileTopMm[base] : 0 };
        return { onTile, local, along: pieceFromTable({ ...pose, x: 0, y: 0 }, along), mark: markOf(seen, samples) };
      });
    return { base, start: pose, marks: Array.from({ length: 16 }, () => undefined), edges };
  });
  return solveTable({ camera, ...MAT }, { border, bases }, unknownLens(1920, 1080));
}

const sigmas = (covariance: Float64Array) => {
  const n = Math.sqrt(covariance.length);
  return Array.from({ length: n }, (_, i) => Math.sqrt(covariance[i * n + i]!));
};

for (const [elevationDeg, focalPx, k1] of [
  [85, 1000, -0.1],
  [50, 1300, 0.03],
  [33, 1300, -0.06],
] as const) {
  test(`at ${elevationDeg}° the predicted sigmas are those that the joint solution claims for edges without error`, () => {
    const camera = cameraAt(elevationDeg, focalPx, k1, 0.01);
    const expected = sigmas(
      Float64Array.from(
        solved(
          camera,
          () => true,
          () => 0,
          NOMINAL,
        ).jointCovariance,
      ),
    );
    sigmas(predicted(camera, SOLIDS, () => true)).forEach((sigma, i) => {
      assert.ok(Math.abs(sigma / expected[i]! - 1) < 0.02, `unknown ${i}: ${sigma}, the solution says ${expected[i]}`);
    });
  });
}

test('the scatter of joint solutions of noisy pictures of tables drawn by lot is the predicted one', () => {
  const camera = cameraAt(52, 1300, -0.06, 0.01);
  const sigma = sigmas(predicted(camera, SOLIDS, () => true));
  const squares = [0, 0, 0];
  const runs = 60;
  for (let run = 0; run < runs; run++) {
    const noise = normals(500 + run);
    const { poses } = solved(camera, () => true, noise, drawnDeviations(noise));
    SOLIDS.forEach(({ pose }, i) => {
      const got = poses[i]!;
      [got.x - pose.x, got.y - pose.y, wrapRad(got.headingRad - pose.headingRad)].forEach((error, axis) => {
        squares[axis]! += (error / sigma[3 * i + axis]!) ** 2 / (runs * SOLIDS.length);
      });
    });
  }
  // Sixty tables give a common scale error's size to a tenth, and weights against outliers cost some hundredths.
  squares.forEach((square, axis) => {
    assert.ok(Math.sqrt(square) > 0.85 && Math.sqrt(square) < 1.2, `axis ${axis}: ${Math.sqrt(square)}`);
  });
});

function drawnDeviations(noise: () => number): Deviations {
  // Half sum and half difference of the mat's sides are independent.
  const common = (MAT_SIGMA_MM * noise()) / Math.SQRT2;
  const opposite = noise() / Math.sqrt(1 / MAT_SIGMA_MM ** 2 + 2 / SQUARE_SIGMA_MM ** 2) / Math.SQRT2;
  return {
    widthMm: common + opposite,
    depthMm: common - opposite,
    plastic: PLASTIC_SIGMA * noise(),
    tileTopMm: { small: TILE_TOP_SIGMA_MM * noise(), medium: TILE_TOP_SIGMA_MM * noise(), large: TILE_TOP_SIGMA_MM * noise() },
    tiles: SOLIDS.map(() => ({
      x: TILE_SHIFT_SIGMA_MM * noise(),
      y: TILE_SHIFT_SIGMA_MM * noise(),
      turnRad: TILE_TURN_SIGMA_RAD * noise(),
    })),
    edgesMm: NOMINAL.edgesMm.map(() => EDGE_OFFSET_SIGMA_MM * noise()),
  };
}
