import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isClock, shownClock, startedClock } from '../../src/game/score/round-clock.js';

const START_MS = 1_000_000;
const at = (minutes: number) => START_MS + minutes * 60_000;

test('what is shown before the end is the same whatever end was drawn, and the end comes within what was set', () => {
  const clocks = [0, 0.3, 0.999].map((draw) => startedClock(START_MS, 75, 15, draw));
  for (const minutes of [0, 0.5, 20, 74.9]) {
    const shown = clocks.map((clock) => shownClock(clock, at(minutes)));
    assert.deepEqual(
      shown,
      clocks.map(() => ({ minutes: Math.floor(minutes), isOver: false })),
    );
  }
  assert.deepEqual(
    clocks.map((clock) => shownClock(clock, at(75)).isOver),
    [true, false, false],
  );
  assert.deepEqual(
    clocks.map((clock) => shownClock(clock, at(90)).isOver),
    [true, true, true],
  );
  assert.deepEqual(shownClock(clocks[1]!, at(500)), { minutes: 79, isOver: true });
});

test('only a clock that was kept is one, and a device clock that was set back shows no minutes', () => {
  assert.deepEqual([{ startedAtMs: 1, endsAtMs: 2 }, { startedAtMs: 1 }, undefined, 'x'].map(isClock), [true, false, false, false]);
  assert.deepEqual(shownClock(startedClock(START_MS, 75, 0, 0), START_MS - 5000), { minutes: 0, isOver: false });
});
