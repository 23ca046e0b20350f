import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { createChangeWatcher } from '../../src/worker/change-watcher.js';

/** What a page's pixels are in a browser; Node has none. */
class Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  closed = 0;
  constructor(width: number, height: number, level: number) {
    [this.width, this.height] = [width, height];
    this.data = new Uint8ClampedArray(4 * width * height).fill(level);
  }
  close(): void {
    this.closed += 1;
  }
}
Object.assign(globalThis, { ImageData: Pixels });

const side = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(60, 239, 240, 241, 500));
const see = fc.record({
  does: fc.constant('see' as const),
  width: side,
  height: side,
  level: fc.constantFrom(0, 1, 128, 255),
  atMs: fc.integer({ min: -5, max: 40 }),
  isKept: fc.boolean(),
});
const retain = fc.record({ does: fc.constant('retain' as const), times: fc.array(fc.integer({ min: -5, max: 40 }), { maxLength: 6 }) });

test('whatever frames come in whatever order, each is answered for all frames that are kept, and closed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(see, see, retain), { maxLength: 14 }), async (calls) => {
      const watcher = createChangeWatcher();
      let kept: { readonly atMs: number; readonly level: number; readonly width: number; readonly height: number }[] = [];
      for (const call of calls) {
        if (call.does === 'retain') {
          await watcher.retain(call.times);
          kept = kept.filter(({ atMs }) => call.times.includes(atMs));
          continue;
        }
        const { width, height, level, atMs, isKept } = call;
        const frame = new Pixels(width, height, level);
        const { changes: found } = await watcher.see(frame as never, atMs, isKept);
        assert.equal(frame.closed, 1);
        assert.deepEqual(
          found.map(({ sinceMs }) => sinceMs),
          kept.map((one) => one.atMs),
        );
        found.forEach(({ columns, rows, state }, i) => {
          assert.equal(state.length, columns * rows);
          assert.ok(columns >= 1 && rows >= 1 && state.every((value) => value === 0 || value === 1));
          // All of one grey: the same size differs nowhere, since light that changes everywhere alike is no change.
          const one = kept[i]!;
          if (one.width === width && one.height === height) assert.ok(state.every((value) => value === 0));
        });
        if (isKept) kept = [...kept.filter((one) => one.atMs !== atMs), { atMs, level, width, height }];
      }
    }),
    { seed: 20261123, numRuns: 150 },
  );
});
