import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askToLast, isKeptToLast } from '../../src/app/ui/storage.js';

function setStorage(storage: Partial<StorageManager> | undefined): void {
  Object.defineProperty(globalThis, 'navigator', { value: { storage }, configurable: true });
}

test('the browser is asked once a visit not to clear what is kept, and may refuse', async () => {
  let asked = 0;
  setStorage({ persist: () => Promise.reject(new Error(`no, ${++asked}`)), persisted: () => Promise.resolve(false) });
  askToLast();
  askToLast();
  assert.equal(await isKeptToLast(), false);
  assert.equal(asked, 1);
});

test('what the browser says of it counts; one that says nothing may clear it', async () => {
  setStorage({ persisted: () => Promise.resolve(true) });
  assert.equal(await isKeptToLast(), true);
  for (const storage of [undefined, {}, { persisted: () => Promise.reject(new Error('no')) }]) {
    setStorage(storage);
    assert.equal(await isKeptToLast(), false);
  }
});
