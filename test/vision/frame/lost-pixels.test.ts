import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Camera } from '../../../src/geometry/camera.js';
import { lostPixels } from '../../../src/vision/frame/lost-pixels.js';

/** A camera straight above the place (0, 0), which shows `mmPerPx` with each pixel. */
function above(widthPx: number, mmPerPx: number): Camera {
  const [fx, fy] = [1000, 1000];
  return {
    ...{ widthPx, heightPx: Math.round(widthPx * 0.75), fx, fy, cx: widthPx / 2, cy: widthPx * 0.375 },
    ...{ distortion: [0, 0, 0, 0, 0], r: [1, 0, 0, 0, -1, 0, 0, 0, -1], t: [0, 0, mmPerPx * fx] },
  };
}

const lostIn = (widthPx: number, mmPerPx: number, places = [{ x: 0, y: 0, headingRad: 0 }]) => {
  const camera = above(widthPx, mmPerPx);
  return lostPixels({ ...camera, rgba: new Uint8Array(), capturedAtMs: 0 }, { camera, poses: places });
};

test('a photo that was made smaller has lost what its pixels are larger by, whichever way it lies', () => {
  assert.ok(Math.abs(lostIn(1600, 1.3) - 1.2) < 1e-9);
  assert.ok(Math.abs(lostIn(960, 2) - 2) < 1e-9);
  const { camera, poses } = { camera: { ...above(1600, 1.3), widthPx: 1200, heightPx: 1600 }, poses: [{ x: 0, y: 0, headingRad: 0 }] };
  assert.ok(Math.abs(lostPixels({ ...camera, rgba: new Uint8Array(), capturedAtMs: 0 }, { camera, poses }) - 1.2) < 1e-9);
});

test('nothing is lost by what a camera took, by a view from close by, or where no ship stands', () => {
  assert.equal(lostIn(1920, 1.3), 1);
  assert.equal(lostIn(4096, 0.4), 1);
  assert.equal(lostIn(960, 0.5), 1);
  assert.equal(lostIn(960, 2, []), 1);
  assert.ok(Math.abs(lostIn(960, 0.9) - 1.2) < 1e-9, 'between them as much as its pixels are coarse');
});

test('a picture of a size in which cameras give video may be a frame as it was taken: nothing is lost', () => {
  const poses = [{ x: 0, y: 0, headingRad: 0 }];
  for (const [widthPx, heightPx, lost] of [
    [1280, 720, 1],
    [720, 1280, 1],
    [640, 480, 1],
    [1280, 721, 1.5],
    [1600, 900, 1.2],
    [960, 540, 2],
  ] as const) {
    const camera = { ...above(widthPx, 2), heightPx };
    const found = lostPixels({ ...camera, rgba: new Uint8Array(), capturedAtMs: 0 }, { camera, poses });
    assert.ok(Math.abs(found - lost) < 1e-9, `${widthPx} × ${heightPx}: ${found}, expected ${lost}`);
    const copy = lostPixels({ ...camera, rgba: new Uint8Array(), capturedAtMs: 0 }, { camera, poses }, true);
    assert.ok(copy > 1.1 && copy >= lost, `${widthPx} × ${heightPx}, saved as copies are: ${copy}`);
  }
});
