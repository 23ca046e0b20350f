/*
 * Factors L · Lᵀ of symmetric matrices, row-major, lower triangular: of covariances, which may leave directions without spread, and of normal equations,
 * which may not.
 */

/**
 * Lower factor of a symmetric positive semi-definite n × n matrix. A direction without any spread (an exact coordinate, two poses that move as one) gets a
 * zero column, also when rounding made its pivot slightly negative. Throws where a variance is no number.
 */
export function cholesky(matrix: readonly number[], n: number): number[] {
  const factor = factorOf(matrix, n, (rest, variance, row) => {
    if (!Number.isFinite(variance)) throw new Error(`cholesky: got a variance of ${variance} in row ${row}, expected a finite number`);
    return rest > 1e-12 * variance ? Math.sqrt(rest) : 0;
  });
  return Array.from(factor!);
}

/** Lower factor of a symmetric positive definite n × n matrix; undefined where it is not positive definite. */
export function definiteCholesky(matrix: Float64Array, n: number): Float64Array | undefined {
  return factorOf(matrix, n, (rest) => (rest > 0 ? Math.sqrt(rest) : undefined));
}

/**
 * Row by row; nothing above the diagonal is read, and what a row begins with that is zero costs nothing. `pivotOf` makes the diagonal from what is left of a
 * variance, undefined to give up; a pivot of 0 leaves its column empty.
 */
function factorOf(
  matrix: ArrayLike<number>,
  n: number,
  pivotOf: (rest: number, variance: number, row: number) => number | undefined,
): Float64Array | undefined {
  const factor = new Float64Array(n * n);
  const first = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    const row = i * n;
    while (first[i]! < i && matrix[row + first[i]!] === 0) first[i]!++;
    for (let j = first[i]!; j <= i; j++) {
      let sum = matrix[row + j]!;
      for (let k = Math.max(first[i]!, first[j]!); k < j; k++) sum -= factor[row + k]! * factor[j * n + k]!;
      if (i === j) {
        const pivot = pivotOf(sum, matrix[row + i]!, i);
        if (pivot === undefined) return undefined;
        factor[row + i] = pivot;
      } else {
        const pivot = factor[j * n + j]!;
        factor[row + j] = pivot === 0 ? 0 : sum / pivot;
      }
    }
  }
  return factor;
}

/** Solves A·x = b given A's lower Cholesky factor. */
export function solveCholesky(factor: Float64Array, b: Float64Array, n: number): Float64Array {
  const x = b.slice();
  for (let i = 0; i < n; i++) {
    let sum = x[i]!;
    for (let k = 0; k < i; k++) sum -= factor[i * n + k]! * x[k]!;
    x[i] = sum / factor[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[i]!;
    for (let k = i + 1; k < n; k++) sum -= factor[k * n + i]! * x[k]!;
    x[i] = sum / factor[i * n + i]!;
  }
  return x;
}

/** A⁻¹ given A's lower Cholesky factor L: the products of the columns of L⁻¹, whose rows are as empty at their beginning as those of L. */
export function inverseFromCholesky(factor: Float64Array, n: number): Float64Array {
  const inverse = new Float64Array(n * n);
  const rows: Float64Array[] = [];
  const first = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    const row = new Float64Array(i + 1);
    const diagonal = factor[i * n + i]!;
    row[i] = 1 / diagonal;
    first[i] = i;
    for (let k = 0; k < i; k++) {
      const times = factor[i * n + k]! / diagonal;
      if (times === 0) continue;
      const above = rows[k]!;
      for (let j = first[k]!; j <= k; j++) row[j]! -= times * above[j]!;
      first[i] = Math.min(first[i]!, first[k]!);
    }
    rows.push(row);
    for (let j = first[i]!; j <= i; j++) {
      const times = row[j]!;
      for (let k = first[i]!; k <= j; k++) inverse[j * n + k]! += times * row[k]!;
    }
  }
  for (let j = 0; j < n; j++) for (let k = 0; k < j; k++) inverse[k * n + j] = inverse[j * n + k]!;
  return inverse;
}

/**
 * own − across · left⁻¹ · acrossᵀ, row-major: of an information matrix what is known of some unknowns with the others left open, of a covariance theirs with the others fixed. `across` has a
 * row for each of the n unknowns of `own` (n × n), `left` is definite, m × m; undefined where it is not.
 */
export function schurComplement(
  own: ArrayLike<number>,
  across: readonly (readonly number[])[],
  left: Float64Array,
): Float64Array | undefined {
  const [n, m] = [across.length, Math.sqrt(left.length)];
  const factor = definiteCholesky(left, m);
  if (!factor) return undefined;
  const inverse = inverseFromCholesky(factor, m);
  return Float64Array.from({ length: n * n }, (_, at) => {
    const [one, other] = [across[Math.floor(at / n)]!, across[at % n]!];
    let sum = own[at]!;
    for (let a = 0; a < m; a++) for (let b = 0; b < m; b++) sum -= one[a]! * inverse[a * m + b]! * other[b]!;
    return sum;
  });
}
