/**
 * Lower triangular factor L of a symmetric positive semi-definite n × n matrix (row-major), L · Lᵀ = matrix. A direction without any
 * spread (an exact coordinate, two poses that move as one) gets a zero column, also when rounding made its pivot slightly negative.
 */
export function cholesky(matrix: readonly number[], n: number): number[] {
  const l: number[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const pivot = l[j * n + j]!;
      let value = matrix[i * n + j]!;
      for (let k = 0; k < j; k++) value -= l[i * n + k]! * l[j * n + k]!;
      l.push(pivot === 0 ? 0 : value / pivot);
    }
    const variance = matrix[i * n + i]!;
    if (!Number.isFinite(variance)) throw new Error(`cholesky: got a variance of ${variance} in row ${i}, expected a finite number`);
    let rest = variance;
    for (let k = 0; k < i; k++) rest -= l[i * n + k]! ** 2;
    l.push(rest > 1e-12 * variance ? Math.sqrt(rest) : 0);
    for (let j = i + 1; j < n; j++) l.push(0);
  }
  return l;
}
