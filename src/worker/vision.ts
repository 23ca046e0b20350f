import { fitUserBase } from '../vision/bases/user-base.js';
import { measurePhotos, type PhotosByThemselves } from '../vision/frame/measure-photos.js';
import { type FrameContext, withFrameContext } from '../vision/lens/frame-context.js';
import { fitUserObstacle, rankUserObstacles } from '../vision/objects/user-obstacle.js';
import type { Engines } from '../vision/runtime/engines.js';
import { joinBytes } from '../vision/runtime/join-bytes.js';
import { loadNet, loadNets, type ModelFile, type Net, type OnnxRuntime } from '../vision/runtime/net.js';
import { fastestOnnxWasm } from '../vision/runtime/onnx-wasm.js';
import type { Cv } from '../vision/runtime/opencv.js';
import { createCameraSession, type FrameToMeasure } from '../vision/session/camera-session.js';
import type { EngineUrls, LoadProgress, VisionApi } from './api.js';
import { PICTURE_CODEC } from './browser-codec.js';
import { ByteBuffer } from './byte-buffer.js';
import { pixelsOf } from './pixels-of.js';
import { createRepeatDetector } from './repeated-frames.js';
import { createRightOfWay } from './right-of-way.js';
import { sha256Hex } from './sha256-hex.js';
import { givenFrame } from './small-grey.js';

/** The thread that sees: engines loaded once, one frame at a time. Pixels stay here. */
export function createVision(): VisionApi {
  let engines: Promise<Engines> | undefined;
  const session = createCameraSession();
  const isRepeated = createRepeatDetector();
  const [given, pixels] = [new ByteBuffer(), new ByteBuffer()];
  const byThemselves: PhotosByThemselves = new Map();
  const way = createRightOfWay();
  const forLooks = async (loaded: Promise<Engines>): Promise<Engines> => {
    const all = await loaded;
    return { ...all, nets: way.givenBy(all.nets) };
  };
  /** The look that is being done; it settles when that is over, however it ends. */
  let looking: Promise<unknown> = Promise.resolve();
  const whileLooking = <T>(look: Promise<T>): Promise<T> => {
    looking = look.catch(() => {});
    return look;
  };
  /** Searches one picture for something that a person has pointed out, and closes it. */
  const lookInto = <T>(picture: ImageBitmap | ImageData, look: (context: FrameContext) => Promise<T>): Promise<T> =>
    way.first(async () => {
      try {
        if (!engines) throw notLoaded();
        // When it was taken does not matter to where things lie in it.
        const frame = { ...(await pixelsOf(picture)), capturedAtMs: 0 };
        return await withFrameContext(await engines, frame, {}, look);
      } finally {
        if ('close' in picture) picture.close();
      }
    });
  return {
    async load(urls, onProgress, onAlive) {
      engines ??= loadEngines(urls, onProgress, onAlive);
      try {
        await engines;
      } catch (error) {
        // A failed download may be tried again.
        engines = undefined;
        throw error;
      }
    },
    async measure(source, capturedAtMs, hints, mayRepeat, about, onPlaced) {
      const loaded = engines;
      let frame: FrameToMeasure;
      try {
        if (!loaded) throw notLoaded();
        const isVideo = typeof VideoFrame !== 'undefined' && source instanceof VideoFrame;
        const preview = isVideo ? await givenFrame(source, given) : undefined;
        if (preview) {
          if (isRepeated(preview.bytes) && mayRepeat) return undefined;
          const known = session.unchanged({ ...preview, capturedAtMs }, hints);
          if (known) return known;
        }
        const picture = await pixelsOf(source, pixels);
        if (!preview && isRepeated(picture.rgba) && mayRepeat) return undefined;
        frame = { ...picture, capturedAtMs, ...(preview && { small: preview.small }), ...(about && { about }) };
      } finally {
        // Before the look, which takes seconds: a camera has few buffers, and sends nothing while all of them are in use.
        if ('close' in source) source.close();
      }
      return whileLooking(session.measure(await forLooks(loaded), frame, hints, onPlaced));
    },
    async measurePhotos(photos, shown, capturedAtMs, onPlaced, isWanted) {
      try {
        if (!engines) throw notLoaded();
        const pictures = photos.map(({ id, picture, hints }) => ({
          id,
          read: async () => ({ frame: { ...(await pixelsOf(picture)), capturedAtMs }, hints }),
        }));
        return await whileLooking(measurePhotos(await forLooks(engines), pictures, shown, { byThemselves, onPlaced, isWanted }));
      } finally {
        for (const { picture } of photos) picture.close();
      }
    },
    fitObstacle: (picture, told) => lookInto(picture, async ({ engines: { cv }, rgba }) => fitUserObstacle(cv, rgba, told)),
    fitBase: (picture, told) => lookInto(picture, ({ engines: loaded, rgba }) => fitUserBase(loaded, rgba, told)),
    rankObstacles: (picture, told) => lookInto(picture, async ({ engines: { cv }, rgba }) => rankUserObstacles(cv, rgba, told)),
    async print(kept) {
      if (!engines) throw notLoaded();
      // Both draw from the pictures that are kept for it.
      await looking;
      return session.print(await engines, kept);
    },
    async forget() {
      session.forget();
    },
  };
}

function notLoaded(): Error {
  return new Error('The vision engines are not loaded; call load() first.');
}

type OnBytes = (loaded: number, total: number) => void;

async function loadEngines(urls: EngineUrls, onProgress: (progress: LoadProgress) => void, onAlive: () => void): Promise<Engines> {
  const { isReload = false, isSmall = false } = urls;
  if (isSmall) limitMemory(SMALL_MEMORY_PAGES);
  const alive = atMostEvery(ALIVE_EVERY_MS, onAlive);
  const report = (part: string) => (loadedBytes: number, totalBytes: number) => onProgress({ part, loadedBytes, totalBytes });
  const ort = loadOnnxRuntime(urls.onnxWasmFolder, report('ONNX Runtime'), isReload, isSmall);
  // All side by side: what is downloaded waits only for what it runs on.
  const [{ cv }, nets] = await Promise.all([
    loadOpenCv(urls.openCv, report('OpenCV'), isReload),
    loadNets(async (folder) => {
      const { net, ...loaded } = await downloadNet(ort, `${urls.models}/${folder}`, report(folder), isReload);
      return { ...loaded, net: heardRunning(net, alive) };
    }),
    ort,
  ]);
  return { cv, nets, now: () => performance.now(), pictures: PICTURE_CODEC };
}

/** Interval of signs of life during a look, ms: one of many seconds is hundreds of runs of nets. */
const ALIVE_EVERY_MS = 1000;

function atMostEvery(everyMs: number, call: () => void): () => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - lastMs < everyMs) return;
    lastMs = performance.now();
    call();
  };
}

function heardRunning(net: Net, onRun: () => void): Net {
  return {
    run(image, dims) {
      onRun();
      return net.run(image, dims);
    },
  };
}

/** OpenCV is boxed: it is itself a thenable, and awaiting it would never end. */
async function loadOpenCv(url: string, onBytes: OnBytes, isReload: boolean): Promise<{ cv: Cv }> {
  // Downloaded once with progress; what asks for them then is answered from the browser's cache: the import, and OpenCV for the wasm beside it.
  const wasm = new URL('opencv.wasm', url).href;
  await Promise.all([fetchBytes(url, 'OpenCV', () => {}, isReload), fetchBytes(wasm, 'OpenCV', onBytes, isReload)]);
  const { opened } = (await import(url)) as { opened: Promise<{ cv: Cv }> };
  return opened;
}

/**
 * Number of threads that the nets run on: two are enough for nets this small. Threads need shared memory, which a page has only when it is isolated. `cores`:
 * undefined where the browser does not say.
 */
export function netThreads(cores: number | undefined, isIsolated: boolean): number {
  return isIsolated && cores !== undefined ? Math.min(2, cores) : 1;
}

/** 512 MiB. ONNX Runtime asks for room to grow to 4 GiB, which some phones do not promise to a page; with the largest batches the nets take 60 MiB. */
const SMALL_MEMORY_PAGES = 8192;

/** From now on no WebAssembly memory of this thread grows beyond this many pages of 64 KiB. ONNX Runtime makes its own, and cannot be asked for less. */
function limitMemory(pages: number): void {
  WebAssembly.Memory = class extends WebAssembly.Memory {
    constructor(asked: WebAssembly.MemoryDescriptor) {
      super(asked.maximum === undefined ? asked : { ...asked, maximum: Math.max(asked.initial, Math.min(asked.maximum, pages)) });
    }
  };
}

async function loadOnnxRuntime(folder: string, onBytes: OnBytes, isReload: boolean, isSmall: boolean): Promise<OnnxRuntime> {
  const ort = await import('onnxruntime-web/wasm');
  ort.env.wasm.wasmPaths = `${folder}/`;
  ort.env.wasm.numThreads = isSmall ? 1 : netThreads(navigator.hardwareConcurrency, crossOriginIsolated);
  const wasm = await fetchBytes(`${folder}/ort-wasm-simd-threaded.wasm`, 'ONNX Runtime', onBytes, isReload);
  ort.env.wasm.wasmBinary = await fastestOnnxWasm(wasm, sha256Hex);
  return ort as unknown as OnnxRuntime;
}

async function downloadNet(ort: Promise<OnnxRuntime>, folder: string, onBytes: OnBytes, isReload: boolean) {
  const text = new TextDecoder().decode(await fetchBytes(`${folder}/model.json`, folder, () => {}, isReload));
  const about = JSON.parse(text) as ModelFile;
  const bytes = await fetchBytes(`${folder}/model.onnx`, about.name, onBytes, isReload);
  return loadNet(await ort, about, bytes, sha256Hex);
}

/** Downloads a file of this site with progress; `isReload` past the browser's cache. Rejects with what failed, where, and what to do. */
async function fetchBytes(
  url: string,
  what: string,
  onBytes: (loaded: number, total: number) => void,
  isReload: boolean,
): Promise<Uint8Array> {
  const response = await fetch(url, { cache: isReload ? 'reload' : 'default' }).catch((cause: unknown) => {
    throw new Error(`${what} could not be downloaded from ${url} (${String(cause)}). Check the connection and try again.`);
  });
  if (!response.ok || !response.body) {
    throw new Error(
      `${what} could not be downloaded from ${url}: the server answered ${response.status} ${response.statusText}. Try again.`,
    );
  }
  const total = Number(response.headers.get('x-uncompressed-length') ?? response.headers.get('content-length')) || 0;
  const parts: Uint8Array[] = [];
  let loaded = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new Error(`The download of ${what} broke off after ${loaded} bytes (${String(cause)}). Try again.`);
    });
    if (done) break;
    parts.push(value);
    loaded += value.length;
    onBytes(loaded, Math.max(total, loaded));
  }
  return joinBytes(parts);
}
