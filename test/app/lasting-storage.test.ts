import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askToLast } from '../../src/app/ui/storage.js';

test('the browser is asked once a visit not to clear what is kept, and may refuse', async () => {
  let asked = 0;
  Object.defineProperty(globalThis, 'navigator', {
    value: { storage: { persist: () => Promise.reject(new Error(`no, ${++asked}`)) } },
    configurable: true,
  });
  askToLast();
  askToLast();
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.equal(asked, 1);
});
