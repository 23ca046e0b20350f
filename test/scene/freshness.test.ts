import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ageText, freshnessOf } from '../../src/scene/words/freshness.js';

const kindAfter = (ageMs: number, lookMs: number) => freshnessOf({ nowMs: 50_000 + ageMs, measuredAtMs: 50_000, lookMs }).kind;

test('an answer that nothing watches is old once three looks should have followed, but not before 3 s and always after 20 s', () => {
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

/** Of a look 100 s ago or less, the last frame that was compared with it having been taken `unwatchedMs` ago. */
const watched = (
  sinceLookMs: number,
  unwatchedMs: number,
  lookMs: number,
  more: { readonly movedMs?: number; readonly watchBehindMs?: number; readonly comparedMs?: number } = {},
) => {
  const { movedMs, watchBehindMs = 0, comparedMs = unwatchedMs } = more;
  const nowMs = 200_000;
  const moved = movedMs === undefined ? {} : { movedAtMs: nowMs - movedMs };
  const seen = { watchedAtMs: nowMs - unwatchedMs, comparedAtMs: nowMs - comparedMs };
  return freshnessOf({ nowMs, measuredAtMs: nowMs - sinceLookMs, lookMs, ...seen, watchBehindMs, ...moved });
};

test('where every frame since shows the same, an answer stands however slow the looks are, and is as old as the last of those frames', () => {
  assert.deepEqual(watched(25_000, 100, 800), { kind: 'fresh', ageMs: 100 }, 'a look that was quick, then one that takes its time');
  assert.deepEqual(watched(59_000, 100, 10_000), { kind: 'fresh', ageMs: 100 });
  assert.deepEqual(watched(61_000, 100, 10_000).kind, 'old', 'what moves less than a frame trembles shows in looks only');
  assert.deepEqual(watched(90_000, 100, 40_000).kind, 'fresh', 'three looks that take 40 s each');
});

test('a busy device’s answer stays with its age while frames wait no longer than a look takes there, and expires after that', () => {
  assert.deepEqual(watched(4000, 500, 2500, { watchBehindMs: 299 }), { kind: 'fresh', ageMs: 500 });
  assert.deepEqual(watched(4000, 2400, 2500, { watchBehindMs: 2400 }), { kind: 'late', ageMs: 2400 });
  assert.deepEqual(watched(4000, 2600, 2500, { watchBehindMs: 2600 }), { kind: 'behind', ageMs: 2600 });
  assert.equal(watched(4000, 900, 100, { watchBehindMs: 900 }).kind, 'late', 'never none before a second');
  assert.equal(watched(9000, 5100, 30_000, { watchBehindMs: 5100 }).kind, 'behind', 'always after five');
  assert.equal(watched(4000, 900, 2500, { watchBehindMs: 900, movedMs: 1000 }).kind, 'moving', 'what is known to have moved comes first');
});

test('where no frame comes, an answer says its age and is old after the time of a look, 3 to 20 s', () => {
  const kinds = (lookMs: number, ...unwatchedMs: number[]) => unwatchedMs.map((ms) => watched(50_000, ms, lookMs).kind);
  assert.deepEqual(kinds(500, 900, 1100, 2900, 3100), ['fresh', 'late', 'late', 'old']);
  assert.deepEqual(kinds(8000, 7900, 8100), ['late', 'old']);
  assert.deepEqual(kinds(40_000, 19_900, 20_100), ['late', 'old']);
});

test('where frames come but do not show what is asked about an answer gives its age after a second and is old after two, however long looks take', () => {
  const kinds = [900, 1100, 2000, 2100].map((ms) => watched(50_000, ms, 15_000, { comparedMs: 0 }).kind);
  assert.deepEqual(kinds, ['fresh', 'late', 'late', 'old']);
  assert.equal(watched(50_000, 4000, 15_000, { comparedMs: 2100 }).kind, 'late', 'the last frame came 1.9 s after it was seen');
  assert.equal(watched(1500, 50_000, 15_000, { comparedMs: 0 }).kind, 'late', 'and a look is a view of it, too');
});

test('a look that was taken before or in the frame of a movement is of what has moved, one taken after it is not', () => {
  const kind = (movedAtMs: number) => freshnessOf({ nowMs: 1100, measuredAtMs: 1000, lookMs: 0, movedAtMs }).kind;
  assert.deepEqual([999, 1000, 1001].map(kind), ['fresh', 'moving', 'moving']);
  assert.equal(watched(5000, 100, 500, { movedMs: 4000 }).ageMs, 5000, 'and is as old as itself');
});

test('a look of a frame from the future of this clock is not of negative age', () => {
  assert.equal(freshnessOf({ nowMs: 1000, measuredAtMs: 1004, lookMs: 0 }).ageMs, 0);
});

test('ages are given in whole units that have passed', () => {
  assert.deepEqual(
    [400, 59_999, 60_000, 3_599_999, 7_200_000].map((ageMs) => ageText(ageMs)),
    ['just now', '59 s ago', '1 min ago', '59 min ago', '2 h ago'],
  );
});

test('a camera that is lost does not see the table after a second, though frames come; what has moved before still counts as moving', () => {
  const lost = (lostMs: number, movedMs?: number) =>
    freshnessOf({
      ...{ nowMs: 200_000, measuredAtMs: 199_000, lookMs: 800, watchedAtMs: 199_950, lostMs },
      ...(movedMs === undefined ? {} : { movedAtMs: 200_000 - movedMs }),
    }).kind;
  assert.deepEqual([lost(1000), lost(1001), lost(1001, 500)], ['fresh', 'old', 'moving']);
});
