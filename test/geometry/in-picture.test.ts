import assert from 'node:assert/strict';
import test from 'node:test';
import { BETWEEN_PIXELS_PX, isInPicture, pixelInPicture } from '../../src/geometry/in-picture.js';

const size = { widthPx: 4, heightPx: 3 };

test('a picture ends half a pixel beyond the middles of its outermost pixels', () => {
  for (const [u, v] of [
    [-0.5, -0.5],
    [3.5, 2.5],
    [0, 0],
  ] as const)
    assert.ok(isInPicture(size, { u, v }), `${u}, ${v}`);
  for (const [u, v] of [
    [-0.51, 1],
    [3.51, 1],
    [1, -0.51],
    [1, 2.51],
    [Number.NaN, 1],
  ] as const)
    assert.ok(!isInPicture(size, { u, v }), `${u}, ${v}`);
});

test('between the middles of pixels lies what can be interpolated, and a margin is counted from the rim', () => {
  assert.ok(isInPicture(size, { u: 0, v: 2 }, BETWEEN_PIXELS_PX));
  assert.ok(!isInPicture(size, { u: -0.01, v: 2 }, BETWEEN_PIXELS_PX));
  assert.ok(!isInPicture(size, { u: 3.01, v: 1 }, BETWEEN_PIXELS_PX));
  assert.ok(isInPicture(size, { u: 0.5, v: 1 }, 1));
  assert.ok(!isInPicture(size, { u: 0.5, v: 0.49 }, 1));
});

test('a point of the table behind the camera or beyond the picture has no pixel in it', () => {
  const camera = {
    ...size,
    fx: 10,
    fy: 10,
    cx: 1.5,
    cy: 1,
    distortion: [0, 0, 0, 0, 0],
    r: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    t: [0, 0, 100],
  } as const;
  assert.deepEqual(pixelInPicture(camera, { x: 20, y: 15, z: 0 }), { u: 3.5, v: 2.5 });
  assert.equal(pixelInPicture(camera, { x: 20.1, y: 0, z: 0 }), undefined);
  assert.equal(pixelInPicture(camera, { x: 0, y: 0, z: -200 }), undefined);
});
