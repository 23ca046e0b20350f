import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Engines } from '../vision/engines.js';
import { loadNet, MODEL_FOLDERS, type ModelFile, type Net, type OnnxRuntime } from '../vision/net.js';
import type { Cv } from '../vision/opencv.js';

const MODELS = new URL('../../models/', import.meta.url);

/** OpenCV, ONNX Runtime and the nets for a program without a page. Throws when a model is missing or damaged. */
export async function loadEngines(): Promise<Engines> {
  const { cv } = await loadOpenCv();
  const ort = (await import('onnxruntime-web')) as unknown as OnnxRuntime & { env: { wasm: { numThreads: number; wasmPaths?: string } } };
  ort.env.wasm.numThreads = Math.min(2, availableParallelism());
  const net = (folder: string) => readNet(ort, folder);
  const [matFinder, baseDetector, baseKeypoints, matEdge, baseSides] = await Promise.all([
    net(MODEL_FOLDERS.matFinder),
    net(MODEL_FOLDERS.baseDetector),
    net(MODEL_FOLDERS.baseKeypoints),
    net(MODEL_FOLDERS.matEdge),
    net(MODEL_FOLDERS.baseSides),
  ]);
  return { cv, nets: { matFinder, baseDetector, baseKeypoints, matEdge, baseSides }, now: () => performance.now() };
}

async function readNet(ort: OnnxRuntime, folder: string): Promise<Net> {
  const at = new URL(`${folder}/`, MODELS);
  const about = JSON.parse(await readFile(new URL('model.json', at), 'utf8')) as ModelFile;
  const bytes = await readFile(new URL('model.onnx', at)).catch(() => {
    throw new Error(`The model file ${fileURLToPath(new URL('model.onnx', at))} is missing; restore it from the repository.`);
  });
  return loadNet(ort, about, bytes, async (data) => createHash('sha256').update(data).digest('hex'));
}

/** OpenCV is boxed: it is itself a thenable, and awaiting it would never end. */
export async function loadOpenCv(): Promise<{ cv: Cv }> {
  const cv = createRequire(import.meta.url)('@techstark/opencv-js') as Cv & { Mat?: unknown; onRuntimeInitialized?: () => void };
  if (!cv.Mat) {
    await new Promise<void>((resolve) => {
      cv.onRuntimeInitialized = resolve;
    });
  }
  return { cv };
}
