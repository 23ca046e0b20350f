import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MatPrior, soldMat, surestSize } from '../../../src/vision/solve/observations.js';

const mat = (widthMm: number, depthMm: number, sigmaMm: number): MatPrior => ({ widthMm, depthMm, sigmaMm });

test('pictures of one mat know its size as surely as the one that doubts it least, turned or not; one of another size says nothing of it', () => {
  const doubted = mat(914, 890, 6);
  assert.deepEqual(surestSize(doubted, []), doubted);
  assert.deepEqual(surestSize(doubted, [mat(914, 890, 0.5), mat(914, 890, 6)]), mat(914, 890, 0.5));
  assert.deepEqual(surestSize(doubted, [mat(890, 914, 0.5)]), mat(914, 890, 0.5));
  assert.deepEqual(surestSize(doubted, [mat(914, 914, 0.5), mat(880, 880, 0.1)]), doubted);
  assert.deepEqual(surestSize(mat(914, 890, 0.5), [doubted]), mat(914, 890, 0.5));
});

test('a size that nobody measured stays one of those that mats are sold in', () => {
  assert.equal(surestSize(soldMat(914.4), [soldMat(914.4, 1)]).isSold, true);
});
