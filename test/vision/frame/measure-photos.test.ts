import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadEngines } from '../../../src/cli/inputs/node-engines.js';
import { readPicture } from '../../../src/cli/inputs/read-picture.js';
import { pixelInPicture } from '../../../src/geometry/in-picture.js';
import { distanceMm } from '../../../src/geometry/point.js';
import type { SeenBase, TableMeasurement } from '../../../src/table/measurement.js';
import { measureFrame } from '../../../src/vision/frame/measure-frame.js';
import { measurePhotos, type TablePhoto } from '../../../src/vision/frame/measure-photos.js';
import type { Engines } from '../../../src/vision/runtime/engines.js';
import type { Frame } from '../../../src/vision/runtime/frame.js';
import { said } from '../../said.js';

const FOLDER = 'test-fixtures/hand-held';
const HINTS = { isPhoto: true };
/** A base of two pictures that are in one frame. */
const SAME_BASE_MM = 3;

let engines: Engines;
before(async () => {
  engines = await loadEngines();
});

const photoOf = (frame: Frame, i: number): TablePhoto => ({ id: `photo ${i}`, read: async () => ({ frame, hints: HINTS }) });

test('a photo from close by gets its place on the table from one of the whole, and the ships that only this shows; a ship that moved stands as in the first; a photo that shows nothing is left out, and counted', async () => {
  const [close, whole] = [await readPicture(`${FOLDER}/table-01-close-2.jpg`), await readPicture(`${FOLDER}/table-01-whole.jpg`)];
  const grey = { widthPx: 640, heightPx: 480, rgba: new Uint8ClampedArray(640 * 480 * 4).fill(90), capturedAtMs: 0 };
  const placed: number[] = [];
  const byThemselves = new Map();
  const onPlaced = ({ bases }: TableMeasurement) => placed.push(bases.length);
  const photos = [close, whole, grey].map(photoOf);
  const result = await measurePhotos(engines, photos, 0, { byThemselves, onPlaced });
  assert.ok(result?.ok);
  assert.deepEqual([result.apart, result.haveMoved], [['photo 2'], true]);
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
  // Another photo of the table does not have those measured again that are not shown.
  assert.equal(byThemselves.size, 3);
  const [, key] = [...byThemselves.keys()].sort();
  const kept = { result: { ok: false, problem: { code: 'kept', message: said('Kept.'), hint: said('It is kept.') } } };
  byThemselves.set(key!, kept);
  await measurePhotos(engines, [photos[2]!, photos[1]!], 0, { byThemselves });
  const wanted = [false];
  const unread: TablePhoto = { id: 'later', read: async () => assert.fail('nobody waits for it') };
  const isWanted = async () => wanted.shift()!;
  assert.equal(await measurePhotos(engines, [photos[1]!, unread, photos[2]!], 2, { byThemselves, isWanted }), undefined);
  assert.deepEqual([byThemselves.size, byThemselves.get(key!)], [2, kept]);
});

test('of a photo whose ships have all flown since the one of the whole it is said that nothing in it stands where that shows one, whichever of the two is shown', async () => {
  const [close, whole] = [await readPicture(`${FOLDER}/table-11-close-2.jpg`), await readPicture(`${FOLDER}/table-11-whole.jpg`)];
  const photos = [close, whole].map(photoOf);
  const byThemselves = new Map();
  const results = [await measurePhotos(engines, photos, 0, { byThemselves }), await measurePhotos(engines, photos, 1, { byThemselves })];
  assert.deepEqual(
    results.map((result) => result?.ok && [result.apart, result.areElsewhere]),
    [
      [[], true],
      [[], true],
    ],
  );
});
