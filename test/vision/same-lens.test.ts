import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sameLens } from '../../src/vision/frame/same-lens.js';
import type { TableSolution } from '../../src/vision/solve/joint-solution.js';

const LENS = { widthPx: 1280, heightPx: 720, fx: 1200, fy: 1200, cx: 650.5, cy: 355.5, distortion: [-0.1, 0.02, 0, 0, 0] };
const SURE = { focalPx: 6, k1: 0.004, k2: 0.005, centrePx: 2 };
const solved = (sigma = SURE) => ({ camera: LENS, lensUncertainty: { sigma } }) as unknown as TableSolution;

test('the lens of a picture is that of a larger one by the same camera, as far as focus leaves it', () => {
  const lens = sameLens(solved(), { widthPx: 2560, heightPx: 1440 })!;
  assert.deepEqual([lens.fx, lens.fy, lens.cx, lens.cy], [2400, 2400, 1301.5, 711.5]);
  // Two per cent of the focal length, which is more than the picture leaves open.
  assert.equal(lens.sigma!.focalPx, 48);
  assert.equal(sameLens(solved({ ...SURE, focalPx: 60 }), LENS)!.sigma!.focalPx, 60);
});

test('a camera that was turned keeps its lens, its middle being open; a picture of another shape has another', () => {
  const turned = sameLens(solved(), { widthPx: 720, heightPx: 1280 })!;
  assert.deepEqual([turned.fx, turned.cx, turned.cy], [1200, 359.5, 639.5]);
  assert.equal(sameLens(solved(), { widthPx: 1280, heightPx: 960 }), undefined);
});
