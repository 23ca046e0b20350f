import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixelFromTable } from '../../../src/geometry/camera.js';
import { english } from '../../../src/texts/english.js';
import { bestBorder, registerByTaps, solveBorders } from '../../../src/vision/mat/find/register.js';
import { unknownLens } from '../../../src/vision/solve/observations.js';
import { cameraAt, evidenceOf, worstMm } from '../made-up-table.js';

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

test('a mat before a dark wall that looks like one to the net is registered by what the border runs along', () => {
  const camera = cameraAt(35, 1100);
  const evidence = evidenceOf(camera);
  const wallRows = 14;
  const end = wallRows * evidence.columns;
  assert.ok(!evidence.mask.subarray(0, end + evidence.columns).includes(1));
  const mask = evidence.mask.map((probability, cell) => (cell < end ? 1 : probability));
  const beneath = Array.from({ length: 6 }, (_, i) => ({ u: 900 + 80 * i, v: wallRows * evidence.cellPx, probability: 0.6 }));
  const behind = { ...evidence, mask, border: [...evidence.border, ...beneath] };
  const registration = bestBorder(solveBorders(behind, 1920, 1080, unknownLens(1920, 1080)));
  assert.ok(registration.ok);
  assert.ok(worstMm(camera, registration.solution.camera) < 12, `${worstMm(camera, registration.solution.camera)} mm`);
});

test('four tapped corners register the camera either way around the mat, and player 1 sits where the first two say', () => {
  const camera = cameraAt(50, 1400);
  const places = [
    [0, 0],
    [914.4, 0],
    [914.4, 914.4],
    [0, 914.4],
  ] as const;
  const tapped = (order: readonly number[]) => {
    const corners = order.map((i) => pixelFromTable(camera, { x: places[i]![0], y: places[i]![1], z: 0 })!);
    const registration = registerByTaps(corners, 1920, 1080, unknownLens(1920, 1080));
    assert.ok(registration.ok);
    return registration.solution.camera;
  };
  assert.ok(worstMm(camera, tapped([0, 1, 2, 3])) < 2);
  assert.ok(worstMm(camera, tapped([0, 3, 2, 1])) < 2);
  // Seen from player 1's left: what was the right near corner is now the left one.
  const turned = tapped([1, 2, 3, 0]);
  const seen = pixelFromTable(turned, { x: 0, y: 0, z: 0 })!;
  const corner = pixelFromTable(camera, { x: 914.4, y: 0, z: 0 })!;
  assert.ok(Math.hypot(seen.u - corner.u, seen.v - corner.v) < 3, `${seen.u}, ${seen.v}`);
});

test('a picture without a mat is refused with what to do', () => {
  const mask = new Float32Array(112 * 63);
  const registration = bestBorder(
    solveBorders({ border: [], mask, columns: 112, rows: 63, cellPx: 17 }, 1920, 1080, unknownLens(1920, 1080)),
  );
  assert.ok(!registration.ok);
  assert.equal(registration.problem.code, 'mat-not-found');
  assert.match(english(registration.problem.hint), /tap the mat/);
});
