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
function base(spread: number, frontLead: number, frontTold = true): ConfirmedCandidate {
  return {
    detection: { score: 0.6, cardLogit: -4 },
    reading: { base: 'small', spread },
    frontTold,
    frontLead,
  } as unknown as ConfirmedCandidate;
}

/** Whether the front of that base is left open. */
function isOpen(one: ConfirmedCandidate): boolean {
  const { bases } = sightingOf(0, SOLUTION, { scaleSigma: 0, shiftSigmaMm: 0 }, [one], {});
  assert.equal(bases.length, 1);
  return bases[0]!.ifFrontUnknown !== undefined;
}

test('where the front of a doubtful base is counts only when looks from elsewhere are far less sharp', () => {
  const doubtful = base(0.2, 1);
  assert.ok(belief(doubtful, HEADING_SIGMA) > 0.7 && belief(doubtful, HEADING_SIGMA) < 0.9);
  assert.ok(isOpen(doubtful));
  assert.ok(!isOpen(base(0.2, 3)));
  assert.ok(!isOpen(base(0.2, Number.POSITIVE_INFINITY)));
});

test('a plain base needs no more than the looks themselves tell', () => {
  const plain = base(-0.6, 0.5);
  assert.ok(belief(plain, HEADING_SIGMA) > 0.95);
  assert.ok(!isOpen(plain));
  assert.ok(isOpen(base(-0.6, 0.05, false)));
});
