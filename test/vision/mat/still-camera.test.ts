import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Camera, pixelFromTable } from '../../../src/geometry/camera.js';
import type { EdgeReading } from '../../../src/vision/mat/edges/measure-edges.js';
import { edgeMarks } from '../../../src/vision/mat/edges/measure-edges.js';
import { stillObservations } from '../../../src/vision/mat/edges/still-camera.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { matSides } from '../../../src/vision/solve/mat-sides.js';
import { type Observations, type TablePrior, unknownLens } from '../../../src/vision/solve/observations.js';
import { cameraOfEstimate, withoutMat, withProcessNoise } from '../../../src/vision/solve/shared-parameters.js';
import { cameraAt, LAYOUT, marksOf, normals } from '../made-up-table.js';

const SIDE_MM = 911;
const told = { widthMm: SIDE_MM, depthMm: SIDE_MM, sigmaMm: 0.5 };
const table = { widthMm: SIDE_MM, depthMm: SIDE_MM };
const camera = cameraAt(60, 1500, -0.05, 0.01);
const RIGHT = 1;

/** A picture of a table: its edges read `readMm` outside of its sides, and its bases, `shiftMm` to the right of the usual layout. */
function picture(seed: number, from: Camera, readMm: readonly number[], shiftMm: number) {
  const noise = normals(seed);
  const edges = matSides(SIDE_MM, SIDE_MM).flatMap(({ from: start, along, out, longMm }, side) =>
    Array.from({ length: 40 }, (_, i): EdgeReading => {
      const [s, o] = [30 + (i * (longMm - 60)) / 39, readMm[side]! + 0.2 * noise()];
      const at = pixelFromTable(from, { x: start.x + s * along.x + o * out.x, y: start.y + s * along.y + o * out.y, z: 0 })!;
      return { side, mark: { ...at, sigmaPx: 0.3 } };
    }),
  );
  const poses = LAYOUT.map(({ pose }) => ({ ...pose, x: pose.x + shiftMm }));
  const bases = LAYOUT.map(({ base }, i) => ({ base, start: poses[i]!, marks: marksOf(from, base, poses[i]!, noise, 0.3) }));
  const observations: Observations = { border: edgeMarks(edges), bases };
  return { edges, observations, poses };
}

/** What a first picture of the camera leaves known before the next one, its edges read `readMm` outside of the sides. */
function known(seed = 1, readMm: readonly number[] = [0, 0, 0, 0], mat = told): TablePrior {
  const lens: TablePrior = { ...unknownLens(1920, 1080), mat };
  const first = picture(seed, camera, readMm, 0);
  const { shared, sharedWithPose } = solveTable({ camera, ...table }, first.observations, lens);
  const [learned, learnedWithPose] = [shared, sharedWithPose].map((estimate) => withProcessNoise(withoutMat(estimate, mat), 1920));
  return { ...lens, learned: learned!, learnedWithPose: learnedWithPose! };
}

function meanErrorMm(poses: readonly { x: number; y: number }[], truth: readonly { x: number; y: number }[]): number {
  return poses.reduce((sum, { x, y }, i) => sum + Math.hypot(x - truth[i]!.x, y - truth[i]!.y), 0) / poses.length;
}

test('an estimate with the pose holds the camera that it was made with', () => {
  const lens = known();
  const before = cameraOfEstimate(lens.learnedWithPose!, 1920, 1080);
  // Its scale is left to the mat, whose size is given again with each picture; where the mat's corner is seen is not.
  const seen = pixelFromTable(before.camera, { x: before.widthMm, y: before.depthMm, z: 0 })!;
  const expected = pixelFromTable(camera, { x: SIDE_MM, y: SIDE_MM, z: 0 })!;
  assert.ok(Math.hypot(seen.u - expected.u, seen.v - expected.v) < 1, `${JSON.stringify(seen)}, drawn at ${JSON.stringify(expected)}`);
});

test('of a camera that stands still a side that is misread by 2.7 mm moves no ship by more than a third of a millimetre', () => {
  const lens = known();
  const { edges, observations, poses } = picture(2, camera, [0.2, 2.7, -0.1, 0], 60);
  const still = stillObservations(camera, edges, observations, lens);
  assert.ok(still);
  assert.equal(still.border.length, 120);
  const alone = solveTable({ camera, ...table }, observations, lens);
  const together = solveTable({ camera, ...table }, still, { ...lens, learned: lens.learnedWithPose! });
  const [aloneMm, togetherMm] = [meanErrorMm(alone.poses, poses), meanErrorMm(together.poses, poses)];

  assert.ok(togetherMm < 1 / 3, `${togetherMm} mm off`);
  assert.ok(aloneMm > 2 * togetherMm, `${aloneMm} mm off without the setup, ${togetherMm} mm with it`);
});

test('the places of ships before a still camera are claimed as exactly as they are known', () => {
  const chance = normals(11);
  const squares: number[] = [];
  for (let seed = 20; seed < 32; seed++) {
    const off = () => told.sigmaMm * chance();
    const mat = { ...told, widthMm: SIDE_MM + off(), depthMm: SIDE_MM + off() };
    const readMm = [0, 1, 2, 3].map(() => 0.5 * chance());
    const lens = known(seed, readMm, mat);
    const { edges, observations, poses } = picture(100 + seed, camera, readMm, 60);
    const still = stillObservations(camera, edges, observations, lens);
    assert.ok(still);
    const solution = solveTable({ camera, ...table }, still, { ...lens, learned: lens.learnedWithPose! });
    const n = 3 * poses.length;
    poses.forEach(({ x, y }, i) => {
      squares.push((solution.poses[i]!.x - x) ** 2 / solution.jointCovariance[3 * i * (n + 1)]!);
      squares.push((solution.poses[i]!.y - y) ** 2 / solution.jointCovariance[(3 * i + 1) * (n + 1)]!);
    });
  }
  const normalised = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
  assert.ok(normalised > 0.6 && normalised < 1.2, `${normalised} sigma`);
});

test('a camera that was pushed is not still: by 3 mm aside, and turned by one degree', () => {
  const lens = known();
  const aside = { ...camera, t: [camera.t[0] + 3, camera.t[1] + 2, camera.t[2]] as const };
  const turned = cameraAt(61, 1500, -0.05, 0.01);
  for (const pushed of [aside, turned]) {
    const { edges, observations } = picture(3, pushed, [0, 0, 0, 0], 60);
    assert.equal(stillObservations(pushed, edges, observations, lens), undefined);
  }
});

test('a picture is solved by itself where one side alone is where it was, and where the setup does not say where the camera stood', () => {
  const lens = known();
  const { edges, observations } = picture(4, camera, [2, 0, 2, 2], 60);
  assert.equal(stillObservations(camera, edges, observations, lens), undefined);
  const { learnedWithPose: _, ...unsaid } = lens;
  const right = picture(5, camera, [0, 0, 0, 0], 60);
  assert.equal(stillObservations(camera, right.edges, right.observations, unsaid), undefined);
  assert.ok(stillObservations(camera, right.edges, right.observations, lens));
  const unread = right.edges.filter(({ side }, i) => side === RIGHT || i % 8 === 0);
  assert.equal(stillObservations(camera, unread, right.observations, lens), undefined);
});
