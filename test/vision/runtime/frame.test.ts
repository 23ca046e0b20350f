import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mirroredFrame, rightWayRound } from '../../../src/vision/runtime/frame.js';

/** Three pixels a row, two rows: each pixel has a red of its own. */
const REDS = [1, 2, 3, 4, 5, 6];
const bytes = REDS.flatMap((red) => [red, 10 + red, 20 + red, 255]);
const FRAME = { widthPx: 3, heightPx: 2, capturedAtMs: 7, rgba: Uint8Array.from(bytes) };
const MIRRORED = [3, 2, 1, 6, 5, 4].flatMap((red) => [red, 10 + red, 20 + red, 255]);

test('a mirrored frame has its columns in the other order, each pixel with its own colours', () => {
  const mirrored = mirroredFrame(FRAME);
  assert.deepEqual({ ...mirrored, rgba: [...mirrored.rgba] }, { ...FRAME, rgba: MIRRORED });
  assert.deepEqual([...FRAME.rgba], bytes, 'the frame itself stays as it was');
});

test('pixels that begin anywhere in their memory are mirrored all the same', () => {
  const memory = Uint8Array.from([0, ...bytes, 0]);
  for (const Bytes of [Uint8Array, Uint8ClampedArray]) {
    assert.deepEqual([...mirroredFrame({ ...FRAME, rgba: new Bytes(memory.buffer, 1, bytes.length) }).rgba], MIRRORED);
  }
});

test('only a frame with the hint that it is a mirror image is turned, and the hint is gone then', () => {
  const turned = rightWayRound(FRAME, { isMirrored: true, isPhoto: true });
  assert.deepEqual([[...turned.frame.rgba], turned.hints], [MIRRORED, { isPhoto: true }]);
  assert.equal(rightWayRound(FRAME, { isMirrored: false }).frame, FRAME);
});
