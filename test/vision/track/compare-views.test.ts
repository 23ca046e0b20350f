import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHANGED, compareViews, OUT_OF_VIEW, referenceOf } from '../../../src/vision/track/compare-views.js';
import { viewOfCamera } from '../../../src/vision/track/plane-view.js';
import { cameraAt, drawnMat, pictureOf } from '../drawn-plane.js';

test('where two views of one picture are farther apart than what is compared around a place, it is unknown there whether anything has changed', () => {
  const mat = drawnMat(31);
  const [first, turned, mistaken] = [cameraAt(), cameraAt({ shakeDeg: [0, 1.5, 0] }), cameraAt({ shakeDeg: [0, 2.6, 0] })];
  const [view, own, other] = [first, turned, mistaken].map((camera) => viewOfCamera(camera)!) as [View, View, View];
  const reference = referenceOf(pictureOf(mat, first, { seed: 1 }), { view }, 1);
  const picture = pictureOf(mat, turned, { seed: 2 });
  const statesOf = (rival?: View) =>
    compareViews(reference, picture, { view: other, rival }, { sharpness: 1, parallaxPx: 0, standing: new Float32Array(240 * 135) }).state;
  const count = (states: Uint8Array, what: number) => states.filter((one) => one === what).length;
  assert.ok(count(statesOf(), CHANGED) > 100, 'the stars are beside where the mistaken view has them');
  const open = statesOf(own);
  assert.deepEqual([count(open, CHANGED), count(open, OUT_OF_VIEW)], [0, open.length]);
});

type View = NonNullable<ReturnType<typeof viewOfCamera>>;
