import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Unmeasurable } from '../../src/table/table.js';
import { type HalfSeen, halfSeenAfter } from '../../src/table/track/track-half-seen.js';

const at = (x: number, probability = 0.3): Unmeasurable => ({ at: { x, y: 200 }, radiusMm: 28, probability, reason: 'Base?' });
const after = (frames: readonly (readonly Unmeasurable[])[]) =>
  frames.reduce<readonly HalfSeen[]>((before, seen) => halfSeenAfter(before, seen), []);
const places = (all: readonly HalfSeen[]) => all.map((one) => [one.at.x, one.probability]);

test('what is half seen in some frames stays reported', () => {
  const frames = [[at(100)], [], [at(100)], [], [], [at(100)], []];
  frames.forEach((_, i) => {
    assert.deepEqual(places(after(frames.slice(0, i + 1))), [[100, 0.3]]);
  });
});

test('what three frames in a row do not show is gone', () => {
  assert.equal(after([[at(100)], [], []]).length, 1);
  assert.equal(after([[at(100)], [], [], []]).length, 0);
});

test('one thing seen a little elsewhere is one thing, as it was seen last', () => {
  assert.deepEqual(places(after([[at(100, 0.3)], [at(112, 0.6)]])), [[112, 0.6]]);
  assert.deepEqual(places(after([[at(100, 0.3)], [at(140, 0.6)]])), [
    [140, 0.6],
    [100, 0.3],
  ]);
});
