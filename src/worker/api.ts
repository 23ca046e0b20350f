import type { Camera } from '../geometry/camera.js';
import type {
  FittedBase,
  MeasureHints,
  MeasureResult,
  RankedObstacle,
  SeenObstacle,
  TableMeasurement,
  UserBase,
  UserObstacle,
} from '../table/measurement.js';
import type { PrintImage } from '../table/setup/setup.js';

/** Addresses from which the worker fetches its engines; same origin as the page. */
export interface EngineUrls {
  readonly openCv: string;
  readonly onnxWasmFolder: string;
  /** Folder that holds the models' folders, each with model.json and model.onnx. */
  readonly models: string;
  /** Whether to bypass the browser's cache: its content may be damaged. */
  readonly isReload?: boolean;
  /** Whether to use less memory, and one thread: the browser has refused the usual amount. */
  readonly isSmall?: boolean;
}

export interface LoadProgress {
  readonly part: string;
  readonly loadedBytes: number;
  readonly totalBytes: number;
}

/** One of several photos of a table. */
export interface PhotoOfTable {
  /** Id of the photo. One that is not shown, and was measured with the same hints in the previous call, is not measured alone again. */
  readonly id: string;
  /** Transferred; closed by the worker. */
  readonly picture: ImageBitmap;
  readonly hints: MeasureHints;
}

/**
 * The vision worker as the page sees it, through comlink. Frames go in by transfer and never come out: only millimetres do.
 * Every promise settles; a failed look rejects with an Error and the worker stays alive.
 */
export interface VisionApi {
  /**
   * Loads OpenCV, ONNX Runtime and the nets; rejects with a clear Error when a download fails or a hash is wrong. `onAlive` is called from
   * then on, once a second, while a look is computed: on a slow phone it may take minutes.
   */
  load(urls: EngineUrls, onProgress: (progress: LoadProgress) => void, onAlive: () => void): Promise<void>;
  /**
   * Measures one frame (transferred; closed by the worker). Where it `mayRepeat` the one before, and does so byte for byte: undefined.
   * `about`: the camera's pose as followed, for the picture the right way round. `onPlaced` is called with its bases before obstacles are
   * looked for.
   */
  measure(
    frame: VideoFrame | ImageBitmap | ImageData,
    capturedAtMs: number,
    hints: MeasureHints,
    mayRepeat?: boolean,
    about?: Camera,
    onPlaced?: (placed: TableMeasurement) => void,
  ): Promise<MeasureResult | undefined>;
  /**
   * Measures a table by several photos of it, in the order in which they were taken, through the camera of the one that is `shown` (an
   * index). `isWanted` is asked now and then whether the result is still wanted; otherwise: undefined.
   */
  measurePhotos(
    photos: readonly PhotoOfTable[],
    shown: number,
    capturedAtMs: number,
    onPlaced?: (placed: TableMeasurement) => void,
    isWanted?: () => Promise<boolean>,
  ): Promise<MeasureResult | undefined>;
  /**
   * Fits an obstacle that a person says is about there (picture transferred, closed by the worker); undefined where its edges are not
   * clear.
   */
  fitObstacle(picture: ImageBitmap | ImageData, told: UserObstacle): Promise<SeenObstacle | undefined>;
  /** Fits a base that a person says is about there, likeliest first; empty where nothing there looks like one. */
  fitBase(picture: ImageBitmap | ImageData, told: UserBase): Promise<readonly FittedBase[]>;
  /** All outlines of obstacles in possible poses near there, best first. */
  rankObstacles(picture: ImageBitmap | ImageData, told: Omit<UserObstacle, 'xws'>): Promise<readonly RankedObstacle[]>;
  /**
   * The map of the mat's print with the additions from pictures of a table that is set up, some seconds' work at rest; `kept`: the known
   * print. Undefined: nothing new.
   */
  print(kept: PrintImage | undefined): Promise<PrintImage | undefined>;
  /** Forgets the registration, so that the next frame is registered from scratch. */
  forget(): Promise<void>;
}
