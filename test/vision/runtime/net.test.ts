import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadNet, type OnnxRuntime } from '../../../src/vision/runtime/net.js';

const never: OnnxRuntime = {
  InferenceSession: {
    create() {
      throw new Error('a damaged model reached the runtime');
    },
  },
  Tensor: class {} as unknown as OnnxRuntime['Tensor'],
};

test('a model file whose hash is wrong is refused before it is loaded, naming both hashes', async () => {
  const about = { name: 'base-detector', bytes: 3, sha256: 'aa', outputs: ['maps'], check: { dims: [], outputs: {} } };
  await assert.rejects(
    loadNet(never, about, new Uint8Array(3), async () => 'bb'),
    /base-detector is damaged or of another version: expected sha-256 aa \(3 bytes\), got bb/,
  );
});
