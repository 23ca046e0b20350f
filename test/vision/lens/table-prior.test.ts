import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KnownLens } from '../../../src/table/known-lens.js';
import { LEARNED_PARAMETERS, type Setup } from '../../../src/table/setup/setup.js';
import { lensPriorOf } from '../../../src/vision/lens/lens-hint.js';
import { tablePriorOf } from '../../../src/vision/lens/table-prior.js';

const SIZE = { widthPx: 1920, heightPx: 1080 };
const N = LEARNED_PARAMETERS.length;
const LENS: KnownLens = { ...SIZE, fx: 1400, fy: 1400, cx: 959.5, cy: 539.5, distortion: [0, 0, 0, 0, 0] };
const at = (name: (typeof LEARNED_PARAMETERS)[number]) => LEARNED_PARAMETERS.indexOf(name);

function setupWith(plastic?: Setup['plastic']): Setup {
  const values = LEARNED_PARAMETERS.map((name) => (name === 'logFocalPx' ? Math.log(1400) : name === 'plastic' ? 0.006 : 0));
  // Focal length and plastic go together.
  const covariance: number[] = Array.from({ length: N * N }, (_, i) => (i % (N + 1) === 0 ? 1e-4 : 0));
  covariance[at('plastic')] = 5e-5;
  covariance[at('plastic') * N] = 5e-5;
  const mat = { widthMm: 914.4, depthMm: 914.4, sigmaMm: 3.5, source: 'nominal' } as const;
  const base = { mat, obstacles: [], learnedFrom: { pictures: 1, ships: 5 } };
  return plastic ? { ...base, plastic } : { ...base, camera: { lens: LENS, learned: { values, covariance } } };
}

test('with a lens measured by itself, what a setup has learned of plastic and mat still counts, and of the lens the measured one', () => {
  const lens = {
    ...LENS,
    fx: 1410,
    fy: 1410,
    distortion: [-0.05, 0.01, 0, 0, 0],
    sigma: { focalPx: 1.4, k1: 0.003, k2: 0.005, centrePx: 1.5 },
  } as const;
  const { learned } = tablePriorOf({ setup: setupWith(), lens }, SIZE);
  const without = tablePriorOf({ setup: setupWith() }, SIZE).learned!;
  const own = lensPriorOf(lens, 1920, 1080);
  assert.ok(learned);
  assert.deepEqual(learned.values.slice(0, 3), [Math.log(1410), -0.05, 0.01]);
  assert.equal(learned.values[at('plastic')], 0.006);
  assert.equal(learned.covariance[at('plastic') * (N + 1)], without.covariance[at('plastic') * (N + 1)]);
  assert.ok(Math.abs(learned.covariance[0]! - own.logFocalSigma ** 2) < 1e-12);
  assert.equal(learned.covariance[at('plastic')], 0, 'the other lens no longer drags plastic along');
});

test('plastic that was learned at another table is believed less than there, its height as well', () => {
  const { plastic } = tablePriorOf({ setup: setupWith({ scale: 1.004, scaleSigma: 0.001, tileTopMm: 5.2, tileTopSigmaMm: 0.05 }) }, SIZE);
  // From one picture of a table to the next it varies by 0.002 and 0.15 mm, from table to table by 0.004 more.
  assert.ok(Math.abs(plastic!.scaleSigma - Math.hypot(0.001, 0.004, 0.002)) < 1e-9, `${plastic!.scaleSigma}`);
  assert.ok(Math.abs(plastic!.tileTopSigmaMm! - Math.hypot(0.05, 0.15)) < 1e-9, `${plastic!.tileTopSigmaMm}`);
});
