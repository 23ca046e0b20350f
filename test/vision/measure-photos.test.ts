import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadEngines } from '../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../src/cli/inputs/read-picture.js';
import { pixelInPicture } from '../../src/geometry/in-picture.js';
import { distanceMm } from '../../src/geometry/point.js';
import type { SeenBase } from '../../src/table/measurement.js';
import { measureFrame } from '../../src/vision/frame/measure-frame.js';
import { measurePhotos } from '../../src/vision/frame/measure-photos.js';
import type { Engines } from '../../src/vision/runtime/engines.js';
import type { Frame } from '../../src/vision/runtime/frame.js';

const FOLDER = 'test-fixtures/hand-held';
const HINTS = { isPhoto: true };
/** A base of two pictures that are in one frame. */
const SAME_BASE_MM = 3;

let engines: Engines;
before(async () => {
  engines = await loadEngines();
});

const pictureOf = (frame: Frame) => async () => ({ frame, hints: HINTS });

test('a photo from close by gets its place on the table from one of the whole, and the ships that only this shows; a ship that moved stands as in the first; a photo that shows nothing is left out, and counted', async () => {
  const [close, whole] = [await readPicture(`${FOLDER}/table-01-close-2.jpg`), await readPicture(`${FOLDER}/table-01-whole.jpg`)];
  const grey = { widthPx: 640, heightPx: 480, rgba: new Uint8ClampedArray(640 * 480 * 4).fill(90), capturedAtMs: 0 };
  const placed: number[] = [];
  const result = await measurePhotos(engines, [close, whole, grey].map(pictureOf), ({ bases }) => placed.push(bases.length));
  assert.ok(result.ok);
  assert.deepEqual([result.apart, result.haveMoved], [1, true]);
  assert.deepEqual(placed, [4], 'heard of as the first photo shows them by itself');
  const { bases, jointCovariance, camera, isEdgeUnknown, caution } = result.measurement;
  assert.deepEqual([isEdgeUnknown, caution], [undefined, undefined]);
  assert.equal(jointCovariance.length, (3 * bases.length) ** 2);
  const alone = await measureFrame(engines, whole, HINTS);
  assert.ok(alone.result.ok);
  const others = alone.result.measurement.bases;
  const nearestMm = (one: SeenBase, some: readonly SeenBase[]) => Math.min(...some.map(({ pose }) => distanceMm(one.pose, pose)));
  const moved = others.filter((one) => nearestMm(one, bases) > SAME_BASE_MM);
  assert.deepEqual(
    moved.map(({ base }) => base),
    ['small'],
  );
  assert.equal(bases.length, others.length);
  const inClose = bases.filter(({ pose }) => pixelInPicture(camera, { ...pose, z: 0 }));
  assert.deepEqual([inClose.length, inClose.filter((one) => nearestMm(one, others) < SAME_BASE_MM).length], [4, 3]);
});
