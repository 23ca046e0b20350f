import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SmallFrame } from '../../src/vision/session/changed-blocks.js';
import { createChangeWatcher } from '../../src/worker/change-watcher.js';

const small = (shade: number) => ({ widthPx: 40, heightPx: 40, small: greyOf(shade) });

const greyOf = (shade: number): SmallFrame => ({
  columns: 40,
  rows: 40,
  grey: new Uint8Array(1600).map((_, i) => 100 + ((i * 7) % 5) + (i === 0 ? shade : 0)),
});

test('of two frames that come at once the first is kept as it is, though both are read into one buffer, and the second is compared with it', async () => {
  // As a frame's bytes come: later, and into the same place for all.
  let buffer = 0;
  const shades = new Map<unknown, number>();
  const read = async (frame: unknown) => {
    buffer = shades.get(frame)!;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return small(buffer);
  };
  const watcher = createChangeWatcher(undefined, read);
  const [still, moved] = [{}, {}] as [ImageData, ImageData];
  shades.set(still, 0).set(moved, 90);
  const [, { changes }] = await Promise.all([watcher.see(still, 1000, true), watcher.see(moved, 1033, false)]);
  assert.deepEqual(
    changes.map(({ sinceMs, state }) => [sinceMs, state[0], state.reduce((sum, one) => sum + one, 0)]),
    [[1000, 1, 1]],
  );
});

test('what is no longer needed is forgotten also where it was still to be read', async () => {
  const watcher = createChangeWatcher(undefined, async () => small(0));
  const frame = {} as ImageData;
  void watcher.see(frame, 1000, true);
  await watcher.retain([]);
  assert.deepEqual((await watcher.see(frame, 1033, false)).changes, []);
});

test('after a frame that cannot be read the next ones are', async () => {
  let isBroken = true;
  const watcher = createChangeWatcher(undefined, async () => {
    if (isBroken) throw new Error('closed');
    return small(0);
  });
  const frame = {} as ImageData;
  await assert.rejects(watcher.see(frame, 1000, true), /closed/);
  isBroken = false;
  assert.deepEqual((await watcher.see(frame, 1033, true)).changes, []);
});
