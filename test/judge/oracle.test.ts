import assert from 'node:assert/strict';
import test from 'node:test';
import { compareManeuver, comparePairs, compareSampled } from './oracle-checks.js';

// A small share of test/long/geometry.test.ts.

test('distances, arcs, attack ranges and obstruction are those of a general polygon library on random tables', () => {
  let pairs = 0;
  for (let seed = 1; seed <= 12; seed++) pairs += comparePairs(seed, 8);
  assert.equal(pairs, 12 * 56);
});

test('distances, arcs and attack ranges are those of dense rows of points and their bearings', () => {
  for (let seed = 1; seed <= 4; seed++) compareSampled(seed);
});

test('[MAN-22] [MAN-23] partial maneuvers end where a walk back along a polyline ends, to 0.01 mm', () => {
  let partial = 0;
  for (let seed = 1; seed <= 120; seed++) partial += Number(compareManeuver(seed));
  assert.ok(partial > 30);
});
