import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import test from 'node:test';

const lib = (name: string) => import(new URL(`../../scripts/lib/${name}`, import.meta.url).href);
const { PACKED_SIZES } = await lib('build-size.mjs');
const { packed } = await lib('packed-files.mjs');
const { sha256Hex } = await lib('sha256-hex.mjs');

const nets = (await readdir('models', { withFileTypes: true })).filter((entry) => entry.isDirectory() && entry.name !== 'train');

for (const file of ['opencv.wasm', 'onnx/ort-wasm-simd-threaded.wasm', ...nets.map(({ name }) => `models/${name}/model.onnx`)]) {
  test(`${file} is packed to the size that is written down for it`, { timeout: 120_000 }, async () => {
    const bytes = await readFile(`dist/${file}`);
    assert.equal(PACKED_SIZES[sha256Hex(bytes)], (await packed(file, bytes)).length);
  });
}
