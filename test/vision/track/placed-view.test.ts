import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Camera, pixelFromTable } from '../../../src/geometry/camera.js';
import { inverseOf, lensOf, pixelsFromPixels, product } from '../../../src/geometry/plane-map.js';
import { measuredViews } from '../../../src/vision/track/placed-view.js';
import { nominalView, pixelOf, viewOfCamera, viewThrough } from '../../../src/vision/track/plane-view.js';
import { cameraAt } from '../drawn-plane.js';

const NONE = [0, 0, 0, 0, 0] as const;
const LENSES = [400, 560, 640, 900];
const moves = (focal: number): Camera[] => [
  cameraAt({ focal, distortion: NONE, distanceMm: 800, aroundDeg: 25 }),
  cameraAt({ focal, distortion: NONE, shakeDeg: [2, 24, -3] }),
  cameraAt({ focal, distortion: NONE, distanceMm: 950, elevationDeg: 70, at: { x: 350, y: 520 } }),
];

test('views from before the first measurement get their true poses, whatever lens it gives', () => {
  for (const focal of LENSES) {
    const first = cameraAt({ focal, distortion: NONE });
    const assumed = nominalView(first.widthPx, first.heightPx);
    const moved = measuredViews(assumed, viewOfCamera(first)!);
    const lens = lensOf(assumed.camera);
    for (const camera of moves(focal)) {
      // What following gives: the plane is that of the first picture, whose pixels go to those of the other.
      const between = product(inverseOf(lens)!, product(pixelsFromPixels(first, camera)!, lens));
      const view = moved(viewThrough(assumed.camera, product(between, assumed.fromPlane), false)!);
      assert.ok(view?.isMetric, `focal length ${focal} px`);
      for (const [x, y] of [
        [200, 300],
        [700, 250],
        [457, 800],
      ] as const) {
        const [found, truth] = [pixelOf(view, { x, y })!, pixelFromTable(camera, { x, y, z: 0 })!];
        assert.ok(Math.hypot(found.u - truth.u, found.v - truth.v) < 0.01, `focal length ${focal} px: ${JSON.stringify([found, truth])}`);
      }
    }
  }
});
