import assert from 'node:assert/strict';
import test from 'node:test';
import { cholesky, definiteCholesky, inverseFromCholesky, schurComplement, solveCholesky } from '../../src/geometry/cholesky.js';
import { createRandom } from '../../src/sim/random.js';

/** A covariance of `n` numbers from `count` errors drawn by lot: with fewer errors than numbers some directions have no spread. */
function covarianceByLot(seed: number, n: number, count: number): number[] {
  const random = createRandom(`covariance ${seed}`);
  const errors = Array.from({ length: count }, () => Array.from({ length: n }, () => random.normal(2)));
  return Array.from({ length: n * n }, (_, k) => errors.reduce((sum, one) => sum + one[Math.floor(k / n)]! * one[k % n]!, 0));
}

const product = (a: ArrayLike<number>, b: ArrayLike<number>, n: number) =>
  Array.from({ length: n * n }, (_, k) => {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += a[Math.floor(k / n) * n + j]! * b[j * n + (k % n)]!;
    return sum;
  });
const transposed = (a: ArrayLike<number>, n: number) => Array.from({ length: n * n }, (_, k) => a[(k % n) * n + Math.floor(k / n)]!);

test('a factor is lower triangular and its product with its transpose is the matrix, spread or not', () => {
  for (let seed = 0; seed < 200; seed++) {
    const n = 1 + (seed % 9);
    const matrix = covarianceByLot(seed, n, Math.max(1, n - 2 + (seed % 5)));
    const factor = cholesky(matrix, n);
    product(factor, transposed(factor, n), n).forEach((value, k) => {
      assert.ok(Math.abs(value - matrix[k]!) < 1e-6 * (1 + Math.abs(matrix[k]!)), `seed ${seed}, ${k}: ${value}, expected ${matrix[k]}`);
      if (k % n > Math.floor(k / n)) assert.equal(factor[k], 0);
    });
  }
});

test('an inverse times its matrix is the identity, and a solution put in gives the right side, also with empty beginnings of rows', () => {
  for (let seed = 0; seed < 100; seed++) {
    const n = 2 + (seed % 11);
    const full = covarianceByLot(seed, n, 3 * n);
    // A band, as of bases that share nothing with each other: far from the diagonal there is nothing.
    const matrix = Float64Array.from(full, (value, k) =>
      Math.abs(Math.floor(k / n) - (k % n)) > 2 ? 0 : value + (k % (n + 1) === 0 ? 60 * n : 0),
    );
    const factor = definiteCholesky(matrix, n)!;
    product(inverseFromCholesky(factor, n), matrix, n).forEach((value, k) => {
      assert.ok(Math.abs(value - (k % (n + 1) === 0 ? 1 : 0)) < 1e-9, `seed ${seed}, ${k}: ${value}`);
    });
    const right = Float64Array.from({ length: n }, (_, i) => Math.sin(seed + i));
    const x = solveCholesky(factor, right, n);
    right.forEach((value, i) => {
      const got = x.reduce((sum, one, j) => sum + matrix[i * n + j]! * one, 0);
      assert.ok(Math.abs(got - value) < 1e-9);
    });
  }
});

test('only a positive definite matrix has a definite factor; where a covariance has no spread its column is empty', () => {
  assert.equal(definiteCholesky(Float64Array.of(1, 2, 2, 1), 2), undefined);
  assert.equal(definiteCholesky(Float64Array.of(4, 2, 2, 1), 2), undefined);
  assert.deepEqual(cholesky([4, 2, 2, 1], 2), [2, 0, 1, 0]);
  assert.deepEqual(cholesky([0, 0, 0, 9], 2), [0, 0, 0, 3]);
  assert.deepEqual([...definiteCholesky(Float64Array.of(4, 99, 2, 2), 2)!], [2, 0, 1, 1]);
  assert.throws(() => cholesky([1, 0, 0, Number.POSITIVE_INFINITY], 2), /variance of Infinity in row 1/);
});

test('a Schur complement of an information is the inverse of the covariance’s own block; an indefinite part has none', () => {
  const information = [
    [4, 1, 0.5],
    [1, 3, -0.2],
    [0.5, -0.2, 2],
  ];
  const covariance = inverseFromCholesky(definiteCholesky(Float64Array.from(information.flat()), 3)!, 3);
  const block = Float64Array.from([covariance[0]!, covariance[1]!, covariance[3]!, covariance[4]!]);
  const expected = inverseFromCholesky(definiteCholesky(block, 2)!, 2);
  const found = schurComplement([4, 1, 1, 3], [[0.5], [-0.2]], Float64Array.from([2]));
  for (const [i, value] of found!.entries()) assert.ok(Math.abs(value - expected[i]!) < 1e-12, `${value}, ${expected[i]}`);
  assert.equal(schurComplement([1], [[1]], Float64Array.from([-1])), undefined);
});
