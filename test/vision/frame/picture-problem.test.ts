import assert from 'node:assert/strict';
import test from 'node:test';
import { pictureProblem } from '../../../src/vision/frame/picture-problem.js';
import type { FrameContext } from '../../../src/vision/lens/frame-context.js';

/** The problem with a picture of a size; what its pixels show is not looked at for these. */
const codeOf = (widthPx: number, heightPx: number) =>
  pictureProblem({ engines: {}, frame: { widthPx, heightPx }, hints: {} } as unknown as FrameContext)?.code;

test('a strip is too small, and a panorama is no photo of a table, whichever way it lies', () => {
  assert.equal(codeOf(3, 4000), 'picture-too-small');
  assert.equal(codeOf(4096, 683), 'picture-panorama');
  assert.equal(codeOf(700, 2800), 'picture-panorama');
});
