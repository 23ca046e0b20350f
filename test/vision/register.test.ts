import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixelFromTable } from '../../src/geometry/camera.js';
import { bestBorder, registerByTaps, solveBorders } from '../../src/vision/mat/register.js';
import { unknownLens } from '../../src/vision/solve/observations.js';
import { cameraAt, evidenceOf, worstMm } from './made-up-table.js';

for (const elevationDeg of [32, 45, 60, 75, 90]) {
  test(`the border of a mat seen from ${elevationDeg}° registers the camera to a few millimetres`, () => {
    const camera = cameraAt(elevationDeg, 1250, -0.08, 0.01);
    const registration = bestBorder(solveBorders(evidenceOf(camera), 1920, 1080, unknownLens(1920, 1080)));
    assert.ok(registration.ok);
    assert.ok(worstMm(camera, registration.solution.camera) < 6, `${worstMm(camera, registration.solution.camera)} mm`);
  });
}

test('a mat whose far side lies outside the picture is still registered by its other three', () => {
  const camera = cameraAt(60, 1700);
  const shifted = { ...camera, cy: 250 };
  const evidence = evidenceOf(shifted);
  const lens = { ...unknownLens(1920, 1080), cy: 250 };
  const registration = bestBorder(solveBorders(evidence, 1920, 1080, lens));
  assert.ok(registration.ok);
  assert.ok(worstMm(shifted, registration.solution.camera) < 20, `${worstMm(shifted, registration.solution.camera)} mm`);
});

test('four tapped corners register the camera in any order around the mat', () => {
  const camera = cameraAt(50, 1400);
  const corners = [
    [914.4, 914.4],
    [914.4, 0],
    [0, 0],
    [0, 914.4],
  ].map(([x, y]) => pixelFromTable(camera, { x: x!, y: y!, z: 0 })!);
  const registration = registerByTaps(corners, 1920, 1080, unknownLens(1920, 1080));
  assert.ok(registration.ok);
  assert.ok(worstMm(camera, registration.solution.camera) < 2);
});

test('a picture without a mat is refused with what to do', () => {
  const mask = new Float32Array(112 * 63);
  const registration = bestBorder(
    solveBorders({ border: [], mask, columns: 112, rows: 63, cellPx: 17 }, 1920, 1080, unknownLens(1920, 1080)),
  );
  assert.ok(!registration.ok);
  assert.equal(registration.problem.code, 'mat-not-found');
  assert.match(registration.problem.hint, /tap the mat/);
});
