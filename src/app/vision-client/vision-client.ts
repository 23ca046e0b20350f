import { proxy, transfer, wrap } from 'comlink';
import type { Camera } from '../../geometry/camera.js';
import type {
  FittedBase,
  MeasureHints,
  MeasureResult,
  RankedObstacle,
  SeenObstacle,
  TableMeasurement,
  UserBase,
  UserObstacle,
} from '../../table/measurement.js';
import type { PrintImage } from '../../table/setup/setup.js';
import { phrase, type Value } from '../../texts/phrase.js';
import { PhraseError } from '../../texts/phrase-error.js';
import type { EngineUrls, LoadProgress, PhotoOfTable, VisionApi } from '../../worker/api.js';
import { closePicture, type FramePicture } from '../capture/frame-source.js';
import { endWithPage } from './end-with-page.js';
import { isMemoryRefused } from './memory-refused.js';

/** A worker that was started, for use by the page. */
export interface StartedVision {
  readonly api: VisionApi;
  /** Called at most once, when the worker is known to be broken. */
  onCrash(listener: (reason: string) => void): void;
  end(): void;
}

/** The vision worker as something that can break and be started again; every promise settles, also when the worker dies. */
export interface VisionClient {
  /**
   * Starts the worker if none runs, and loads its engines; where that fails the worker is ended, and the next load begins with a new one. Where the browser
   * refuses memory a new one is tried at once, and from then on, with less.
   */
  load(onProgress: (progress: LoadProgress) => void): Promise<void>;
  /**
   * Takes over the picture; undefined where it `mayRepeat` the one before, and does. `about`: the camera's pose as followed. `onPlaced` is
   * called with its bases before obstacles are looked for. Rejects with a WorkerCrash when the worker died or hangs; it must then be loaded
   * again.
   */
  measure(
    picture: FramePicture,
    capturedAtMs: number,
    hints: MeasureHints,
    mayRepeat?: boolean,
    about?: Camera,
    onPlaced?: (placed: TableMeasurement) => void,
  ): Promise<MeasureResult | undefined>;
  /** Takes over the photos; see VisionApi. Rejects as `measure` does. */
  readonly measurePhotos: VisionApi['measurePhotos'];
  /** Takes over the picture; undefined where the obstacle's edges are not clear in it. Rejects as `measure` does. */
  fitObstacle(picture: ImageBitmap, told: UserObstacle): Promise<SeenObstacle | undefined>;
  /** Takes over the picture; see VisionApi. Rejects as `measure` does. */
  fitBase(picture: ImageBitmap, told: UserBase): Promise<readonly FittedBase[]>;
  rankObstacles(picture: ImageBitmap, told: Omit<UserObstacle, 'xws'>): Promise<readonly RankedObstacle[]>;
  /** See VisionApi. Undefined also where no worker runs. */
  print(kept: PrintImage | undefined): Promise<PrintImage | undefined>;
  forget(): Promise<void>;
  close(): void;
}

/** The worker died or hangs, and was ended; nothing is known about its frame. */
export class WorkerCrash extends PhraseError {
  override readonly name = 'WorkerCrash';
}

/** Silence after which a worker will no longer answer, ms: a look reports progress each time a net is run. */
const SILENT_MS = 60_000;
/** Time without progress after which a download has stalled, ms; after the last byte a slow phone still compiles for a while. */
const STALLED_MS = 120_000;

export function createVisionClient(
  start: () => StartedVision,
  urls: EngineUrls,
  { silentMs = SILENT_MS, stalledMs = STALLED_MS } = {},
): VisionClient {
  /** Whether to reload past the browser's cache, where the remains of a failed load may be the cause. */
  let isReload = false;
  let isSmall = false;
  let running: RunningVision | undefined;
  const end = () => {
    running?.started.end();
    running = undefined;
  };
  const run = () => {
    if (running) return running;
    const started = start();
    const waiting: RunningVision['waiting'] = new Set();
    const silences: RunningVision['silences'] = new Set();
    const crash = (reason: Value) => {
      if (running?.started === started) end();
      for (const reject of waiting) reject(new WorkerCrash(reason));
    };
    started.onCrash(crash);
    running = { started, waiting, silences, crash };
    return running;
  };
  /** Asks the running worker about pictures; one that is silent for too long has died. */
  const ask = async <T>(pictures: readonly FramePicture[], call: (api: VisionApi) => Promise<T>): Promise<T> => {
    // Pictures are related to each other without a net.
    const limitMs = silentMs * pictures.length;
    if (!running) {
      pictures.forEach(closePicture);
      throw new WorkerCrash(phrase('worker-does-not-run'));
    }
    const { started, waiting, silences, crash } = running;
    const silence = watchSilence(limitMs, () => crash(phrase('no-answer-for', limitMs / 1000)));
    silences.add(silence);
    try {
      return await untilCrash(() => call(started.api), waiting);
    } finally {
      silences.delete(silence);
      silence.stop();
    }
  };
  const load: VisionClient['load'] = async (onProgress) => {
    const { started, waiting, silences, crash } = run();
    const silence = watchSilence(stalledMs, () => crash(phrase('download-needed-see-has')));
    const progress: typeof onProgress = (now) => {
      silence.heard();
      onProgress(now);
    };
    const alive = () => {
      for (const one of silences) one.heard();
    };
    try {
      await untilCrash(() => started.api.load({ ...urls, isReload, isSmall }, progress, alive), waiting);
      isReload = false;
    } catch (error) {
      // An engine that did not start cannot be started again in the same thread.
      end();
      if (!isMemoryRefused(error)) isReload = true;
      else if (!isSmall) {
        isSmall = true;
        return load(onProgress);
      }
      throw error;
    } finally {
      silence.stop();
    }
  };
  return {
    load,
    measure: (picture, capturedAtMs, hints, mayRepeat, about, onPlaced) =>
      ask([picture], (api) => api.measure(picture, capturedAtMs, hints, mayRepeat, about, onPlaced)),
    measurePhotos: (photos, ...how) => ask(picturesOf(photos), (api) => api.measurePhotos(photos, ...how)),
    fitObstacle: (picture, told) => ask([picture], (api) => api.fitObstacle(picture, told)),
    fitBase: (picture, told) => ask([picture], (api) => api.fitBase(picture, told)),
    rankObstacles: (picture, told) => ask([picture], (api) => api.rankObstacles(picture, told)),
    async print(kept) {
      if (!running) return undefined;
      const { started, waiting } = running;
      return untilCrash(() => started.api.print(kept), waiting);
    },
    async forget() {
      if (!running) return;
      const { started, waiting } = running;
      await untilCrash(() => started.api.forget(), waiting);
    },
    close: end,
  };
}

const picturesOf = (photos: readonly PhotoOfTable[]) => photos.map(({ picture }) => picture);

/** A worker, with the calls that must learn of its crash. */
interface RunningVision {
  readonly started: StartedVision;
  readonly waiting: Set<(crash: WorkerCrash) => void>;
  /** Watches that end the worker where a look is silent. */
  readonly silences: Set<ReturnType<typeof watchSilence>>;
  /** Ends the worker; all waiting calls are rejected with the reason. */
  crash(reason: Value): void;
}

/**
 * The result of a call; rejects where the worker crashes first, even while it is called. A race with one promise for all calls would keep
 * every answer for as long as the worker lives.
 */
function untilCrash<T>(call: () => Promise<T>, waiting: RunningVision['waiting']): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    waiting.add(reject);
    call()
      .then(resolve, reject)
      .finally(() => waiting.delete(reject));
  });
}

/** Calls `onSilence` once a worker has been silent for `limitMs`. Every sign of life (`heard`) begins the wait again. */
function watchSilence(limitMs: number, onSilence: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(onSilence, limitMs);
  };
  heard();
  return { heard, stop: () => clearTimeout(timer) };
}

/** Starts the real worker. */
export function startWorker(): StartedVision {
  const worker = new Worker(new URL('./vision-worker.js', import.meta.url), { type: 'module', name: 'vision' });
  // Kept here for as long as the API is: a call whose proxy is collected never settles (comlink #692).
  const remote = wrap<VisionApi>(worker);
  return {
    api: {
      load: (urls, onProgress, onAlive) => remote.load(urls, proxy(onProgress), proxy(onAlive)),
      measure: (picture, capturedAtMs, hints, mayRepeat, about, onPlaced) =>
        remote.measure(transfer(picture, [transferOf(picture)]), capturedAtMs, hints, mayRepeat, about, onPlaced && proxy(onPlaced)),
      measurePhotos: (photos, shown, capturedAtMs, onPlaced, isWanted) =>
        remote.measurePhotos(
          transfer(photos, picturesOf(photos)),
          ...([shown, capturedAtMs, onPlaced && proxy(onPlaced), isWanted && proxy(isWanted)] as const),
        ),
      fitObstacle: (picture, told) => remote.fitObstacle(transfer(picture, [transferOf(picture)]), told),
      fitBase: (picture, told) => remote.fitBase(transfer(picture, [transferOf(picture)]), told),
      rankObstacles: (picture, told) => remote.rankObstacles(transfer(picture, [transferOf(picture)]), told),
      print: (kept) => remote.print(kept),
      forget: () => remote.forget(),
    },
    onCrash(listener) {
      // Failed calls reject through comlink; an error event means the script did not load, or broke outside a call.
      worker.addEventListener('error', (event) => listener(event.message || 'its program could not be loaded'), { once: true });
      worker.addEventListener('messageerror', () => listener('a message could not be read'), { once: true });
    },
    end: endWithPage(worker),
  };
}

/** Addresses of the engines, relative to the page's own program. */
export function engineUrls(): EngineUrls {
  const beside = (path: string) => new URL(path, import.meta.url).href;
  return { openCv: beside('./opencv.js'), onnxWasmFolder: beside('./onnx'), models: beside('./models') };
}

function transferOf(picture: FramePicture): Transferable {
  return picture instanceof ImageData ? picture.data.buffer : picture;
}
