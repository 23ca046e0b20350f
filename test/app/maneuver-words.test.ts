import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchWords } from '../../src/app/match/state/maneuver-words.js';
import { phrase } from '../../src/texts/rules-texts.js';

const reveals = (ship: string, code: string) => matchWords(phrase('reveals', ship, code));

test('a match says maneuvers as players do, and leaves names that only look like their codes', () => {
  assert.equal(reveals('Ship 1', '2YW'), 'Ship 1 reveals 2 turn right');
  assert.equal(reveals('2XW', '0OR'), '2XW reveals 0 stationary');
});
