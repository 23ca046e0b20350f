import assert from 'node:assert/strict';
import test from 'node:test';
import { compareManeuver, comparePairs, compareSampled } from '../judge/oracle-checks.js';

test('100,000 pairs: distances, arcs, attack ranges and obstruction are those of a general polygon library', () => {
  let pairs = 0;
  for (let seed = 1000; pairs < 100_000; seed++) pairs += comparePairs(seed, 12);
  assert.ok(pairs >= 100_000);
});

test('2,400 pairs: distances, arcs and attack ranges are those of dense rows of points and their bearings', () => {
  let pairs = 0;
  for (let seed = 1000; seed < 1200; seed++) pairs += compareSampled(seed);
  assert.equal(pairs, 2400);
});

test('20,000 maneuvers: partial ones end where a walk back along a polyline ends, to 0.01 mm', () => {
  let partial = 0;
  for (let seed = 1000; seed < 21_000; seed++) partial += Number(compareManeuver(seed));
  assert.ok(partial > 4000);
});
