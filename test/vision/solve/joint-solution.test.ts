import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixelFromTable } from '../../../src/geometry/camera.js';
import { meanPoint } from '../../../src/geometry/mean-point.js';
import type { Point } from '../../../src/geometry/point.js';
import { wrapRad } from '../../../src/geometry/pose.js';
import { cameraFromCorners } from '../../../src/vision/solve/camera-from-corners.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { unknownLens } from '../../../src/vision/solve/observations.js';
import { lengthSeenBy } from '../../../src/vision/solve/residual-blocks.js';
import { borderOf, cameraAt, LAYOUT, marksOf, normals } from '../made-up-table.js';

const silent = () => 0;

function startFor(camera: ReturnType<typeof cameraAt>, widthMm: number, depthMm: number) {
  const corners = [
    [0, 0],
    [widthMm, 0],
    [widthMm, depthMm],
    [0, depthMm],
  ].map(([x, y]) => pixelFromTable(camera, { x: x!, y: y!, z: 0 })!);
  const start = cameraFromCorners(corners, camera.widthPx, camera.heightPx, 0.82 * camera.widthPx);
  assert.ok(start);
  return { camera: start, widthMm: 914.4, depthMm: 914.4 };
}

function solveMadeUp(seed: number, sigmaPx: number) {
  const noise = sigmaPx === 0 ? silent : normals(seed);
  const camera = cameraAt(48, 1500, -0.06, 0.01);
  const mat = { widthMm: 911, depthMm: 912 };
  const border = borderOf(camera, mat.widthMm, mat.depthMm, noise, sigmaPx);
  const bases = LAYOUT.map(({ base, pose }) => ({
    base,
    start: { x: pose.x + 3, y: pose.y - 2, headingRad: pose.headingRad + 0.08 },
    marks: marksOf(camera, base, pose, noise, sigmaPx),
  }));
  return { camera, mat, solution: solveTable(startFor(camera, mat.widthMm, mat.depthMm), { border, bases }, unknownLens(1920, 1080)) };
}

test('perfect marks give back lens and headings exactly, and places and mat to the claimed scale', () => {
  const { camera, mat, solution } = solveMadeUp(1, 0);
  assert.ok(Math.abs(solution.camera.fx / camera.fx - 1) < 2e-3, `focal length ${solution.camera.fx}, true ${camera.fx}`);
  assert.ok(Math.abs(solution.camera.distortion[0] - camera.distortion[0]) < 2e-3);
  // Neither mat nor plastic is trusted to better than some tenths of a percent, nor its edge to lie where its side is, so only the shape is
  // exact: one scale fits all bases, and the mat but for a tenth of a millimetre.
  const truth = LAYOUT.map(({ pose }) => pose);
  const middles = [meanPoint(solution.poses), meanPoint(truth)] as const;
  const reach = (poses: readonly Point[], middle: Point) =>
    poses.reduce((sum, { x, y }) => sum + Math.hypot(x - middle.x, y - middle.y), 0);
  const scale = reach(solution.poses, middles[0]) / reach(truth, middles[1]);
  for (const [got, expected] of [
    [solution.widthMm, mat.widthMm],
    [solution.depthMm, mat.depthMm],
    [middles[0].x, middles[1].x],
    [middles[0].y, middles[1].y],
  ] as const) {
    assert.ok(Math.abs(got / scale - expected) < 0.15, `${got}, of ${expected} at a scale of ${scale}`);
  }
  assert.ok(Math.abs(solution.widthMm - mat.widthMm) < 2 * solution.matSigmaMm, `${solution.widthMm} ± ${solution.matSigmaMm}`);
  truth.forEach((pose, i) => {
    const got = solution.poses[i]!;
    const [x, y] = [(got.x - middles[0].x) / scale + middles[1].x, (got.y - middles[0].y) / scale + middles[1].y];
    assert.ok(Math.hypot(x - pose.x, y - pose.y) < 0.06, `base ${i}: ${JSON.stringify(got)}`);
    assert.ok(Math.abs(wrapRad(got.headingRad - pose.headingRad)) < 5e-4);
  });
});

test('two rulers on the mat determine the scale better than mat and plastic do', () => {
  const camera = cameraAt(48, 1500, -0.06, 0.01);
  const side = 906;
  const bases = LAYOUT.map(({ base, pose }) => ({ base, start: pose, marks: marksOf(camera, base, pose, silent, 1) }));
  const observed = { border: borderOf(camera, side, side, silent, 0.4), bases };
  const lengths = [
    [
      { x: 100, y: 300 },
      { x: 400, y: 300 },
    ],
    [
      { x: 820, y: 200 },
      { x: 820, y: 500 },
    ],
  ].map(([from, to]) => {
    const pixel = (at: { x: number; y: number }) => pixelFromTable(camera, { ...at, z: 2 })!;
    return { from: pixel(from!), to: pixel(to!), zMm: 2, lengthMm: 300, sigmaMm: 0.3 };
  });
  const start = startFor(camera, side, side);
  const without = solveTable(start, observed, unknownLens(1920, 1080));
  const told = solveTable(start, { ...observed, lengths }, unknownLens(1920, 1080));
  assert.ok(Math.abs(without.widthMm - side) > 1, `without rulers ${without.widthMm}`);
  assert.ok(
    Math.abs(told.widthMm - side) < 0.5 * Math.abs(without.widthMm - side),
    `${without.widthMm} without rulers, ${told.widthMm} with them`,
  );
  assert.ok(Math.abs(told.widthMm - side) < 2 * told.matSigmaMm && told.matSigmaMm < 0.7 * without.matSigmaMm, `±${told.matSigmaMm}`);
});

test('a ruler is read as everything but itself has it, however much the scale goes by it', () => {
  const camera = cameraAt(58, 1500);
  for (const [side, sigmaMm] of [
    [917, 0.3],
    [910, 0.7],
  ] as const) {
    const bases = LAYOUT.map(({ base, pose }) => ({ base, start: pose, marks: marksOf(camera, base, pose, silent, 1) }));
    const observed = { border: borderOf(camera, side, side, silent, 0.4), bases };
    const pixel = (x: number) => pixelFromTable(camera, { x, y: 300, z: 2 })!;
    const ruler = { from: pixel(300), to: pixel(600), zMm: 2, lengthMm: 300, sigmaMm };
    const start = startFor(camera, side, side);
    const without = solveTable(start, observed, unknownLens(1920, 1080));
    const [read] = solveTable(start, { ...observed, lengths: [ruler] }, unknownLens(1920, 1080)).lengths;
    const withoutMm = lengthSeenBy(without.camera, ruler)!;
    assert.ok(Math.abs(withoutMm - 300) > 0.3, `without it it would be ${withoutMm} mm long`);
    assert.ok(Math.abs(read!.readMm - withoutMm) < 0.15, `read ${read!.readMm}, ${withoutMm} without it`);
    assert.ok(Math.abs(read!.readMm - 300) < 2.5 * read!.sigmaMm, `read ${read!.readMm} ± ${read!.sigmaMm}`);
  }
});

test('the scatter of the poses over many noisy solutions is the claimed covariance', () => {
  const normalised: number[] = [];
  for (let run = 0; run < 40; run++) {
    const { solution } = solveMadeUp(100 + run, 0.4);
    const n = 3 * LAYOUT.length;
    LAYOUT.forEach(({ pose }, i) => {
      const got = solution.poses[i]!;
      const error = [got.x - pose.x, got.y - pose.y, wrapRad(got.headingRad - pose.headingRad)];
      error.forEach((e, axis) => {
        const at = 3 * i + axis;
        normalised.push(e / Math.sqrt(solution.jointCovariance[at * n + at]!));
      });
    });
  }
  const rms = Math.sqrt(normalised.reduce((sum, z) => sum + z * z, 0) / normalised.length);
  // Cauchy weights and priors that happen to be right make the claim a little wide; too narrow it must not be.
  assert.ok(rms > 0.6 && rms < 1.15, `normalised error ${rms}`);
});

test('a keypoint far from the truth does not move its base', () => {
  const camera = cameraAt(60, 1500);
  const { base, pose } = LAYOUT[2]!;
  const marks = marksOf(camera, base, pose, silent, 0.3);
  marks[1] = { ...marks[1]!, u: marks[1]!.u + 25 };
  const border = borderOf(camera, 914.4, 914.4, silent, 0.3);
  const { poses } = solveTable(startFor(camera, 914.4, 914.4), { border, bases: [{ base, start: pose, marks }] }, unknownLens(1920, 1080));
  assert.ok(Math.hypot(poses[0]!.x - pose.x, poses[0]!.y - pose.y) < 0.15, JSON.stringify(poses[0]));
});

test('a mat of given size whose border may be the seam of a hem claims no more than the hem leaves certain', () => {
  const [sideMm, hemMm, toldMm] = [911, 4.5, 0.5];
  const camera = cameraAt(48, 1500, -0.06, 0.01);
  const noise = normals(2);
  // Drawn in the frame of the seam, of which the mat's own is a hem's width outside.
  const seam = borderOf(camera, sideMm - 2 * hemMm, sideMm - 2 * hemMm, noise, 0.3);
  const bases = LAYOUT.map(({ base, pose }) => ({ base, start: pose, marks: marksOf(camera, base, pose, noise, 0.3) }));
  const lens = { ...unknownLens(1920, 1080), mat: { widthMm: sideMm, depthMm: sideMm, sigmaMm: toldMm } };
  const normalised = (mayBeSeam: boolean) => {
    const border = seam.map((mark) => (mayBeSeam ? { ...mark, hemMm } : mark));
    const { poses, jointCovariance } = solveTable(startFor(camera, sideMm, sideMm), { border, bases }, lens);
    const n = 3 * poses.length;
    const squares = poses.flatMap((pose, i) => [
      (pose.x - LAYOUT[i]!.pose.x - hemMm) ** 2 / jointCovariance[3 * i * (n + 1)]!,
      (pose.y - LAYOUT[i]!.pose.y - hemMm) ** 2 / jointCovariance[(3 * i + 1) * (n + 1)]!,
    ]);
    return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
  };
  assert.ok(normalised(true) < 1.5, `${normalised(true)} sigma off`);
  assert.ok(normalised(false) > 3, `${normalised(false)} sigma off`);
});
