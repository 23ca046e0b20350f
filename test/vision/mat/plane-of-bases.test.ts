import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { readTruth } from '../../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../../src/cli/inputs/node-engines.js';
import { pixelFromTable, tableFromPixel } from '../../../src/geometry/camera.js';
import { distanceMm } from '../../../src/geometry/point.js';
import { planesOfBases } from '../../../src/vision/mat/by-bases/plane-of-bases.js';
import { upsideDownCameras } from '../../../src/vision/mat/by-bases/register-by-bases.js';
import { rgbaOf } from '../../../src/vision/runtime/frame.js';
import { unknownLens } from '../../../src/vision/solve/observations.js';

const VIEW = 'test-fixtures/hand-held/table-03-close-2.json';

test('of a picture that hardly shows bases one plane is proposed, of the same one taken sharply others as well', async () => {
  const engines = await loadEngines();
  const truth = await readTruth(VIEW);
  const { widthPx, heightPx } = truth.camera!;
  const proposed = async (blurPx: number) => {
    const { data } = await sharp(VIEW.replace(/[^/]*$/, truth.image))
      .blur(blurPx)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const rgba = rgbaOf(engines.cv, { widthPx, heightPx, rgba: data });
    const planes = [];
    for await (const plane of planesOfBases(engines, rgba, [truth.camera!], async () => [], unknownLens(widthPx, heightPx)))
      planes.push(plane);
    rgba.delete();
    return planes;
  };
  assert.ok((await proposed(3)).length > 1);
  const [only, ...others] = await proposed(12);
  assert.ok(only && only.sharpness < 0.8);
  assert.deepEqual(others, []);
});

/** Within this the plane that the bases determine has each of them, mm. */
const SAME_BASE_MM = 15;

test('a picture that is upside down shows the plane of its bases, and their sizes, as the right way up', async () => {
  const engines = await loadEngines();
  const { camera, image, table } = await readTruth('test-fixtures/hand-held/table-11-close-1.json');
  const { widthPx, heightPx } = camera!;
  const { data } = await sharp(`test-fixtures/hand-held/${image}`).rotate(180).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const rgba = rgbaOf(engines.cv, { widthPx, heightPx, rgba: data });
  const lens = unknownLens(widthPx, heightPx);
  const planes = planesOfBases(engines, rgba, upsideDownCameras(widthPx, heightPx, lens), async () => [], lens);
  const { value: plane } = await planes.next();
  rgba.delete();
  assert.ok(plane, 'a plane is found');
  const { camera: found, poses } = plane.solution;
  // The same camera turned about its axis by half a turn took it.
  assert.ok(Math.abs(Math.asin(-found.r[8]) - Math.asin(-camera!.r[8])) < 0.1, 'the tilt is right');
  assert.ok(found.r[5] > 0 !== camera!.r[5] > 0, 'the table goes on downwards');
  const places = poses.map((pose, i) => {
    const { u, v } = pixelFromTable(found, { ...pose, z: 0 })!;
    const at = tableFromPixel(camera!, { u: widthPx - 1 - u, v: heightPx - 1 - v })!;
    return table.ships.find((ship) => distanceMm(ship.pose, at) < SAME_BASE_MM && ship.base === plane.bases[i]!.base)?.id;
  });
  assert.equal(new Set(places).size, 3, 'three ships are wholly in view');
  assert.ok(places.every((id) => id !== undefined));
});
