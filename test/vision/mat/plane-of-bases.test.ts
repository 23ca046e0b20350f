import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { readTruth } from '../../../src/cli/eval/truth-file.js';
import { loadEngines } from '../../../src/cli/inputs/node-engines.js';
import { planesOfBases } from '../../../src/vision/mat/by-bases/plane-of-bases.js';
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
