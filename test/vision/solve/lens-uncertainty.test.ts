import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../src/sim/random.js';
import { english } from '../../../src/texts/english.js';
import { lensUncertaintyOf, uncertainLensProblem } from '../../../src/vision/solve/lens-uncertainty.js';
import { slopeOf } from '../../geometry/second-camera.js';

const [WIDTH_PX, HEIGHT_PX] = [1920, 1080];
/** Log focal length, k1, k2, cx, cy and one unknown more. */
const PARAMS = [Math.log(1400), -0.18, 0.06, 955, 543, 0.2];
const SIGMAS = [0.004, 0.01, 0.02, 3, 5, 1];
const N = PARAMS.length;

/** How far from the middle of the picture, px, this lens puts a ray that leaves it at `slope` (tangent of its angle). */
function radiusPx([logFocal, k1, k2]: readonly number[], slope: number): number {
  return Math.exp(logFocal!) * (slope + k1! * slope ** 3 + k2! * slope ** 5);
}

/** A matrix drawn by lot whose product with itself is the covariance: all unknowns are correlated. */
function halfByLot(seed: string): number[][] {
  const random = createRandom(seed);
  return SIGMAS.map((sigma) => SIGMAS.map(() => sigma * random.normal(Math.sqrt(1 / N))));
}

function fitWith(half: readonly (readonly number[])[]) {
  const covariance = Float64Array.from({ length: N * N }, (_, k) =>
    half[Math.floor(k / N)]!.reduce((sum, value, i) => sum + value * half[k % N]![i]!, 0),
  );
  return { params: Float64Array.from(PARAMS), covariance };
}

test('the corner’s uncertainty is the one that finite differences of the lens carry over, with all that its numbers share', () => {
  const slope = Math.hypot(WIDTH_PX / 2, HEIGHT_PX / 2) / Math.exp(PARAMS[0]!);
  const slopes = PARAMS.map((value, i) => slopeOf((x) => radiusPx(PARAMS.with(i, x), slope), value, 1e-5));
  for (let seed = 0; seed < 10; seed++) {
    const fit = fitWith(halfByLot(`lens ${seed}`));
    let varianceSqPx = 0;
    slopes.forEach((a, i) => {
      slopes.forEach((b, j) => {
        varianceSqPx += a * b * fit.covariance[i * N + j]!;
      });
    });
    const { cornerPx } = lensUncertaintyOf(fit, WIDTH_PX, HEIGHT_PX);
    assert.ok(Math.abs(cornerPx / Math.sqrt(varianceSqPx) - 1) < 1e-6, `seed ${seed}: ${cornerPx}, expected ${Math.sqrt(varianceSqPx)}`);
  }
});

test('ten thousand lenses drawn from the covariance scatter in the corner as claimed', () => {
  const half = halfByLot('scatter');
  const random = createRandom('lenses');
  const slope = Math.hypot(WIDTH_PX / 2, HEIGHT_PX / 2) / Math.exp(PARAMS[0]!);
  const nominal = radiusPx(PARAMS, slope);
  let squares = 0;
  const runs = 10_000;
  for (let run = 0; run < runs; run++) {
    const z = PARAMS.map(() => random.normal(1));
    const drawn = PARAMS.map((value, i) => value + half[i]!.reduce((sum, h, k) => sum + h * z[k]!, 0));
    squares += (radiusPx(drawn, slope) - nominal) ** 2 / runs;
  }
  const { cornerPx } = lensUncertaintyOf(fitWith(half), WIDTH_PX, HEIGHT_PX);
  // 10 000 draws give a standard deviation to 0.7 %.
  assert.ok(Math.abs(Math.sqrt(squares) / cornerPx - 1) < 0.03, `${Math.sqrt(squares)}, claimed ${cornerPx}`);
});

test('focal length and distortion that err against each other leave the corner surer than either alone', () => {
  const alone = Float64Array.from({ length: N * N }, (_, k) => (k % (N + 1) === 0 ? SIGMAS[k / (N + 1)]! ** 2 : 0));
  const opposed = alone.slice();
  opposed[1] = opposed[N] = -0.9 * SIGMAS[0]! * SIGMAS[1]!;
  const params = Float64Array.from(PARAMS);
  const [free, bound] = [alone, opposed].map((covariance) => lensUncertaintyOf({ params, covariance }, WIDTH_PX, HEIGHT_PX).cornerPx);
  assert.ok(bound! < 0.9 * free!, `${bound}, without the correlation ${free}`);
});

test('each part of the lens has its own standard deviation, the middle the greater of its two', () => {
  const covariance = Float64Array.from({ length: N * N }, (_, k) => (k % (N + 1) === 0 ? SIGMAS[k / (N + 1)]! ** 2 : 0));
  const { sigma } = lensUncertaintyOf({ params: Float64Array.from(PARAMS), covariance }, WIDTH_PX, HEIGHT_PX);
  [sigma.focalPx - 1400 * 0.004, sigma.k1 - 0.01, sigma.k2 - 0.02, sigma.centrePx - 5].forEach((difference) => {
    assert.ok(Math.abs(difference) < 1e-9);
  });
});

test('a lens is kept up to one percent of its focal length and 0.6 % of the picture’s long side in its corners, and no further', () => {
  const sure = { sigma: { focalPx: 13.9, k1: 0.01, k2: 0.01, centrePx: 2 }, cornerPx: 11.5 };
  assert.equal(uncertainLensProblem(1400, 1920, sure), undefined);
  assert.match(
    english(uncertainLensProblem(1400, 1920, { ...sure, sigma: { ...sure.sigma, focalPx: 14.1 } })!.message),
    /focal length is uncertain by 1\.0 %/,
  );
  assert.match(
    english(uncertainLensProblem(1400, 1920, { ...sure, cornerPx: 11.6 })!.message),
    /corners the lens is uncertain by 11\.6 px; at most 11\.5 px/,
  );
});
