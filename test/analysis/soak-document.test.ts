import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growthOf } from '../../analyses/bench/soak-document.js';
import type { Checkpoint } from '../../analyses/bench/soak-page.js';

function checkpoint(minute: number, allMb: number): Checkpoint {
  const frameMs = { middle: 50, p95: 60, longest: 100 };
  return {
    minute,
    heapMb: 8,
    allMb,
    listeners: 270,
    nodes: 4000,
    workers: 3,
    frameMs,
    longTasks: { count: 0, longestMs: 0 },
    headlines: {},
  };
}

/** The growth of all memory and its bounds, percent in eight hours. */
function growth(checkpoints: readonly Checkpoint[]): number[] {
  const said = /allMb (\S+) % \((\S+) to (\S+)\)/.exec(growthOf(checkpoints));
  assert.ok(said, growthOf(checkpoints));
  return said.slice(1).map(Number);
}

test('a straight line grows by its slope, and a level one by nothing', () => {
  // 0.01 MB a minute are 4.8 MB in eight hours; the median of minutes 31 to 120 holds 100.75 MB.
  const rising = Array.from({ length: 120 }, (_, at) => checkpoint(at + 1, 100 + 0.01 * at));
  for (const percent of growth(rising)) assert.ok(Math.abs(percent - (100 * 4.8) / 100.75) < 0.06, `${percent}`);
  assert.deepEqual(growth(rising.map(({ minute }) => checkpoint(minute, 100))), [0, 0, 0]);
});

test('readings taken in the middle of a look do not bend the line, and scatter widens its bounds', () => {
  const scattered = (spread: number) =>
    Array.from({ length: 120 }, (_, at) =>
      checkpoint(at + 1, 100 + 0.01 * at + spread * Math.sin(7919 * at) + (at % 7 === 0 && at > 60 ? 15 : 0)),
    );
  const [middle, low, high] = growth(scattered(0.1));
  assert.ok(Math.abs(middle! - 4.8) < 0.8, `${middle}`);
  const [, wideLow, wideHigh] = growth(scattered(1));
  assert.ok(wideHigh! - wideLow! > high! - low!);
});

test('what the browser never said has no growth', () => {
  const unsaid = Array.from({ length: 20 }, (_, at) => ({ ...checkpoint(at + 1, 0), allMb: undefined }));
  assert.match(growthOf(unsaid as unknown as Checkpoint[]), /allMb unknown/);
});
