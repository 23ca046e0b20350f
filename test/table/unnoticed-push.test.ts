import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../src/sim/random.js';
import { pushVariance } from '../../src/table/views/unnoticed-push.js';

const PLASTIC_SQ = 0.25 ** 2;

/** How often an error is larger than 3.09 of its sigma, of those that the earlier picture's claim is kept for. */
function beyond(sigmaMm: number, lastSigmaMm: number, pushMm: number, axes: 1 | 2, isWidened: boolean): number {
  const random = createRandom(7);
  const apartVariance = sigmaMm ** 2 + lastSigmaMm ** 2 + PLASTIC_SQ;
  const draws = 8000;
  let count = 0;
  for (let k = 0; k < draws; k++) {
    const [along, aside = 0] = Array.from({ length: axes }, () => {
      const push = random.normal(pushMm);
      const off = random.normal(sigmaMm);
      return { error: off - push, apart: push + random.normal(lastSigmaMm) + random.normal(Math.sqrt(PLASTIC_SQ)) - off };
    }).map((one, axis) => (axis === 0 ? one : one.apart)) as [{ error: number; apart: number }, number?];
    const apart = Math.hypot(along.apart, aside);
    const chiSquared = apart ** 2 / apartVariance;
    if (chiSquared > (axes === 2 ? 5.99 : 3.84)) continue;
    const added = isWidened ? pushVariance({ variance: sigmaMm ** 2, apart, apartVariance, chiSquared, axes, pushSigma: 1.5 }) : 0;
    if (along.error > 3.09 * Math.sqrt(sigmaMm ** 2 + added)) count++;
  }
  return count / draws;
}

test('of ships of which one in twenty was pushed unnoticed, no more errors than one in a thousand are larger than certain answers allow for', () => {
  for (const axes of [1, 2] as const) {
    for (const [sigmaMm, lastSigmaMm] of [
      [0.2, 0.4],
      [0.3, 1.2],
      [0.3, 3],
      [1, 1.5],
    ] as const) {
      const wrong = (isWidened: boolean) =>
        0.95 * beyond(sigmaMm, lastSigmaMm, 0, axes, isWidened) + 0.05 * beyond(sigmaMm, lastSigmaMm, 1.5, axes, isWidened);
      // The shares of 8000 draws scatter by 0.0003.
      assert.ok(wrong(true) < 0.0015, `${axes}, ${sigmaMm}, ${lastSigmaMm}: ${wrong(true)}`);
      if (sigmaMm < 0.5 && lastSigmaMm > 1)
        assert.ok(wrong(false) > 0.003, `${axes}, ${sigmaMm}, ${lastSigmaMm}: ${wrong(false)} without it`);
    }
  }
});

test('a push that the last picture would show makes nothing much less sure', () => {
  const added = pushVariance({ variance: 0.09, apart: 0.1, apartVariance: 0.16, chiSquared: 0.06, axes: 2, pushSigma: 1.5 });
  assert.ok(Math.sqrt(0.09 + added) < 1.03 * 0.3, `${added}`);
});
