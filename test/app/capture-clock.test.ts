import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCaptureClock } from '../../src/app/capture/track-frames.js';

test('a frame that comes late because the page is busy was taken when its stamp says', () => {
  const capturedAtMs = createCaptureClock();
  const lateMs = [4, 4, 310, 210, 110, 10, 4];
  const taken = lateMs.map((late, i) => capturedAtMs(50_000 + 100 * i, 1_000_000 + 100 * i + late));
  assert.deepEqual(taken, [1_000_004, 1_000_104, 1_000_204, 1_000_304, 1_000_404, 1_000_504, 1_000_604]);
});

test('a camera whose clock runs a ten thousandth slower is not taken to be late after an hour', () => {
  const capturedAtMs = createCaptureClock();
  let behindMs = 0;
  for (let frame = 0; frame < 36_000; frame++) behindMs = 100 * frame - capturedAtMs(100 * frame * 0.9999, 100 * frame);
  assert.ok(behindMs < 1, `${behindMs} ms`);
});

test('after stamps have started over, or jumped forward, times are right from the first frame on', () => {
  for (const stampMs of [0, 9_000_000]) {
    const capturedAtMs = createCaptureClock();
    for (let frame = 0; frame < 100; frame++) capturedAtMs(5_000_000 + 100 * frame, 100 * frame);
    assert.equal(capturedAtMs(stampMs, 10_000), 10_000);
    assert.equal(capturedAtMs(stampMs + 100, 10_150), 10_100);
  }
});
