import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestTarget, type Target } from '../../src/app/drawing/nearest-target.js';

const square = (id: string, left: number, top: number, side = 10): Target => ({
  id,
  outline: [
    { left, top },
    { left: left + side, top },
    { left: left + side, top: top + side },
    { left, top: top + side },
  ],
});
const at = (left: number, top: number) => ({ left, top });

test('between two bases that nearly touch, each spot means the base that it is on, and between them the nearer one', () => {
  const both = [square('a', 0, 0), square('b', 12, 0)];
  for (let left = 0; left <= 10; left++) assert.equal(nearestTarget(both, at(left, 5), 26), 'a');
  for (let left = 12; left <= 22; left++) assert.equal(nearestTarget(both, at(left, 5), 26), 'b');
  assert.equal(nearestTarget(both, at(10.9, 5), 26), 'a');
  assert.equal(nearestTarget(both, at(11.1, 5), 26), 'b');
});

test('a tap on a small base beside a large one chooses the small one, though the large one’s middle is nearer than a finger is wide', () => {
  assert.equal(nearestTarget([square('large', 0, 0, 20), square('small', 21, 5, 8)], at(23, 8), 26), 'small');
});

test('a tap farther from every base than a finger reaches means none', () => {
  assert.equal(nearestTarget([square('a', 0, 0)], at(37, 5), 26), undefined);
  assert.equal(nearestTarget([square('a', 0, 0)], at(35, 5), 26), 'a');
  assert.equal(nearestTarget([], at(0, 0), 26), undefined);
});

test('of two drawn bases that hold a spot, the one whose middle is nearer is meant', () => {
  assert.equal(nearestTarget([square('a', 0, 0), square('b', 6, 0)], at(8.5, 5), 26), 'b');
  assert.equal(nearestTarget([square('a', 0, 0), square('b', 6, 0)], at(7.5, 5), 26), 'a');
});
