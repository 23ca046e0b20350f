import assert from 'node:assert/strict';
import test from 'node:test';
import { blockersOf } from '../../src/judge/core/blockers.js';
import { SURE_SIGMAS } from '../../src/judge/core/error-propagation.js';
import type { PlacedToken } from '../../src/table/table.js';
import { block, DEG, ship, sigmas, tableOf } from './tables.js';

test('a blocker’s points go no farther than its place and its turn together allow: 4.5 sigma of each', () => {
  const token = { pose: { x: 100, y: 100, headingRad: 0 }, covariance: sigmas(0.3, 0.4, 1) } as PlacedToken;
  const rock = { ...block('rock', 88, 84, 112, 116), token };
  const cloud = { ...block('cloud', 200, 200, 230, 240, 'gas'), sigmaMm: 2 };
  const [first, second, third] = blockersOf(tableOf([ship('a', 'small', 400, 400, 30, { covariance: sigmas(3, 4, 0.5) })], [rock, cloud]));
  // The token’s middle is the rock’s; its corners are 20 mm away.
  assert.ok(Math.abs(first!.radiusMm - 20) < 1e-9);
  assert.ok(Math.abs(first!.looseMm - SURE_SIGMAS * (0.5 + 20 * DEG)) < 1e-9, `${first!.looseMm}`);
  assert.ok(Math.abs(second!.looseMm - SURE_SIGMAS * 2 * Math.SQRT2) < 1e-9, `${second!.looseMm}`);
  // A ship’s corners are half a diagonal of its box from the middle, whichever way it is turned.
  assert.ok(Math.abs(third!.radiusMm - 20 * Math.SQRT2) < 1e-9);
  assert.ok(Math.abs(third!.looseMm - SURE_SIGMAS * (5 + 20 * Math.SQRT2 * 0.5 * DEG)) < 1e-9, `${third!.looseMm}`);
});

test('a token measured beside its outline’s middle errs there by the lever of its turn too', () => {
  const token = { pose: { x: 100, y: 60, headingRad: 0 }, covariance: sigmas(0, 0, 1) } as PlacedToken;
  const [found] = blockersOf(tableOf([], [{ ...block('rock', 90, 90, 110, 110), token }]));
  // 40 mm ahead of what turns: one degree takes the middle 40 · 1° to the right.
  const { xx, yy, xh, hh } = found!.covariance;
  assert.ok(
    Math.abs(xx - (40 * DEG) ** 2) < 1e-9 &&
      Math.abs(yy) < 1e-12 &&
      Math.abs(xh - 40 * DEG ** 2) < 1e-12 &&
      Math.abs(hh - DEG ** 2) < 1e-15,
  );
});
