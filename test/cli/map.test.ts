import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../../src/cli/commands/map.js';

test('hashmark map without a picture is wrong use', async () => {
  assert.equal(await run([]), 2);
});
