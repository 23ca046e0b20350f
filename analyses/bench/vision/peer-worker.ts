import { expose } from 'comlink';
import { AR } from 'js-aruco2';
import 'js-aruco2/src/dictionaries/aruco_4x4_1000.js';
import type { InferenceSession } from 'onnxruntime-web';
import { MODEL_FOLDERS } from '../../../src/vision/runtime/net.js';
import { fastestOnnxWasm } from '../../../src/vision/runtime/onnx-wasm.js';
import type { Cv } from '../../../src/vision/runtime/opencv.js';
import { ByteBuffer } from '../../../src/worker/byte-buffer.js';
import { pixelsOf } from '../../../src/worker/pixels-of.js';
import { sha256Hex } from '../../../src/worker/sha256-hex.js';
import { readMarkers } from '../../accuracy/markers/read-markers.js';
import type { PeerApi } from './peer-api.js';

/** OpenCV's DICT_4X4_50 is the beginning of it; without a distance nothing but the exact code is taken. */
const jsDetector = new AR.Detector({ dictionaryName: 'ARUCO_4X4_1000', maxHammingDistance: 0 });
let cv: Cv;
let session: InferenceSession;

const api: PeerApi = {
  async load(appUrl) {
    const { opened } = (await import(`${appUrl}opencv.js`)) as { opened: Promise<{ cv: Cv }> };
    cv = (await opened).cv;
    const ort = await import('onnxruntime-web/wasm');
    ort.env.wasm.wasmPaths = `${appUrl}onnx/`;
    ort.env.wasm.numThreads = 1;
    const wasm = await fetch(`${appUrl}onnx/ort-wasm-simd-threaded.wasm`);
    ort.env.wasm.wasmBinary = await fastestOnnxWasm(new Uint8Array(await wasm.arrayBuffer()), sha256Hex);
    const model = await fetch(`${appUrl}models/${MODEL_FOLDERS.baseDetector}/model.onnx`);
    session = await ort.InferenceSession.create(new Uint8Array(await model.arrayBuffer()), { executionProviders: ['wasm'] });
  },
  async jsAruco(frame) {
    const { rgba, widthPx, heightPx } = await pixelsIn(frame);
    const picture = new ImageData(rgba as Uint8ClampedArray<ArrayBuffer>, widthPx, heightPx);
    return { found: new Set(jsDetector.detect(picture).map(({ id }) => id)).size };
  },
  async openCvAruco(frame, enlarged) {
    return { found: readMarkers(cv, { ...(await pixelsIn(frame)), capturedAtMs: 0 }, enlarged).length };
  },
  async detector(image, sidePx) {
    const { Tensor } = await import('onnxruntime-web/wasm');
    const tensor = new Tensor('float32', image, [1, 3, sidePx, sidePx]);
    const from = performance.now();
    await session.run({ image: tensor });
    return performance.now() - from;
  },
};

const buffer = new ByteBuffer();

/** As our worker has them of a frame. */
async function pixelsIn(frame: VideoFrame) {
  try {
    return await pixelsOf(frame, buffer);
  } finally {
    frame.close();
  }
}

expose(api);
