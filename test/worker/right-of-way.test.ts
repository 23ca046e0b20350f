import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Net, Nets } from '../../src/vision/runtime/net.js';
import { createRightOfWay } from '../../src/worker/right-of-way.js';

const IMAGE = new Float32Array(0);

/** Nets that compute without returning to the thread's queue, as those in WebAssembly do, and note in `events` that they ran. */
function netsOf(events: string[]): Nets {
  const net: Net = {
    async run() {
      events.push('net of the look');
      return {};
    },
  };
  return { baseDetector: net } as unknown as Nets;
}

test('a message that comes while a look computes is heard before its end, and what it asks is done before the look goes on', async () => {
  const events: string[] = [];
  let nowMs = 0;
  const way = createRightOfWay(() => nowMs);
  const { baseDetector } = way.givenBy(netsOf(events));
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    events.push('asked');
    way.first(async () => {
      for (let i = 0; i < 5; i++) await Promise.resolve();
      events.push('answered');
    });
  };
  await baseDetector.run(IMAGE, []);
  port2.postMessage('where is it?');
  for (let run = 0; run < 3; run++) {
    nowMs += 60;
    await baseDetector.run(IMAGE, []);
  }
  port1.close();
  assert.deepEqual(events, ['net of the look', 'asked', 'answered', ...Array<string>(3).fill('net of the look')]);
});

test('a look goes on after a question that failed, and who asked hears of it', async () => {
  const events: string[] = [];
  const way = createRightOfWay();
  const { baseDetector } = way.givenBy(netsOf(events));
  const asked = way.first(() => Promise.reject(new Error('the picture is gone')));
  await Promise.all([assert.rejects(asked, /the picture is gone/), baseDetector.run(IMAGE, [])]);
  assert.deepEqual(events, ['net of the look']);
});
