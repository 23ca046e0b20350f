import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { relaxedSimd } from 'wasm-feature-detect';
import { createRandom } from '../../../src/sim/random.js';
import { gemmKernel, unsigned } from '../../../src/vision/runtime/gemm-kernel.js';

// Node 20 has it behind a flag, which later ones may not know.
if (!(await relaxedSimd())) setFlagsFromString('--experimental-wasm-relaxed-simd');

type Kernel = (
  a: number,
  b: number,
  c: number,
  k: number,
  rows: number,
  columns: number,
  lda: number,
  ldc: number,
  alpha: number,
) => number;

/** A module of both kernels, fused or not, and one memory. */
async function kernels(isFused: boolean): Promise<{ memory: WebAssembly.Memory; zero: Kernel; add: Kernel }> {
  const section = (id: number, body: readonly number[]) => [id, ...unsigned(body.length), ...body];
  const text = (name: string) => [name.length, ...new TextEncoder().encode(name)];
  const bodies = [false, true].map((adds) => gemmKernel({ adds, isFused })).flatMap((body) => [...unsigned(body.length), ...body]);
  const bytes = [
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, [1, 0x60, 9, ...Array<number>(8).fill(0x7f), 0x7d, 1, 0x7f]),
    section(3, [2, 0, 0]),
    section(5, [1, 0, 4]),
    section(7, [3, ...text('memory'), 2, 0, ...text('zero'), 0, 0, ...text('add'), 0, 1]),
    section(10, [2, ...bodies]),
  ].flat();
  const { instance } = await WebAssembly.instantiate(Uint8Array.from(bytes));
  return instance.exports as unknown as { memory: WebAssembly.Memory; zero: Kernel; add: Kernel };
}

for (const isFused of [true, false]) {
  const title = `a product by the ${isFused ? 'fused' : 'plain'} kernel is the sum of products in double precision, for all shapes, and nothing beside it is written`;
  test(title, () => checkProducts(isFused));
}

async function checkProducts(isFused: boolean): Promise<void> {
  const { memory, ...kernel } = await kernels(isFused);
  const numbers = new Float32Array(memory.buffer);
  const random = createRandom(20261);
  const alpha = 0.75;
  for (const [name, product] of Object.entries(kernel)) {
    for (const k of [1, 2, 3, 8, 29]) {
      for (let rows = 1; rows <= 15; rows++) {
        for (let columns = 1; columns <= 35; columns++) {
          const [lda, ldc] = [k + 3, columns + 5];
          const panels = Math.ceil(columns / 16);
          const [a, b, c] = [256, 256 + rows * lda, 256 + rows * lda + panels * k * 16];
          const end = c + rows * ldc;
          for (let i = a; i < end; i++) numbers[i] = random.range(-1, 1);
          const before = numbers.slice(0, end + 16);
          let done = 0;
          while (done < rows) {
            done += product(4 * (a + done * lda), 4 * b, 4 * (c + done * ldc), k, rows - done, columns, lda, ldc, alpha);
          }
          assert.equal(done, rows);
          for (let i = 0; i < end + 16; i++) {
            const [row, column] = [Math.floor((i - c) / ldc), (i - c) % ldc];
            if (i < c || i >= end || column >= columns) {
              assert.equal(numbers[i], before[i], `${name}, k ${k}, ${rows} × ${columns}: number ${i - c} beside C`);
              continue;
            }
            let sum = 0;
            for (let at = 0; at < k; at++) {
              sum += before[a + row * lda + at]! * before[b + Math.floor(column / 16) * k * 16 + at * 16 + (column % 16)]!;
            }
            const expected = alpha * sum + (name === 'add' ? before[i]! : 0);
            assert.ok(Math.abs(numbers[i]! - expected) < 1e-5, `${name}, k ${k}, ${rows} × ${columns}, row ${row}, column ${column}`);
          }
        }
      }
    }
  }
}
