import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffMs, keepLink } from '../../src/relay/client/link.js';

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

test('a page that has a network again does not wait for its next attempt', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const browser = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    Object.assign(globalThis, { [name]: browser[name].bind(browser) });
  let onDown = () => {};
  const down = () => new Promise<void>((resolve) => (onDown = resolve));
  const first = down();
  // Nothing listens on the discard port.
  const link = keepLink({ url: 'ws://127.0.0.1:9/mqtt', role: 'viewer', token: '', onUp: () => {}, onDown: () => onDown() });
  await first;
  for (let attempt = 0; attempt < 2; attempt++) {
    const next = down();
    browser.dispatchEvent(new Event('online'));
    await next;
  }
  await link.close();
  onDown = () => assert.fail('a link that is closed tries no more');
  browser.dispatchEvent(new Event('online'));
  await new Promise(setImmediate);
  for (const name of ['addEventListener', 'removeEventListener'] as const) Reflect.deleteProperty(globalThis, name);
});
