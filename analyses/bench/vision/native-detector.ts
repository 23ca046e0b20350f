import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { InferenceSession, Tensor } from 'onnxruntime-web';
import { MODEL_FOLDERS } from '../../../src/vision/runtime/net.js';

const PACKAGE = 'onnxruntime-node';
const VERSION = '1.30.0';
const MODEL = fileURLToPath(new URL(`../../../models/${MODEL_FOLDERS.baseDetector}/model.onnx`, import.meta.url));
/** It has 291 MB, so that it is installed for this comparison alone; kept for the next one. */
const FOLDER = join(tmpdir(), `hashmark-bench-${PACKAGE}-${VERSION}`);

interface NativeRuntime {
  readonly InferenceSession: { create(model: Uint8Array, options: InferenceSession.SessionOptions): Promise<InferenceSession> };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;
}

export interface NativeDetector {
  readonly name: string;
  /** Time of one run on one thread, ms. */
  runMs(sidePx: number): Promise<number>;
}

/** Throws, saying why, when the native runtime cannot be had. */
export async function openNativeDetector(): Promise<NativeDetector> {
  const runtime = await install();
  const session = await runtime.InferenceSession.create(await readFile(MODEL), { intraOpNumThreads: 1, interOpNumThreads: 1 });
  return {
    name: `${PACKAGE} ${VERSION}, one thread`,
    async runMs(sidePx) {
      const image = Float32Array.from({ length: 3 * sidePx * sidePx }, (_, i) => (i % 251) / 251);
      const tensor = new runtime.Tensor('float32', image, [1, 3, sidePx, sidePx]);
      const from = performance.now();
      await session.run({ image: tensor });
      return performance.now() - from;
    },
  };
}

async function install(): Promise<NativeRuntime> {
  const require = createRequire(join(FOLDER, 'package.json'));
  try {
    if (!existsSync(join(FOLDER, 'node_modules', PACKAGE, 'package.json'))) {
      await mkdir(FOLDER, { recursive: true });
      await writeFile(join(FOLDER, 'package.json'), '{"private":true}');
      // Its own script downloads what only graphics cards need.
      const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' };
      await promisify(execFile)('npm', ['install', `${PACKAGE}@${VERSION}`, '--no-audit', '--no-fund'], { cwd: FOLDER, env });
    }
    return require(PACKAGE) as NativeRuntime;
  } catch (cause) {
    throw new Error(`${PACKAGE} ${VERSION} could not be installed (${String(cause).split('\n')[0]}). Connect to the npm registry.`);
  }
}
