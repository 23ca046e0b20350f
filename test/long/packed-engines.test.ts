import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';

const lib = (name: string) => import(new URL(`../../scripts/lib/${name}`, import.meta.url).href);
const { PACKED_ENGINES, sha256Hex } = await lib('build-size.mjs');
const { packed } = await lib('packed-files.mjs');

for (const engine of ['opencv.wasm', 'onnx/ort-wasm-simd-threaded.wasm']) {
  test(`${engine} is packed to the size that is written down for it`, { timeout: 120_000 }, async () => {
    const bytes = await readFile(`dist/${engine}`);
    assert.equal(PACKED_ENGINES[sha256Hex(bytes)], (await packed(engine, bytes)).length);
  });
}
