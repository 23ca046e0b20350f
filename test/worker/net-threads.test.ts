import assert from 'node:assert/strict';
import { test } from 'node:test';
import { netThreads } from '../../src/worker/vision.js';

test('the nets run on two threads where a third core is left to watching and drawing, and memory can be shared', () => {
  const threads = [undefined, 1, 2, 3, 8].map((cores) => netThreads(cores, true));
  assert.deepEqual(threads, [1, 1, 1, 2, 2]);
  assert.equal(netThreads(8, false), 1);
});
