import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { english } from '../../../src/texts/english.js';
import { blurProblem, blurPx } from '../../../src/vision/runtime/blur.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import { openCv } from '../open-cv.js';

let cv: Cv;
before(async () => {
  cv = (await openCv()).cv;
});

/** Bright tiles on a dark table, every edge drawn as a ramp over `rampPx` px across and one px up and down. */
function tiles(widthPx: number, heightPx: number, tilePx: number, rampPx: number) {
  const ramp = (at: number, width: number) => Math.min(1, Math.max(0, (tilePx / 4 - Math.abs((at % tilePx) - tilePx / 2)) / width + 0.5));
  const rgba = new cv.Mat(heightPx, widthPx, cv.CV_8UC4);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const level = 40 + 160 * ramp(x, rampPx) * ramp(y, 1);
      rgba.data.set([level, level, level, 255], 4 * (y * widthPx + x));
    }
  }
  return rgba;
}

function measured(...of: Parameters<typeof tiles>): number | undefined {
  const rgba = tiles(...of);
  try {
    return blurPx(cv, rgba);
  } finally {
    rgba.delete();
  }
}

test('blur is the width over which edges rise, in px, also where those of the other direction are sharp', () => {
  for (const rampPx of [2, 4, 6, 8]) {
    const px = measured(960, 540, 120, rampPx)!;
    assert.ok(Math.abs(px - rampPx) < 0.1 * rampPx, `${rampPx}: ${px}`);
  }
  assert.ok(measured(960, 540, 120, 16)! > 8, 'wider edges than the window holds are wide all the same');
});

test('a larger picture is measured as it would be in 1920 px: what is smeared over 12 px of 3840 is so over 6', () => {
  const px = measured(3840, 480, 240, 12)!;
  assert.ok(Math.abs(px - 6) < 1, `${px}`);
});

test('the blur of a picture without plain edges is unknown', () => {
  const grey = new cv.Mat(540, 960, cv.CV_8UC4, new cv.Scalar(90, 90, 90, 255));
  assert.equal(blurPx(cv, grey), undefined);
  grey.delete();
});

test('what is blurred by more than can be measured is refused with both numbers, sharp and plain pictures are not', () => {
  assert.match(english(blurProblem(8.4)!.message), /8 px wide; at most 5\.7/);
  assert.equal(blurProblem(5.7), undefined);
  assert.equal(blurProblem(undefined), undefined);
});
