import assert from 'node:assert/strict';
import test from 'node:test';
import { averageMirrored, mirrorRows } from '../../../src/vision/runtime/mirror-rows.js';

test('maps averaged with those of the mirrored picture stay as they are when the two agree, padding untouched', () => {
  // Two planes of two rows of four cells, three of which show the picture; the second plane points to the right.
  const maps = Float32Array.from([1, 2, 3, 9, 4, 5, 6, 9, 1, -2, 3, 9, 4, 5, -6, 9]);
  const seen = maps.slice();
  const mirrored = Float32Array.from([3, 2, 1, 7, 6, 5, 4, 7, -3, 2, -1, 7, 6, -5, -4, 7]);
  averageMirrored(maps, mirrored, 8, 4, 3, [1]);
  assert.deepEqual(maps, seen);
});

test('two looks that differ are met half way', () => {
  const maps = Float32Array.from([0, 0, 8]);
  averageMirrored(maps, mirrorRows(Float32Array.from([2, 4, 8]), 3), 3, 3, 3, []);
  assert.deepEqual([...maps], [1, 2, 8]);
});
