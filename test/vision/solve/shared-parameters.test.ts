import assert from 'node:assert/strict';
import test from 'node:test';
import { solveTable } from '../../../src/vision/solve/joint-solution.js';
import { type SharedEstimate, unknownLens } from '../../../src/vision/solve/observations.js';
import { matInformation } from '../../../src/vision/solve/residual-blocks.js';
import {
  cameraPartOf,
  estimateOfCamera,
  lensOf,
  matOfEstimate,
  plasticOf,
  resized,
  SHARED_INDICES,
  sharedBlock,
  withCameraPart,
  withoutMat,
  withProcessNoise,
} from '../../../src/vision/solve/shared-parameters.js';
import { seeded } from '../../judge/tables.js';
import { cameraAt, worstMm } from '../made-up-table.js';

const N = SHARED_INDICES.length;

/** Sizes of what is solved: log focal, lens, pixels, millimetres, plastic. */
const SCALE = [0.01, 0.02, 0.02, 3, 3, 2, 2, 0.5, 0.5, 0.5, 0.3, 0.3, 0.005, 0.4, 0.4, 0.4, 0.4];

function estimate(seed: number): SharedEstimate {
  const random = seeded(seed);
  const rows = SCALE.map((size) => Array.from({ length: N + 4 }, () => size * (2 * random() - 1)));
  const values = [Math.log(1500), -0.1, 0.03, 980, 530, 911, 917, 4.8, 4.9, 5.1, 0.1, 0.2, 0.005, 0.3, -0.2, 0.1, 0.4];
  return { values, covariance: rows.flatMap((row) => rows.map((other) => row.reduce((sum, value, k) => sum + value * other[k]!, 0))) };
}

const at = (m: readonly number[], i: number, j: number) => m[i * N + j]!;

test('a lens at another size of picture shows every point where it was, in parts of the picture’s width', () => {
  const learned = estimate(1);
  for (const factor of [0.5, 2, 1.25]) {
    const other = resized(learned, factor);
    const [before, after] = [lensOf(learned, 1920, 1080), lensOf(other, 1920 * factor, 1080 * factor)];
    // Pixels count from the middle of the first one, half a pixel inside the picture.
    const scaled = (px: number) => (px + 0.5) * factor - 0.5;
    for (const [xn, yn] of [
      [0, 0],
      [0.4, -0.2],
    ] as const) {
      assert.ok(Math.abs(after.fx * xn + after.cx - scaled(before.fx * xn + before.cx)) < 1e-9);
      assert.ok(Math.abs(after.fy * yn + after.cy - scaled(before.fy * yn + before.cy)) < 1e-9);
    }
    assert.deepEqual(after.distortion, before.distortion);
    // Pixels’ standard deviations grow with the picture; of the rest nothing does, of the log of the focal length neither.
    assert.ok(Math.abs(after.sigma!.centrePx / before.sigma!.centrePx - factor) < 1e-9);
    assert.ok(Math.abs(after.sigma!.focalPx / before.sigma!.focalPx - factor) < 1e-9);
    assert.ok(Math.abs(after.sigma!.k1 - before.sigma!.k1) < 1e-12);
    for (let i = 0; i < N; i++) {
      for (let j = 0; j < N; j++) {
        const px = (i === 3 || i === 4 ? factor : 1) * (j === 3 || j === 4 ? factor : 1);
        assert.ok(Math.abs(at(other.covariance, i, j) - px * at(learned.covariance, i, j)) < 1e-9);
      }
      if (i !== 0 && i !== 3 && i !== 4) assert.equal(other.values[i], learned.values[i]);
    }
  }
});

test('what was learned counts by its covariance: the sum of squares is the Mahalanobis distance', () => {
  const learned = estimate(2);
  const block = sharedBlock(learned);
  const random = seeded(9);
  const p = new Float64Array(60);
  const out = new Float64Array(N);
  // d = C a gives dᵀ C⁻¹ d = aᵀ C a without inverting anything.
  for (let k = 0; k < 10; k++) {
    const a = SCALE.map((size) => (2 * random() - 1) / size);
    const d = SCALE.map((_, i) => a.reduce((sum, value, j) => sum + at(learned.covariance, i, j) * value, 0));
    SHARED_INDICES.forEach((index, i) => {
      p[index] = learned.values[i]! + d[i]!;
    });
    block.residuals(p, out);
    const found = out.reduce((sum, value) => sum + value * value, 0);
    const expected = a.reduce((sum, value, i) => sum + value * d[i]!, 0);
    assert.ok(Math.abs(found / expected - 1) < 1e-6, `${found}, expected ${expected}`);
  }
});

test('a camera whose lens and pose are known to go together exactly is solved with all the same', () => {
  const camera = cameraAt(50, 1500);
  const { values } = cameraPartOf(estimateOfCamera(camera));
  // Each unknown as loose as a picture of the print leaves it, all of them bound to each other.
  const sigmas = [1e-3, 6e-4, 5e-5, 0.15, 0.2, 4e-4, 5e-4, 8e-4, 1.3, 1.3, 3];
  const covariance = sigmas.flatMap((one, i) => sigmas.map((other, k) => one * other * (i === k ? 1 + 1e-9 : 1)));
  const learned = withCameraPart(estimateOfCamera(camera), { values, covariance });
  const { camera: solved } = solveTable(
    { camera, widthMm: 914.4, depthMm: 914.4 },
    { border: [], bases: [] },
    { ...unknownLens(1920, 1080), learned },
  );
  assert.ok(worstMm(camera, solved) < 0.01, `${worstMm(camera, solved)} mm`);
});

test('taken out and given again, the mat’s prior leaves the estimate as it was', () => {
  const learned = estimate(3);
  const mat = { widthMm: 913, depthMm: 915, sigmaMm: 8 };
  const without = withoutMat(learned, mat);
  const { matrix, vector } = matInformation(mat);
  // Bayes’ rule for one linear measurement of width and depth: K = C Hᵀ (H C Hᵀ + R)⁻¹, with 0.9999 of the prior’s information.
  const [w, d] = [SHARED_INDICES.indexOf(11), SHARED_INDICES.indexOf(12)];
  const share = 0.9999;
  const r = 1 / (share * matrix[0]!);
  const c = without.covariance;
  const [ww, wd, dd] = [at(c, w, w) + r, at(c, w, d), at(c, d, d) + r];
  const det = ww * dd - wd * wd;
  const seen = [vector[0]! / matrix[0]!, vector[1]! / matrix[3]!];
  const gain = (i: number) => [(at(c, i, w) * dd - at(c, i, d) * wd) / det, (at(c, i, d) * ww - at(c, i, w) * wd) / det] as const;
  for (let i = 0; i < N; i++) {
    const [kw, kd] = gain(i);
    const value = without.values[i]! + kw * (seen[0]! - without.values[w]!) + kd * (seen[1]! - without.values[d]!);
    assert.ok(Math.abs(value - learned.values[i]!) < 1e-5 * SCALE[i]!, `value ${i}: ${value}, expected ${learned.values[i]}`);
    const variance = at(c, i, i) - kw * at(c, w, i) - kd * at(c, d, i);
    assert.ok(Math.abs(variance / at(learned.covariance, i, i) - 1) < 1e-5, `variance ${i}`);
  }
  assert.ok(at(c, w, w) > at(learned.covariance, w, w));
});

test('from one picture to the next every part is known a little less, and its correlation with others shrinks', () => {
  const learned = estimate(4);
  const { values, covariance } = withProcessNoise(learned, 2000);
  assert.deepEqual(values, learned.values);
  for (let i = 0; i < N; i++) {
    for (let j = 0; j < N; j++) {
      const more = at(covariance, i, j) - at(learned.covariance, i, j);
      // Of the picture’s width 0.07 %: 1.4 px of 2000.
      if (i !== j) assert.equal(more, 0);
      else if (i === 3 || i === 4) assert.ok(Math.abs(more - 1.4 ** 2) < 1e-9);
      else assert.ok(more > 0 && more < SCALE[i]! ** 2, `${i}: ${more}`);
    }
  }
});

test('mat and plastic are read from their own places of the estimate', () => {
  const { values, covariance } = estimate(5);
  const mat = matOfEstimate({ values, covariance });
  assert.deepEqual([mat.widthMm, mat.depthMm], [911, 917]);
  assert.deepEqual(mat.covariance, { ww: at(covariance, 5, 5), wd: at(covariance, 5, 6), dd: at(covariance, 6, 6) });
  const { scale, scaleSigma } = plasticOf({ values, covariance });
  assert.deepEqual([scale, scaleSigma], [0.005, Math.sqrt(at(covariance, 12, 12))]);
});
