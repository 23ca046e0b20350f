import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BaseSize } from '../../../src/pieces/base-size.js';
import type { Candidate } from '../../../src/vision/bases/candidate.js';
import { nonMaximumSuppression } from '../../../src/vision/bases/non-maximum-suppression.js';

function candidate(base: BaseSize, x: number, score: number): Candidate {
  const at = { x, y: 300 };
  return {
    marks: { base, start: { ...at, headingRad: 0 }, marks: [] },
    reading: { marks: [], spread: -0.5, score: 0.999, base, sizeScore: 1 },
    detection: { base, at, headingRad: 0, score, cardLogit: -4 },
  };
}

test('of two candidates on one base the surer stays, whichever comes first', () => {
  const [sure, unsure] = [candidate('small', 500, 0.9), candidate('small', 503, 0.6)];
  assert.deepEqual(nonMaximumSuppression([sure, unsure]), [sure]);
  assert.deepEqual(nonMaximumSuppression([unsure, sure]), [sure]);
});

test('no base stands in the middle of a larger one', () => {
  const [large, within] = [candidate('large', 500, 0.9), candidate('small', 545, 0.6)];
  assert.deepEqual(nonMaximumSuppression([within, large]), [large]);
});

test('bases that touch stay both, in their order, though both are a millimetre off', () => {
  const row = [candidate('small', 500, 0.6), candidate('medium', 549, 0.9), candidate('small', 460.5, 0.8)];
  assert.deepEqual(nonMaximumSuppression(row), row);
});
