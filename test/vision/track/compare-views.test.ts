import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pixelFromTable } from '../../../src/geometry/camera.js';
import { CHANGED, compareViews, OUT_OF_VIEW, referenceOf, UNCHANGED } from '../../../src/vision/track/compare-views.js';
import { viewOfCamera } from '../../../src/vision/track/plane-view.js';
import { cameraAt, drawnMat, pictureOf, withSquare } from '../drawn-plane.js';

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

test('a thing that may seem shifted farther than to the mat beside it is missed when it is taken away, and not when it seems shifted', () => {
  const at = { x: 457, y: 457 };
  const mat = drawnMat(31);
  const [camera, moved] = [cameraAt(), cameraAt({ aroundDeg: 6 })];
  const [view, there] = [camera, moved].map((one) => viewOfCamera(one)!) as [View, View];
  const pixel = pixelFromTable(camera, { ...at, z: 0 })!;
  const statesWith = (before: number, now: number, byMm = 0) => {
    const reference = referenceOf(pictureOf(withSquare(mat, at, 40, before), camera, { seed: 1 }), { view }, 1);
    const picture = pictureOf(now < 0 ? mat : withSquare(mat, { x: at.x + byMm, y: at.y }, 40, now), moved, { seed: 2 });
    // Four cells, where something may stand 30 cells around the square.
    const standing = new Float32Array(240 * 135).map((_, i) =>
      Number(Math.hypot((i % 240) - pixel.u / CELL_PX, Math.floor(i / 240) - pixel.v / CELL_PX) < 30),
    );
    const { columns, state } = compareViews(reference, picture, { view: there }, { sharpness: 1, parallaxPx: 4 * CELL_PX, standing });
    const near = [...state].filter(
      (_, i) => Math.hypot((i % columns) + 0.5 - pixel.u / (4 * CELL_PX), Math.floor(i / columns) + 0.5 - pixel.v / (4 * CELL_PX)) < 2.5,
    );
    return [UNCHANGED, OUT_OF_VIEW, CHANGED].map((what) => near.filter((one) => one === what).length);
  };
  const [all] = statesWith(230, 230);
  assert.deepEqual(statesWith(230, 230), [all, 0, 0]);
  assert.deepEqual(statesWith(230, 230, 15), [all, 0, 0], 'a top seen from another side');
  assert.ok(statesWith(230, -1)[2]! >= 4, `taken away: ${statesWith(230, -1)}`);
  assert.deepEqual(statesWith(230, 215), [all! - statesWith(230, 215)[1]!, statesWith(230, 215)[1], 0], 'a little darker from there');
  assert.ok(statesWith(230, 215)[1]! >= 1, 'which leaves open what it is');
});

/** Pixels of a picture 640 px wide in a cell of what is compared. */
const CELL_PX = 640 / 240;

type View = NonNullable<ReturnType<typeof viewOfCamera>>;
