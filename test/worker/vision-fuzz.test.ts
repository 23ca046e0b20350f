import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { createVision } from '../../src/worker/vision.js';

const URLS = { openCv: 'http://127.0.0.1:9/opencv.js', onnxWasmFolder: 'http://127.0.0.1:9/onnx', models: 'http://127.0.0.1:9/models' };
Object.assign(globalThis, { crossOriginIsolated: false });

const calls = fc.array(fc.constantFrom('load', 'load again', 'measure', 'forget'), { minLength: 1, maxLength: 6 });

test('whatever is asked of the seeing worker in whatever order while nothing can be downloaded, it answers with a clear error and closes the frame', async (t) => {
  t.mock.method(globalThis, 'fetch', async () => {
    throw new TypeError('fetch failed');
  });
  await fc.assert(
    fc.asyncProperty(calls, async (order) => {
      const vision = createVision();
      const answered = order.map(async (call) => {
        if (call === 'forget') return vision.forget();
        if (call !== 'measure')
          return assert.rejects(
            vision.load(
              { ...URLS, isReload: call === 'load again' },
              () => {},
              () => {},
            ),
            /could not be downloaded .*Check the connection/,
          );
        let closed = 0;
        const frame = { width: 4, height: 3, close: () => (closed += 1) };
        await assert.rejects(vision.measure(frame as never, 0, {}), Error);
        return assert.equal(closed, 1);
      });
      // All at once, as messages come: none waits for another for ever.
      await Promise.all(answered);
    }),
    { seed: 20261123, numRuns: 25 },
  );
});
