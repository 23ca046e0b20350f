import assert from 'node:assert/strict';
import test from 'node:test';
import { createRepeatDetector } from '../../src/worker/repeated-frames.js';

const [WIDTH_PX, HEIGHT_PX] = [1280, 720];

/** A camera's picture of a table at rest: the same but for its noise. */
function picture(noise: number): Uint8ClampedArray {
  return Uint8ClampedArray.from(
    { length: 4 * WIDTH_PX * HEIGHT_PX },
    (_, i) => 100 + ((Math.imul(Math.floor(i / 4) + 7919 * noise, 2654435761) >>> 28) & 7),
  );
}

test('a frame repeats the one before only when it is the same picture: neither the first, nor one with noise of its own, nor an earlier one', () => {
  const isRepeated = createRepeatDetector();
  assert.deepEqual(
    [1, 1, 1, 2, 1, 1].map((noise) => isRepeated(picture(noise))),
    [false, true, true, false, false, true],
  );
});

test('a picture that differs in one colour alone is not a repeated one', () => {
  const isRepeated = createRepeatDetector();
  for (const channel of [0, 1, 2]) {
    const other = picture(1).map((value, i) => (i % 4 === channel ? value + 1 : value));
    assert.deepEqual([picture(1), other].map(isRepeated), [false, false]);
  }
});
