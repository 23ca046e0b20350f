import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholeEntered } from '../../src/app/match/state/entered.js';

test('a field that was emptied stands as it was before, where a number has to stand; nothing becomes 0', () => {
  const target = { value: '', max: '9' };
  const event = { target } as unknown as Event;
  assert.deepEqual([wholeEntered(event, 0, 5), target.value], [5, '5']);
  target.value = '12';
  assert.equal(wholeEntered(event, 0, 5), 9);
  target.value = '';
  assert.equal(wholeEntered(event), 0);
});
