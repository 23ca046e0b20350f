import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matView } from '../../src/app/picture/mat-view.js';
import { fitOf, placeAt, SAME_SHAPE, WHOLE } from '../../src/app/picture/zoom.js';
import { pixelFromTable } from '../../src/geometry/camera.js';
import { demoTable } from '../../src/sim/demo-table.js';

const { camera, mat } = demoTable(1);
const CORNERS = [
  { x: 0, y: 0 },
  { x: mat.widthMm, y: 0 },
  { x: mat.widthMm, y: mat.depthMm },
  { x: 0, y: mat.depthMm },
].map((corner) => {
  const { u, v } = pixelFromTable(camera, { ...corner, z: 0 })!;
  return { x: (u + 0.5) / camera.widthPx, y: (v + 0.5) / camera.heightPx };
});
const SHAPES = [0.5, 390 / 560, 1, 1.2];

test('in a frame of any upright shape all corners of the mat are in sight, and the mat is as large as fits with a little room', () => {
  for (const ratio of SHAPES) {
    const fit = fitOf(camera.widthPx / camera.heightPx, ratio);
    const view = matView(camera, mat, fit, undefined)!;
    const [first, last] = [placeAt(view, { x: 0, y: 0 }, fit), placeAt(view, { x: 1, y: 1 }, fit)];
    for (const { x, y } of CORNERS) assert.ok(x > first.x && x < last.x && y > first.y && y < last.y, `${ratio}: ${x} ${y}`);
    const acrossShare = (Math.max(...CORNERS.map(({ x }) => x)) - Math.min(...CORNERS.map(({ x }) => x))) / (last.x - first.x);
    const downShare = (Math.max(...CORNERS.map(({ y }) => y)) - Math.min(...CORNERS.map(({ y }) => y))) / (last.y - first.y);
    assert.ok(Math.max(acrossShare, downShare) > 0.85, `${ratio}: the mat takes ${acrossShare} by ${downShare} of the frame`);
  }
});

test('a crop that shows all of the mat is kept; one in which the mat is cut off or much too small is replaced', () => {
  const fit = fitOf(camera.widthPx / camera.heightPx, 1);
  const best = matView(camera, mat, fit, undefined)!;
  const moved = { ...camera, cx: camera.cx + 0.01 * camera.widthPx };
  assert.equal(matView(moved, mat, fit, best), best);
  assert.notEqual(matView({ ...camera, cx: camera.cx + 0.2 * camera.widthPx }, mat, fit, best), best);
  assert.notEqual(matView(camera, mat, fit, WHOLE), WHOLE);
});

test('a mat that reaches behind the camera crops nothing', () => {
  assert.equal(matView({ ...camera, t: [camera.t[0], camera.t[1], -400] as typeof camera.t }, mat, SAME_SHAPE, undefined), undefined);
});
