import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BaseSize } from '../../src/pieces/base-size.js';
import { overlapFactors } from '../../src/vision/frame/overlapping-bases.js';

const SIGMA_MM = 0.5;
const at = (base: BaseSize, x: number, y: number, headingRad = 0) => ({ base, pose: { x, y, headingRad } });
const isClose = (got: number, expected: number) => assert.ok(Math.abs(got - expected) < 1e-6, `got ${got}, expected ${expected}`);

/** Places known with one sigma in x and y alike, apart from each other, headings exactly. */
function places(count: number): number[] {
  const n = 3 * count;
  return Array.from({ length: n * n }, (_, i) => (i % (n + 1) === 0 && (i / (n + 1)) % 3 < 2 ? SIGMA_MM ** 2 : 0));
}

test('bases that stand 2.2 mm in each other, known to half a millimetre, are claimed as wide as it takes; one that stands clear is not', () => {
  const bases = [at('small', 100, 100), at('medium', 147.8, 100), at('large', 300, 300)];
  const expected = 2.2 / (1.5 * Math.SQRT2 * SIGMA_MM);
  const factors = overlapFactors(bases, places(3));
  isClose(factors[0]!, expected);
  isClose(factors[1]!, expected);
  assert.equal(factors[2], 1);
});

test('an overlap that chance explains widens nothing, nor does a gap', () => {
  assert.deepEqual(overlapFactors([at('small', 100, 100), at('small', 139.5, 100)], places(2)), [1, 1]);
  assert.deepEqual(overlapFactors([at('small', 100, 100), at('small', 140.5, 100)], places(2)), [1, 1]);
});

test('a corner in a side: the doubt about the heading counts by its arm', () => {
  // Turned by 45° the small base reaches 28.284 mm; 1.5 mm of it stand in the other, by a corner that lies across the middle of both.
  const bases = [at('small', 100, 100, Math.PI / 4), at('small', 100 + 20 * Math.SQRT2 + 20 - 1.5, 110)];
  const joint = new Array<number>(36).fill(0);
  const headingSigma = 0.05;
  joint[5 * 7] = headingSigma ** 2;
  // The corner touches the other's side 10 mm from its middle.
  isClose(overlapFactors(bases, joint)[0]!, 1.5 / (1.5 * 10 * headingSigma));
});

test('what two places have in common does not move them apart', () => {
  const common = places(2);
  for (const axis of [0, 1]) common[axis * 6 + 3 + axis] = common[(3 + axis) * 6 + axis] = 0.75 * SIGMA_MM ** 2;
  const [factor] = overlapFactors([at('small', 100, 100), at('small', 138, 100)], common);
  isClose(factor!, 2 / (1.5 * Math.sqrt(2 * 0.25) * SIGMA_MM));
});
