import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runAdversary } from '../../analyses/adversary/random-user.js';

test('whatever a user places, drags, says and dismisses at random in a hundred actions, no certain answer on the screen is wrong', () => {
  const { actions, certain, wrong } = runAdversary(100, 1);
  assert.deepEqual(wrong, []);
  assert.equal(actions, 100);
  assert.ok(certain > 50, `only ${certain} certain verdicts were put to the test`);
});
