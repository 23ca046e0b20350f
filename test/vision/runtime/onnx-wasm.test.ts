import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { relaxedSimd } from 'wasm-feature-detect';
import { fastestOnnxWasm } from '../../../src/vision/runtime/onnx-wasm.js';

const PUBLISHED = fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'));
const MODEL = fileURLToPath(new URL('../../../models/mat-edge/model.onnx', import.meta.url));
/** Node 20 has relaxed SIMD behind a flag, which later ones may not know. Another file of this process may have set it, a new process has not. */
const FLAGS = process.versions.node.startsWith('20.') ? ['--experimental-wasm-relaxed-simd'] : [];
for (const flag of FLAGS) setFlagsFromString(flag);
const sha256Hex = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** What a net says to a picture of made-up numbers, by ONNX Runtime with this WebAssembly. */
const RUN = `
  import * as ort from 'onnxruntime-web';
  import { readFileSync } from 'node:fs';
  const [wasm, model] = process.argv.slice(-2);
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary = readFileSync(wasm);
  const session = await ort.InferenceSession.create(readFileSync(model));
  const dims = session.inputMetadata[0].shape.map((size, i) => (typeof size === 'number' ? size : i === 0 ? 2 : 64));
  const numbers = Float32Array.from({ length: dims.reduce((a, b) => a * b) }, (_, i) => ((i * 7919) % 1000) / 1000);
  const results = await session.run({ image: new ort.Tensor('float32', numbers, dims) });
  process.stdout.write(JSON.stringify(session.outputNames.flatMap((name) => [...results[name].data])));
`;

async function answers(wasm: string, flags: readonly string[]): Promise<number[]> {
  const args = [...flags, '--input-type=module', '-e', RUN, wasm, MODEL];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 28 });
  return JSON.parse(stdout) as number[];
}

test('the installed ONNX Runtime gets both kernels, fused where there is relaxed SIMD, and a net says the same by either but for rounding', async () => {
  const published = await readFile(PUBLISHED);
  assert.ok(await relaxedSimd());
  const [fused, plain] = await Promise.all([fastestOnnxWasm(published, sha256Hex), fastestOnnxWasm(published, sha256Hex, false)]);
  assert.deepEqual(fused, await fastestOnnxWasm(published, sha256Hex, true));
  for (const fastest of [fused, plain]) {
    assert.notEqual(
      fastest.length,
      published.length,
      'its kernels are unknown: find MlasSgemmKernelZero and -Add in it, the two functions with most f32x4.mul before f32x4.add',
    );
    assert.ok(WebAssembly.validate(Uint8Array.from(fastest)));
  }
  const folder = await mkdtemp(join(tmpdir(), 'hashmark-onnx-'));
  try {
    const right = await answers(PUBLISHED, []);
    assert.ok(right.some((value) => Math.abs(value) > 0.1));
    // What is not fused runs in an engine without relaxed SIMD, which refuses a whole module with one such instruction.
    for (const [name, wasm, flags] of [['fused', fused, FLAGS] as const, ['plain', plain, []] as const]) {
      const file = join(folder, `${name}.wasm`);
      await writeFile(file, wasm);
      const fast = await answers(file, flags);
      assert.equal(fast.length, right.length);
      const worst = right.reduce((most, value, i) => Math.max(most, Math.abs(fast[i]! - value) / (1 + Math.abs(value))), 0);
      assert.ok(worst < 1e-4, `${name}: answers differ by ${worst}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a file without the published kernels, or one that is cut off before them, is returned as it is', async () => {
  const published = await readFile(PUBLISHED);
  const ours = await fastestOnnxWasm(published, sha256Hex);
  const header = published.subarray(0, 8);
  for (const bytes of [new Uint8Array(0), header, published.subarray(0, 999), published.subarray(0, 500_000), ours]) {
    assert.equal(await fastestOnnxWasm(bytes, sha256Hex), bytes, `of ${bytes.length} bytes`);
  }
});
