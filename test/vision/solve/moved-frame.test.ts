import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Camera, cameraCentre, pixelFromTable } from '../../../src/geometry/camera.js';
import { registrationAround } from '../../../src/vision/mat/by-bases/register-by-bases.js';
import { bestBorder, framedFromPlayer1, solveBorders } from '../../../src/vision/mat/find/register.js';
import { solveTable, type TableSolution } from '../../../src/vision/solve/joint-solution.js';
import { movedFrame, turnedFrames, turnedToPlayer1 } from '../../../src/vision/solve/moved-frame.js';
import { unknownLens } from '../../../src/vision/solve/observations.js';
import { borderOf, cameraAt, evidenceOf } from '../made-up-table.js';

const MIDDLE = 457.2;

/** The same camera seen from a table turned about its middle: player 1's side is `azimuthDeg` away from the camera's. */
function turnedAbout(camera: Camera, azimuthDeg: number): Camera {
  const a = (azimuthDeg * Math.PI) / 180;
  const corner = { x: MIDDLE - MIDDLE * Math.cos(a) + MIDDLE * Math.sin(a), y: MIDDLE - MIDDLE * Math.sin(a) - MIDDLE * Math.cos(a) };
  return movedFrame(camera, corner, a);
}

test('a frame that is moved and turned shows the same places at the same pixels', () => {
  const camera = cameraAt(55, 1400, -0.05, 0.01);
  const [, quarter] = turnedFrames(camera);
  // A quarter counter-clockwise: the old right near corner is the new origin, the old far side lies to the left of it no more.
  const old = pixelFromTable(camera, { x: 914.4 - 100, y: 300, z: 5 })!;
  const now = pixelFromTable(quarter!, { x: 300, y: 100, z: 5 })!;
  assert.ok(Math.hypot(old.u - now.u, old.v - now.v) < 1e-6, `${old.u} ${now.u}`);
});

for (const azimuthDeg of [-40, -22, 0, 30, 40]) {
  test(`player 1 sits on the side nearest to a camera ${azimuthDeg}° aside, whichever side the frame began with`, () => {
    const camera = turnedAbout(cameraAt(66, 1480, 0.036, 0.006), azimuthDeg);
    for (const start of turnedFrames(camera)) {
      const { x, y } = cameraCentre(turnedToPlayer1(start));
      const expected = cameraCentre(camera);
      assert.ok(Math.hypot(x - expected.x, y - expected.y) < 1, `${x}, ${y}`);
    }
  });
}

test('a table that is known keeps its sides where the camera has been carried half around it', () => {
  const before = cameraAt(60, 1400);
  const now = turnedAbout(before, 70);
  assert.equal(turnedToPlayer1(now, now.r), now);
  // By itself the camera would put player 1 on the side next to it.
  assert.notEqual(turnedToPlayer1(now), now);
  const around = registrationAround({ camera: now, poses: [{ x: 457, y: 457, headingRad: 0 }] } as unknown as TableSolution, now.r);
  assert.deepEqual(around.camera.r, now.r);
});

test('a mat found by its border is framed from the side nearest to its camera at every angle, also where it is 6 mm deeper than wide', () => {
  for (const azimuthDeg of [-40, -30, -22, -10, 10, 22, 30, 40]) {
    const camera = turnedAbout(cameraAt(66, 1480, 0.036, 0.006, 1920, 1080, 1800), azimuthDeg);
    const mat = { widthMm: 911, depthMm: 916.6, sigmaMm: 0.5 };
    const registration = bestBorder(
      solveBorders(evidenceOf(camera, mat.widthMm, mat.depthMm), 1920, 1080, { ...unknownLens(1920, 1080), mat }),
    );
    assert.ok(registration.ok);
    const { x, y } = cameraCentre(registration.solution.camera);
    const expected = cameraCentre(camera);
    assert.ok(Math.hypot(x - expected.x, y - expected.y) < 200, `${azimuthDeg}°: (${x}, ${y}) for (${expected.x}, ${expected.y})`);
  }
});

test('a mat of known size, 911 × 917 mm, solved from the wrong side is solved again from player 1’s, and then fits its border', () => {
  const camera = turnedAbout(cameraAt(66, 1480, 0, 0, 1920, 1080, 1800), -22);
  const mat = { widthMm: 911, depthMm: 916.6, sigmaMm: 0.5 };
  const lens = { ...unknownLens(1920, 1080), mat };
  const border = borderOf(camera, mat.widthMm, mat.depthMm, () => 0, 0.5);
  const aside = solveTable({ ...mat, camera: turnedFrames(camera)[1]! }, { border, bases: [] }, lens);
  const framed = framedFromPlayer1(aside, border, lens);
  assert.ok(framed.cost < 0.1 && aside.cost > 2, `${aside.cost} ${framed.cost}`);
  const [is, expected] = [cameraCentre(framed.camera), cameraCentre(camera)];
  assert.ok(Math.hypot(is.x - expected.x, is.y - expected.y) < 10, `(${is.x}, ${is.y})`);
  assert.equal(framedFromPlayer1(framed, border, lens), framed);
});
