import assert from 'node:assert/strict';
import test from 'node:test';
import { pixelFromTable } from '../../../src/geometry/camera.js';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { unknownLens } from '../../../src/vision/solve/observations.js';
import { cameraAt, LAYOUT, marksOf, normals } from '../made-up-table.js';

test('where a printed board gives the table its frame, bases are placed in that frame to a fraction of a millimetre, and claimed so in x and in y', () => {
  const camera = cameraAt(60, 1500);
  const noise = normals(3);
  const corners = [0, 60, 120, 180].flatMap((x) =>
    [0, 60, 120].map((y) => {
      const at = { x: 300 + x, y: 350 + y };
      const pixel = pixelFromTable(camera, { ...at, z: 0 })!;
      return { at, mark: { u: pixel.u + 0.05 * noise(), v: pixel.v + 0.05 * noise(), sigmaPx: 0.05 } };
    }),
  );
  const bases = LAYOUT.slice(2, 4).map(({ base, pose }) => ({
    base,
    start: { ...pose, x: pose.x + 6, y: pose.y - 6 },
    marks: marksOf(camera, base, pose, noise, 0.1),
  }));
  const board = { start: { x: 0, y: 0, headingRad: 0 }, isFrame: true, corners };
  const known = { ...unknownLens(1920, 1080), focalPx: 1500, logFocalSigma: 0.001, k1Sigma: 1e-4, k2Sigma: 1e-4, centreSigmaPx: 0.5 };
  const { poses, jointCovariance } = solveTable({ camera, widthMm: 914.4, depthMm: 914.4 }, { border: [], bases, board }, known);
  poses.forEach(({ x, y }, i) => {
    const { pose } = LAYOUT[2 + i]!;
    const sigma = (row: number) => Math.sqrt(jointCovariance[(3 * i + row) * 7]!);
    assert.ok(sigma(0) < 1.5 && sigma(1) < 1.5, `claimed to ${sigma(0)}, ${sigma(1)} mm`);
    assert.ok(Math.abs(x - pose.x) < 4 * sigma(0) && Math.abs(y - pose.y) < 4 * sigma(1), `(${x}, ${y}), expected (${pose.x}, ${pose.y})`);
  });
});
