import assert from 'node:assert/strict';
import { test } from 'node:test';
import { netThreads } from '../../src/worker/vision.js';

test('the nets run on two threads where there are two cores and memory can be shared, else on one', () => {
  const threads = [undefined, 1, 2, 3, 8].map((cores) => netThreads(cores, true));
  assert.deepEqual(threads, [1, 1, 2, 2, 2]);
  assert.equal(netThreads(8, false), 1);
});
