import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { relaxedSimd } from 'wasm-feature-detect';
import type { Engines } from '../../vision/runtime/engines.js';
import { loadNet, loadNets, type ModelFile, type Nets, type OnnxRuntime } from '../../vision/runtime/net.js';
import { fastestOnnxWasm } from '../../vision/runtime/onnx-wasm.js';
import type { Cv } from '../../vision/runtime/opencv.js';
import { PICTURE_CODEC } from './sharp-codec.js';

const MODELS = new URL('../../../models/', import.meta.url);

/**
 * Budget that a WebAssembly function uses up before V8 recompiles it to be faster (V8's own: 1.8 million). OpenCV's and ONNX Runtime's
 * modules are so large that compiling takes longer, and more memory, than a few photos gain from it; the kernels in which the nets spend
 * their time reach the budget within the first photo. A V8 that does not know the flag says so and goes on.
 */
const TIERING_BUDGET = 100_000_000;

let engines: Promise<Engines> | undefined;

/** OpenCV, ONNX Runtime and the nets for a program without a page; the same ones for the whole process. Throws when a model is missing or damaged. */
export function loadEngines(): Promise<Engines> {
  engines ??= startEngines();
  return engines;
}

async function startEngines(): Promise<Engines> {
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
  // ONNX Runtime first: its WebAssembly is compiled beside OpenCV's, which is read in one go.
  const [nets, { cv }] = await Promise.all([readNets(), loadOpenCv()]);
  return { cv, nets, now: () => performance.now(), pictures: PICTURE_CODEC };
}

async function readNets(): Promise<Nets> {
  const [ort, wasm] = await Promise.all([import('onnxruntime-web'), readOnnxWasm()]);
  ort.env.wasm.numThreads = Math.min(2, availableParallelism());
  ort.env.wasm.wasmBinary = wasm;
  return loadNets((folder) => readNet(ort, folder));
}

/** ONNX Runtime's WebAssembly as the app runs it. */
async function readOnnxWasm(): Promise<Uint8Array> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')));
  // Node 20 has relaxed SIMD behind a flag.
  if (!(await relaxedSimd())) setFlagsFromString('--experimental-wasm-relaxed-simd');
  return fastestOnnxWasm(wasm, sha256Hex);
}

async function readNet(ort: OnnxRuntime, folder: string) {
  const at = new URL(`${folder}/`, MODELS);
  const about = await readAbout(new URL('model.json', at));
  const bytes = await readFile(new URL('model.onnx', at)).catch(() => {
    throw new Error(`The model file ${fileURLToPath(new URL('model.onnx', at))} is missing; restore it from the repository.`);
  });
  return loadNet(ort, about, bytes, sha256Hex);
}

async function sha256Hex(bytes: Uint8Array): Promise<string> {
  return createHash('sha256').update(bytes).digest('hex');
}

async function readAbout(url: URL): Promise<ModelFile> {
  try {
    return JSON.parse(await readFile(url, 'utf8')) as ModelFile;
  } catch (cause) {
    const why = cause instanceof SyntaxError ? `is damaged (${cause.message})` : 'is missing';
    throw new Error(`The model file ${fileURLToPath(url)} ${why}; restore it from the repository.`);
  }
}

let openCv: Promise<{ cv: Cv }> | undefined;

/** OpenCV, the same for the whole process: it calls back only one listener when it is ready. Boxed, since it is itself a thenable, and awaiting it would never end. */
export function loadOpenCv(): Promise<{ cv: Cv }> {
  openCv ??= startOpenCv();
  return openCv;
}

async function startOpenCv(): Promise<{ cv: Cv }> {
  const cv = createRequire(import.meta.url)('@techstark/opencv-js') as Cv & { Mat?: unknown; onRuntimeInitialized?: () => void };
  if (!cv.Mat) {
    await new Promise<void>((resolve) => {
      cv.onRuntimeInitialized = resolve;
    });
  }
  return { cv };
}
