import assert from 'node:assert/strict';
import test from 'node:test';
import { randomMatch } from '../game/random-match.js';

const MATCHES = 2000;

test('2,000 matches of random players end, and no state on the way is against the rules', () => {
  const ends = { destroyed: 0, time: 0 };
  for (let seed = 1; seed <= MATCHES; seed++) ends[randomMatch(seed).ended] += 1;
  assert.equal(ends.destroyed + ends.time, MATCHES);
  assert.ok(ends.destroyed > 0 && ends.time > 0, JSON.stringify(ends));
});
