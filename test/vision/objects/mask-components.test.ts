import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MASK_CELLS } from '../../../src/vision/image/rectify.js';
import { maskComponents } from '../../../src/vision/objects/mask-components.js';

const CELL_MM = 8;

/** A mask with strips: cells (column, row) that are set. */
function mask(cells: readonly (readonly [number, number])[]): Float32Array {
  const out = new Float32Array(MASK_CELLS ** 2).fill(-5);
  for (const [column, row] of cells) out[row * MASK_CELLS + column] = 3;
  return out;
}

test('two strips are two spots, each along its own axis and as large as its cells', () => {
  const flat = Array.from({ length: 20 }, (_, i) => [30 + i, 40] as const);
  const steep = Array.from({ length: 12 }, (_, i) => [80, 60 + i] as const);
  const [first, second, ...rest] = maskComponents(mask([...flat, ...steep]), 0, 6);
  assert.ok(first && second && rest.length === 0);
  assert.equal(first.areaMm2, 20 * CELL_MM ** 2);
  assert.equal(second.areaMm2, 12 * CELL_MM ** 2);
  // Headings are clockwise from +y: a flat strip lies along a quarter turn, a steep one along none.
  assert.ok(Math.abs(Math.abs(Math.sin(first.axisRad)) - 1) < 1e-9);
  assert.ok(Math.abs(Math.sin(second.axisRad)) < 1e-9);
  assert.ok(Math.abs(first.lengthMm - 20 * CELL_MM) < 1e-9 && Math.abs(first.widthMm - CELL_MM) < 1e-9);
  assert.ok(Math.abs(first.window.right - first.window.left - 19 * CELL_MM) < 1e-9);
  assert.ok(Math.abs(first.centroid.y - second.centroid.y - (65.5 - 40) * CELL_MM) < 1e-9);
});

test('cells at the ends of two rows do not hang together, and too few are no spot', () => {
  assert.deepEqual(
    maskComponents(
      mask([
        [MASK_CELLS - 1, 5],
        [0, 6],
      ]),
      0,
      2,
    ),
    [],
  );
});
