import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageText, freshnessOf } from '../../src/scene/freshness.js';

const kindAfter = (ageMs: number, usualMeasureMs: number) =>
  freshnessOf({ nowMs: 50_000 + ageMs, measuredAtMs: 50_000, usualMeasureMs }).kind;

test('an answer is old once three usual looks should have followed, but not before 3 s and always after 20 s', () => {
  assert.deepEqual(
    [2999, 3001].map((ageMs) => kindAfter(ageMs, 0)),
    ['fresh', 'old'],
  );
  assert.deepEqual(
    [7499, 7501].map((ageMs) => kindAfter(ageMs, 2500)),
    ['fresh', 'old'],
  );
  assert.deepEqual(
    [19_999, 20_001].map((ageMs) => kindAfter(ageMs, 60_000)),
    ['fresh', 'old'],
  );
});

test('where every frame since is known to show the same, an answer stands for three looks that take 10 s each, and for a minute at most', () => {
  const kind = (ageMs: number, usualMeasureMs: number, unwatchedMs = 100) =>
    freshnessOf({ nowMs: 100_000 + ageMs, measuredAtMs: 100_000, usualMeasureMs, watchedAtMs: 100_000 + ageMs - unwatchedMs }).kind;
  assert.deepEqual([kind(29_900, 10_000), kind(30_100, 10_000)], ['fresh', 'old']);
  assert.deepEqual([kind(59_900, 40_000), kind(60_100, 40_000)], ['fresh', 'old']);
  assert.equal(kind(25_000, 10_000, 3100), 'old', 'nobody has watched for 3 s');
});

test('a look that was taken before or in the frame of a movement is of what has moved, one taken after it is not', () => {
  const kind = (movedAtMs: number) => freshnessOf({ nowMs: 1100, measuredAtMs: 1000, usualMeasureMs: 0, movedAtMs }).kind;
  assert.deepEqual([999, 1000, 1001].map(kind), ['fresh', 'moving', 'moving']);
});

test('an answer is none while a frame has waited for 0.3 s to be compared with what it is of; what is known to have moved is told first', () => {
  const kind = (watchBehindMs: number, movedAtMs = 0) =>
    freshnessOf({ nowMs: 1100, measuredAtMs: 1000, usualMeasureMs: 0, watchedAtMs: 1050, movedAtMs, watchBehindMs }).kind;
  assert.deepEqual([kind(299), kind(300), kind(300, 1050)], ['fresh', 'behind', 'moving']);
});

test('a look of a frame from the future of this clock is not of negative age', () => {
  assert.equal(freshnessOf({ nowMs: 1000, measuredAtMs: 1004, usualMeasureMs: 0 }).ageMs, 0);
});

test('ages are told in whole units that have passed', () => {
  assert.deepEqual(
    [400, 59_999, 60_000, 3_599_999, 7_200_000].map((ageMs) => ageText(ageMs)),
    ['just now', '59 s ago', '1 min ago', '59 min ago', '2 h ago'],
  );
});
