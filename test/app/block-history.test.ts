import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BlockHistory } from '../../src/app/vision-client/block-history.js';

const WHOLE = [{ left: 0, right: 1, top: 0, bottom: 1 }];
const LEFT = [{ left: 0, right: 0.4, top: 0, bottom: 1 }];
const RIGHT = [{ left: 0.6, right: 1, top: 0, bottom: 1 }];
/** States of two blocks side by side: 0 unchanged, 1 changed, 2 out of view, 3 perhaps changed. */
const pair = (sinceMs: number, ...state: readonly number[]) => ({ sinceMs, columns: 2, rows: 1, state: Uint8Array.from(state) });

/** A history in which the frame of 100 ms answers. */
function answering(): BlockHistory {
  const history = new BlockHistory();
  history.begin(100);
  history.accept(100);
  return history;
}

test('a place has moved when its blocks last differed from the frame that answers, and no other has', () => {
  const history = answering();
  assert.equal(history.movedAtMs(WHOLE), undefined, 'nothing was compared');
  for (const atMs of [110, 120]) history.learn(atMs, [pair(100, 1, 0)]);
  history.learn(130, [pair(100, 0, 0)]);
  assert.deepEqual(
    [LEFT, RIGHT, WHOLE].map((boxes) => history.movedAtMs(boxes)),
    [120, undefined, 120],
  );
});

test('a place that has perhaps moved counts as moved until a frame soon after shows it unchanged', () => {
  const history = answering();
  history.learn(110, [pair(100, 3, 3)]);
  history.learn(120, [pair(100, 0, 2)]);
  assert.deepEqual(
    [LEFT, RIGHT].map((boxes) => history.movedAtMs(boxes)),
    [undefined, 110],
  );
  history.learn(130, [pair(100, 3, 1)]);
  history.learn(140, [pair(100, 1, 0)]);
  history.learn(150, [pair(100, 0, 0)]);
  assert.deepEqual(
    [LEFT, RIGHT].map((boxes) => history.movedAtMs(boxes)),
    [140, 130],
  );
  const late = answering();
  late.learn(110, [pair(100, 3, 0)]);
  late.learn(500, [pair(100, 0, 0)]);
  assert.equal(late.movedAtMs(LEFT), 110, 'a hand may have been there');
});

test('a place that goes out of view was last seen before that; the least of several places counts', () => {
  const history = answering();
  assert.equal(history.seenAtMs(WHOLE), 100, 'nothing was compared: it was seen when it was looked at');
  history.learn(110, [pair(100, 0, 0)]);
  history.learn(120, [pair(100, 2, 0)]);
  assert.deepEqual(
    [LEFT, RIGHT, [...LEFT, ...RIGHT]].map((boxes) => history.seenAtMs(boxes)),
    [110, 120, 110],
  );
});

test('a place is seen while six of ten of its blocks are', () => {
  const history = answering();
  const seen = (atMs: number, inView: number) =>
    history.learn(atMs, [{ sinceMs: 100, columns: 10, rows: 1, state: Uint8Array.from({ length: 10 }, (_, i) => (i < inView ? 0 : 2)) }]);
  seen(110, 6);
  seen(120, 5);
  assert.equal(history.seenAtMs(WHOLE), 110);
});

test('a frame that was taken before the one that answers, or is compared with another, says nothing', () => {
  const history = answering();
  history.learn(90, [pair(100, 1, 1)]);
  history.learn(110, [pair(50, 1, 1)]);
  assert.equal(history.movedAtMs(WHOLE), undefined);
});

test('a look that begins leaves the answer as it is; once it answers, only what has changed since counts', () => {
  const history = answering();
  history.begin(200);
  history.learn(210, [pair(100, 1, 0), pair(200, 0, 0)]);
  assert.equal(history.movedAtMs(WHOLE), 210);
  history.accept(200);
  assert.equal(history.forgetOthers(), true);
  assert.deepEqual([history.times, history.movedAtMs(WHOLE), history.sinceMs], [[200], undefined, 200]);
  assert.equal(history.forgetOthers(), false, 'there are no others');
});

test('with nothing that answers no place has moved or was seen', () => {
  const history = answering();
  history.accept(undefined);
  assert.deepEqual([history.sinceMs, history.movedAtMs(WHOLE), history.seenAtMs(WHOLE)], [undefined, undefined, undefined]);
});

test('a place has stood where it was watched until then without a long break and never differed', () => {
  const history = answering();
  assert.equal(history.hasStood(LEFT, 150), false, 'nothing was compared');
  for (const atMs of [600, 1100]) history.learn(atMs, [pair(100, 0, 0)]);
  assert.deepEqual(
    [LEFT, RIGHT].map((boxes) => history.hasStood(boxes, 1200)),
    [true, true],
  );
  assert.equal(history.hasStood(LEFT, 2200), false, 'nothing was compared since');
  for (const atMs of [1600, 2100, 2600]) history.learn(atMs, [pair(100, 0, 2)]);
  history.learn(2700, [pair(100, 0, 0)]);
  assert.deepEqual(
    [LEFT, RIGHT].map((boxes) => history.hasStood(boxes, 2700)),
    [true, false],
    'one was out of view for 1.6 s',
  );
  history.learn(2800, [pair(100, 1, 0)]);
  history.learn(2900, [pair(100, 0, 0)]);
  assert.equal(history.hasStood(LEFT, 2900), false, 'a hand was there');
});
