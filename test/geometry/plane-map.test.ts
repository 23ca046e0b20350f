import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Camera, carriedPoint, pixelFromTable } from '../../src/geometry/camera.js';
import { inverseOf, mapByHomography, type PlaneMap, pixelsFromPixels, product } from '../../src/geometry/plane-map.js';

/** A camera that looks down along a slant, `turnRad` around itself, without a bend of the lens. */
function cameraOf(turnRad: number, x: number, fx = 900): Camera {
  const [c, s] = [Math.cos(turnRad), Math.sin(turnRad)];
  return {
    widthPx: 1280,
    heightPx: 720,
    ...{ fx, fy: Math.abs(fx), cx: 640, cy: 355, distortion: [0, 0, 0, 0, 0] },
    r: [c, -0.6 * s, 0.8 * s, s, 0.6 * c, -0.8 * c, 0, 0.8, 0.6],
    t: [-x, 100, 1300],
  };
}

test('a plane map takes each pixel to where the other camera has the same point of the mat', () => {
  const [from, to] = [cameraOf(0.1, 300), cameraOf(-0.2, 420)];
  const map = pixelsFromPixels(from, to)!;
  for (const at of [
    { x: 10, y: 20 },
    { x: 500, y: 100 },
    { x: 300, y: 800 },
  ]) {
    const [p, q] = [pixelFromTable(from, { ...at, z: 0 })!, pixelFromTable(to, { ...at, z: 0 })!];
    const [u, v] = mapByHomography(map, p.u, p.v);
    assert.ok(Math.hypot(u - q.u, v - q.v) < 1e-6);
    assert.ok(Math.hypot(carriedPoint(from, from, at)!.x - at.x, carriedPoint(from, from, at)!.y - at.y) < 1e-6);
  }
});

test('a map and its inverse are nothing together; one without an inverse has none', () => {
  const map: PlaneMap = [2, 1, 3, 0.5, 4, -1, 0.01, 0.02, 1];
  const nothing = product(map, inverseOf(map)!);
  for (const [i, value] of nothing.entries()) assert.ok(Math.abs(value - (i % 4 === 0 ? 1 : 0)) < 1e-12);
  assert.equal(inverseOf([1, 2, 3, 2, 4, 6, 0, 0, 1]), undefined);
});
