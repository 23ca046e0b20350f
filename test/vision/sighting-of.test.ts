import assert from 'node:assert/strict';
import { test } from 'node:test';
import { belief } from '../../src/vision/base-belief.js';
import type { ConfirmedCandidate } from '../../src/vision/candidate.js';
import { sightingOf } from '../../src/vision/sighting-of.js';
import type { TableSolution } from '../../src/vision/solve.js';

const HEADING_SIGMA = 0.01;
const POSE = { x: 400, y: 300, headingRad: 1 };
const SOLUTION = {
  camera: {},
  widthMm: 914,
  depthMm: 914,
  matSigmaMm: 2,
  poses: [POSE],
  agreement: [0.9],
  jointCovariance: Float64Array.from([0.1, 0, 0, 0, 0.1, 0, 0, 0, HEADING_SIGMA ** 2]),
} as unknown as TableSolution;

/** A base of which the keypoints have that mean log spread, its front told with that lead. */
function base(spread: number, frontLead: number, frontTold = true, score = 0.6): ConfirmedCandidate {
  return {
    detection: { score, cardLogit: -4 },
    reading: { base: 'small', spread },
    frontTold,
    frontLead,
  } as unknown as ConfirmedCandidate;
}

/** Whether the front of that base is left open. */
function isOpen(one: ConfirmedCandidate): boolean {
  const { bases } = sightingOf(0, SOLUTION, { scaleSigma: 0, shiftSigmaMm: 0 }, undefined, [one], {});
  assert.equal(bases.length, 1);
  return bases[0]!.ifFrontUnknown !== undefined;
}

test('where the front of a doubtful base is counts only when looks from elsewhere are far less sharp', () => {
  const doubtful = base(-0.15, 0.8, true, 0.35);
  assert.ok(belief(doubtful, HEADING_SIGMA) > 0.7 && belief(doubtful, HEADING_SIGMA) < 0.9);
  assert.ok(isOpen(doubtful));
  assert.ok(!isOpen(base(-0.15, 3, true, 0.35)));
  assert.ok(!isOpen(base(-0.15, Number.POSITIVE_INFINITY, true, 0.35)));
});

test('nor is the front of a base whose keypoints are blurred told lightly', () => {
  const blurred = base(0.1, 0.8, true, 0.98);
  assert.ok(belief(blurred, HEADING_SIGMA) > 0.9);
  assert.ok(isOpen(blurred));
  assert.ok(!isOpen(base(0.1, 3, true, 0.98)));
});

test('a plain base needs no more than the looks themselves tell', () => {
  const plain = base(-0.6, 0.5);
  assert.ok(belief(plain, HEADING_SIGMA) > 0.95);
  assert.ok(!isOpen(plain));
  assert.ok(isOpen(base(-0.6, 0.05, false)));
});
