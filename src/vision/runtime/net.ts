import type { InferenceSession, Tensor, TypedTensor } from 'onnxruntime-web';
import { checkNet, type NetCheck } from './check-net.js';

/** The part of ONNX Runtime that the nets need; the same in the worker and on the command line. */
export interface OnnxRuntime {
  readonly InferenceSession: { create(model: Uint8Array, options?: InferenceSession.SessionOptions): Promise<InferenceSession> };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => TypedTensor<'float32'>;
}

/** Description of a net, in the model.json beside its model.onnx. */
export interface ModelFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly outputs: readonly string[];
  /** Output of the net for a made-up picture (`check-net.ts`), computed by another program. */
  readonly check: NetCheck;
}

export interface NetOutput {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** A loaded net: planar RGB 0…1 in, its named outputs out. */
export interface Net {
  run(image: Float32Array, dims: readonly number[]): Promise<Readonly<Record<string, NetOutput>>>;
}

/** The nets of the pipeline, by what they find. */
export interface Nets {
  readonly matFinder: Net;
  readonly baseDetector: Net;
  readonly baseKeypoints: Net;
  readonly matEdge: Net;
  readonly baseSides: Net;
  readonly obstacleOutline: Net;
  readonly frame: Net;
  readonly baseSize: Net;
}

export const MODEL_FOLDERS = {
  matFinder: 'mat-finder',
  baseDetector: 'base-detector',
  baseKeypoints: 'base-keypoints',
  matEdge: 'mat-edge',
  baseSides: 'base-sides',
  obstacleOutline: 'obstacle-outline',
  frame: 'frame',
  baseSize: 'base-size',
} as const;

/** Nets that only a doubtful photo needs: present from the start, but made ready (memory, time) at first use. */
const SELDOM: ReadonlySet<keyof Nets> = new Set(['frame']);

/**
 * Loads one net after checking that its bytes are the ones its model.json names; it is made ready by `open`, or at its first use.
 * Throws when the file is damaged or belongs to another version.
 */
export async function loadNet(
  ort: OnnxRuntime,
  about: ModelFile,
  bytes: Uint8Array,
  sha256Hex: (bytes: Uint8Array) => Promise<string>,
): Promise<LoadedNet> {
  const got = await sha256Hex(bytes);
  if (got !== about.sha256) {
    throw new Error(
      `The model ${about.name} is damaged or of another version: expected sha-256 ${about.sha256} (${about.bytes} bytes), got ${got} ` +
        `(${bytes.length} bytes). Download it again or restore models/${about.name}/model.onnx.`,
    );
  }
  let session: Promise<InferenceSession> | undefined;
  const open = () => {
    session ??= ort.InferenceSession.create(bytes, { executionProviders: ['wasm'] });
    return session;
  };
  const net: Net = {
    async run(image, dims) {
      const results = await (await open()).run({ image: new ort.Tensor('float32', image, dims) as Tensor });
      const outputs: Record<string, NetOutput> = {};
      for (const name of about.outputs) {
        const tensor = results[name];
        if (tensor === undefined)
          throw new Error(`The model ${about.name} gave no output ${name}; its model.json does not fit its model.onnx.`);
        outputs[name] = { data: tensor.data as Float32Array, dims: tensor.dims };
      }
      return outputs;
    },
  };
  return { net, about, open };
}

interface LoadedNet {
  readonly net: Net;
  readonly about: ModelFile;
  open(): Promise<unknown>;
}

/**
 * All nets, each loaded from its folder, all side by side; then each must compute here what it computes elsewhere, one after the other, since ONNX Runtime
 * runs one at a time. Throws what `load` throws, and where this engine miscalculates (`checkNet`), which a net seldom used does at its first use.
 */
export async function loadNets(load: (folder: string) => Promise<LoadedNet>): Promise<Nets> {
  const names = Object.keys(MODEL_FOLDERS) as (keyof Nets)[];
  const loaded = await Promise.all(
    names.map(async (name) => {
      const { net, about, open } = await load(MODEL_FOLDERS[name]);
      if (SELDOM.has(name)) return { name, net: checkedAtFirstUse(net, about) };
      await open();
      return { name, net, check: () => checkNet(net, about) };
    }),
  );
  for (const { check } of loaded) await check?.();
  return Object.fromEntries(loaded.map(({ name, net }) => [name, net])) as unknown as Nets;
}

function checkedAtFirstUse(net: Net, about: ModelFile): Net {
  let checked: Promise<void> | undefined;
  return {
    async run(image, dims) {
      checked ??= checkNet(net, about);
      await checked;
      return net.run(image, dims);
    },
  };
}
