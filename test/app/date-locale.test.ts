import assert from 'node:assert/strict';
import test from 'node:test';
import { dateLocale } from '../../src/app/locales/language.js';

test('dates are written as in the first region of the browser that speaks the page’s language, else not the American way', () => {
  const written = (...languages: readonly string[]) => {
    Object.defineProperty(globalThis, 'navigator', { value: { languages }, configurable: true });
    return new Date(2026, 10, 29, 14, 5).toLocaleString(dateLocale(), {
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
    });
  };
  assert.match(written('en-GB'), /^29 Nov, 14:05$/);
  assert.match(written('fr', 'en-US', 'en-GB'), /^Nov 29, 2:05\sPM$/);
  assert.match(written('de-AT'), /^29 Nov, 14:05$/);
});
