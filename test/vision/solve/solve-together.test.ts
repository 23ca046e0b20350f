import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Camera, pixelFromTable } from '../../../src/geometry/camera.js';
import { wrapRad } from '../../../src/geometry/pose.js';
import { solveViews } from '../../../src/vision/print/solve-views.js';
import type { PrintTrack } from '../../../src/vision/print/view-unknowns.js';
import { type BaseMarks, soldMat, unknownLens } from '../../../src/vision/solve/observations.js';
import { solveTogether } from '../../../src/vision/solve/solve-together.js';
import { handCamera } from '../drawn-print.js';
import { borderOf, LAYOUT, marksOf, normals } from '../made-up-table.js';

type TogetherView = Parameters<typeof solveTogether>[1][number];
const LENS = { widthPx: 1280, heightPx: 960, focalPx: 1040, k1: -0.05 };
const MAT = { widthMm: 917, depthMm: 916 };
const WHOLE = handCamera({ x: 457, y: 440 }, 1350, 58, 10, LENS);
const CLOSE = handCamera({ x: 500, y: 420 }, 520, 50, 150, LENS, 5);
const SIGMA_PX = 0.25;

/** Places of the print as both cameras see them. */
function tracksOf(cameras: readonly Camera[], noise: () => number): PrintTrack[] {
  return Array.from({ length: 400 }, (_, i) => ({ x: 20 + 44 * (i % 20), y: 20 + 44 * Math.floor(i / 20), z: 0 })).flatMap((point) => {
    const seen = cameras.flatMap((camera, view) => {
      const at = pixelFromTable(camera, point);
      const isIn = at && at.u > 0 && at.v > 0 && at.u < camera.widthPx - 1 && at.v < camera.heightPx - 1;
      return isIn ? [{ view, u: at.u + 0.15 * noise(), v: at.v + 0.15 * noise(), sigmaPx: 0.15 }] : [];
    });
    return seen.length > 1 ? [{ seen }] : [];
  });
}

/** A camera that somewhat resembles another. */
function nearly(camera: Camera): Camera {
  const [x, y, z] = camera.t;
  return { ...camera, fx: 1.03 * camera.fx, fy: 1.03 * camera.fy, distortion: [0, 0, 0, 0, 0], t: [x + 3, y - 2, z * 1.03] };
}

/** Both views solved together; the close one shows the bases whose index is among `inClose`. */
function solvedTogether(seed: number, inClose: readonly number[], moved: readonly number[] = []) {
  const noise = normals(seed);
  const { network, cameras } = solveViews(
    [WHOLE, CLOSE].map((camera) => ({ start: nearly(camera) })),
    tracksOf([WHOLE, CLOSE], noise),
  );
  const lens = unknownLens(LENS.widthPx, LENS.heightPx);
  const marked = (camera: Camera, i: number, by = 0): BaseMarks => {
    const { base, pose } = LAYOUT[i]!;
    return { base, start: pose, marks: marksOf(camera, base, { ...pose, x: pose.x + by }, noise, SIGMA_PX) };
  };
  const all = LAYOUT.map((_, i) => i);
  const border = borderOf(WHOLE, MAT.widthMm, MAT.depthMm, noise, SIGMA_PX);
  const views: TogetherView[] = [
    { of: 0, camera: cameras[0]!, lens, baseOf: all, observations: { border, bases: all.map((i) => marked(WHOLE, i)) } },
    {
      ...{ of: 1, camera: cameras[1]!, lens },
      baseOf: inClose.map((i) => (moved.includes(i) ? LAYOUT.length + moved.indexOf(i) : i)),
      observations: { border: [], bases: inClose.map((i) => marked(CLOSE, i, moved.includes(i) ? 30 : 0)) },
    },
  ];
  const starts = [...LAYOUT.map(({ pose }) => pose), ...moved.map((i) => LAYOUT[i]!.pose)];
  return solveTogether(soldMat(914.4), views, network, starts);
}

test('a whole view and a close one determine one lens and put the bases in one frame', () => {
  const { views } = solvedTogether(3, [2, 5]);
  const [whole, close] = views as [(typeof views)[0], (typeof views)[0]];
  assert.ok(Math.abs(whole.camera.fx / LENS.focalPx - 1) < 0.01, `focal length ${whole.camera.fx}`);
  assert.equal(close.camera.fx, whole.camera.fx);
  assert.ok(Math.abs(whole.camera.distortion[0] - LENS.k1) < 0.01, `k1 ${whole.camera.distortion[0]}`);
  // One pose of each base, whichever picture shows it.
  assert.deepEqual(close.poses[0], whole.poses[2]);
  const apart = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);
  const [one, other] = [LAYOUT[2]!.pose, LAYOUT[5]!.pose];
  const error = apart(close.poses[0]!, close.poses[1]!) - apart(one, other);
  assert.ok(Math.abs(error) < 1, `the distance of the two is off by ${error.toFixed(2)} mm`);
});

test('a base that was moved between the pictures is placed in the frame of both', () => {
  const { views } = solvedTogether(5, [2, 5], [5]);
  const [whole, close] = views as [(typeof views)[0], (typeof views)[0]];
  const dx = close.poses[1]!.x - whole.poses[5]!.x;
  assert.ok(Math.abs(dx - 30) < 0.6, `moved by ${dx.toFixed(2)} mm, true 30`);
  assert.ok(Math.abs(wrapRad(close.poses[1]!.headingRad - whole.poses[5]!.headingRad)) < 0.02);
});

test('claims follow the errors of many tables, and what all pictures share is not averaged away', () => {
  const normalised: number[] = [];
  let [shared, own] = [0, 0];
  for (let seed = 10; seed < 22; seed++) {
    const { views, jointCovariance } = solvedTogether(seed, [2, 5]);
    const n = Math.sqrt(jointCovariance.length);
    const at = (row: number, column: number) => jointCovariance[row * n + column]!;
    LAYOUT.forEach(({ pose }, i) => {
      if (i === 0) return;
      // Beside the first: the frame itself hangs on the mat's size.
      const off = views[0]!.poses[i]!.x - views[0]!.poses[0]!.x - (pose.x - LAYOUT[0]!.pose.x);
      normalised.push(off / Math.sqrt(at(3 * i, 3 * i) + at(0, 0) - 2 * at(3 * i, 0)));
    });
    [shared, own] = [at(6, 15), at(6, 6)];
  }
  const rms = Math.sqrt(normalised.reduce((sum, value) => sum + value * value, 0) / normalised.length);
  assert.ok(rms > 0.4 && rms < 1.6, `errors are ${rms.toFixed(2)} of what is claimed`);
  // Two bases far from the corner share most of their uncertainty: the scale.
  assert.ok(shared > 0.5 * own, `${shared.toFixed(4)} of ${own.toFixed(4)} mm² are shared`);
});
