import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffMs } from '../../src/relay/client/link.js';

test('attempts are 1 s apart at first, then twice as far each time, and never more than 30 s', () => {
  const waits = Array.from({ length: 9 }, (_, failures) => backoffMs(failures, () => 0));
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  assert.equal(
    backoffMs(1e9, () => 0),
    30_000,
  );
});

test('chance takes off up to half of the wait', () => {
  assert.equal(
    backoffMs(2, () => 0.5),
    3000,
  );
  assert.equal(
    backoffMs(2, () => 1),
    2000,
  );
});
