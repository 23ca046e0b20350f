import assert from 'node:assert/strict';
import { test } from 'node:test';
import { featurePoints } from '../../../src/vision/track/feature-points.js';
import { planePointOf, viewOfCamera } from '../../../src/vision/track/plane-view.js';
import { cameraAt, drawnMat, pictureOf, randomOf } from '../drawn-plane.js';
import { openCv } from '../open-cv.js';

/** How far the table reaches beyond the mat, mm: from there on the floor is seen. */
const BEYOND = 120;

test('faint spots of a plain cloth are followed beside a floor of strong contrast, and nothing of the floor', async () => {
  const { cv } = await openCv();
  const camera = cameraAt({ distanceMm: 1500 });
  const view = viewOfCamera(camera)!;
  const picture = pictureOf(drawnMat(21, { blots: 400, stars: 0 }), camera, { seed: 3 });
  const random = randomOf(5);
  const tiles = Array.from({ length: 160 * 90 }, () => (random() < 0.5 ? 10 : 240));
  const isOnTable = ({ x, y }: { readonly x: number; readonly y: number }) =>
    x > -BEYOND && y > -BEYOND && x < 914 + BEYOND && y < 914 + BEYOND;
  const grey = new cv.Mat(picture.rows, picture.columns, cv.CV_8UC1);
  try {
    grey.data.set(
      picture.grey.map((level, i) => {
        const [u, v] = [i % picture.columns, Math.floor(i / picture.columns)];
        const at = planePointOf(view, { u, v });
        return at && isOnTable(at) ? level : tiles[Math.floor(v / 4) * 160 + Math.floor(u / 4)]!;
      }),
    );
    const points = featurePoints(cv, grey, view, { widthMm: 914, depthMm: 914, standing: [] });
    assert.ok(points.length >= 60, `${points.length} points`);
    assert.deepEqual(points.filter(({ at }) => !isOnTable(at)).length, 0);
  } finally {
    grey.delete();
  }
});
