import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCEPTED_PROBABILITY, baseProbability, unsolvedBaseProbability } from '../../../src/vision/bases/base-classifier.js';
import type { Candidate } from '../../../src/vision/bases/candidate.js';

const candidate = (detected: number, spread: number, cardLogit = -4) =>
  ({ detection: { score: detected, cardLogit }, reading: { spread } }) as unknown as Candidate;

/** A solution in which the marks fit, unless the arguments say otherwise. */
const solved = (headingSigmaRad: number, agreement = 0.9, sideAgreement = 0.9) => ({ headingSigmaRad, agreement, sideAgreement });

test('a plain base is believed in, a blurred thing that the detector half likes is not', () => {
  assert.ok(unsolvedBaseProbability(candidate(0.9, -0.5)) > 0.99);
  assert.ok(baseProbability(candidate(0.9, -0.5), solved(0.009)) > 0.99);
  assert.ok(unsolvedBaseProbability(candidate(0.5, 0.6)) < 0.5);
  assert.ok(baseProbability(candidate(0.5, 0.6), solved(0.02)) < 0.5);
});

test('a surer detector, sharper keypoints and a surer heading each add to the belief', () => {
  const between = baseProbability(candidate(0.5, 0.2), solved(0.012));
  assert.ok(between > 0.05 && between < 0.95, `${between}`);
  assert.ok(baseProbability(candidate(0.6, 0.2), solved(0.012)) > between);
  assert.ok(baseProbability(candidate(0.5, 0.1), solved(0.012)) > between);
  assert.ok(baseProbability(candidate(0.5, 0.2), solved(0.01)) > between);
});

test('a half hidden base can be believed in, though not by its keypoints alone', () => {
  const hidden = candidate(0.5, 0.1);
  assert.ok(baseProbability(hidden, solved(0.009)) > ACCEPTED_PROBABILITY);
  assert.ok(baseProbability(hidden, solved(0.03)) < ACCEPTED_PROBABILITY);
});

test('what looks like a base but whose keypoints or sides contradict each other, as a printed square’s do, is not believed', () => {
  const printed = candidate(0.7, 0.2);
  assert.ok(baseProbability(printed, solved(0.012)) > ACCEPTED_PROBABILITY);
  assert.ok(baseProbability(printed, solved(0.012, 0.5)) < ACCEPTED_PROBABILITY);
  assert.ok(baseProbability(printed, solved(0.012, 0.9, 0.6)) < ACCEPTED_PROBABILITY);
});

test('scores at the ends of the scale give a probability all the same', () => {
  for (const score of [0, 1]) {
    const p = baseProbability(candidate(score, 0), solved(0.01));
    assert.ok(p > 0 && p < 1, `${p}`);
  }
});
