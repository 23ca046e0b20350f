/**
 * Lower triangular factor L of a symmetric positive semi-definite n × n matrix (row-major), L · Lᵀ = matrix. A direction without any
 * spread (an exact coordinate, two poses that move as one) gets a zero column, also when rounding made its pivot slightly negative.
 */
export function cholesky(matrix: ArrayLike<number>, n: number): Float64Array {
  const l = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    let pivot = matrix[j * n + j]!;
    if (!Number.isFinite(pivot)) throw new Error(`cholesky: got a variance of ${pivot} in row ${j}, expected a finite number`);
    const negligible = 1e-12 * pivot;
    for (let k = 0; k < j; k++) pivot -= l[j * n + k]! ** 2;
    if (!(pivot > negligible)) continue;
    const root = Math.sqrt(pivot);
    l[j * n + j] = root;
    for (let i = j + 1; i < n; i++) {
      let value = matrix[i * n + j]!;
      for (let k = 0; k < j; k++) value -= l[i * n + k]! * l[j * n + k]!;
      l[i * n + j] = value / root;
    }
  }
  return l;
}
