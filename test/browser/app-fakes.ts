// What the page loads at its first use is there at once in these tests.
import '../../src/app/evidence/hm-evidence.js';
import '../../src/app/evidence/hm-frozen.js';
import '../../src/app/match-mode/fair-play.js';
import '../../src/app/match-mode/hm-match-mode.js';
import '../../src/app/setup/hm-obstacle-marks.js';
import '../../src/app/setup/hm-other-table.js';
import '../../src/app/setup/hm-setup.js';
import '../../src/app/setup/hm-side-marks.js';
import '../../src/app/squads/hm-squads.js';
import '../../src/app/dialogs/hm-board.js';
import '../../src/app/picture/hm-corners.js';
import '../../src/app/picture/hm-corners.js';
import '../../src/app/dialogs/hm-help.js';
import '../../src/app/dialogs/hm-leave.js';
import '../../src/app/answer/hm-remeasuring.js';
import '../../src/app/drawing/hm-drag-handle.js';
import '../../src/app/answer/hm-tools.js';
import type { CameraSource } from '../../src/app/capture/camera-source.js';
import { type FrameListener, nowMs } from '../../src/app/capture/frame-source.js';
import type { StartedVision } from '../../src/app/vision-client/vision-client.js';
import { jointOf } from '../../src/geometry/joint-covariance.js';
import { demoTable } from '../../src/sim/demo-table.js';
import type { TableDescription } from '../../src/sim/table-description.js';
import type { MeasureResult, TableMeasurement } from '../../src/table/measurement.js';
import type { VisionApi } from '../../src/worker/api.js';
import { createRepeatDetector } from '../../src/worker/repeated-frames.js';

const DEG = Math.PI / 180;

const blank = new Map<string, Promise<Blob>>();

/** A picture file of a size, with nothing to see in it; encoded once in each page, which takes a fifth of a second of a core. */
export async function blankPhoto({ widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number }): Promise<File> {
  const size = `${widthPx} × ${heightPx}`;
  const encoded = blank.get(size) ?? blankWebp(widthPx, heightPx);
  blank.set(size, encoded);
  return new File([await encoded], 'table.webp', { type: 'image/webp' });
}

/** WebP, which Chromium encodes in a thread of its own: JPEG and PNG wait until the page idles, up to six seconds while it draws. */
function blankWebp(widthPx: number, heightPx: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  canvas.getContext('2d')!.fillRect(0, 0, 10, 10);
  return canvas.convertToBlob({ type: 'image/webp' });
}

/** 0.3 mm and 0.2°: what a good camera gives. */
const COVARIANCE = { xx: 0.09, xy: 0, xh: 0, yy: 0.09, yh: 0, hh: (0.2 * DEG) ** 2 };

/** What a perfect camera would report of a described table. */
export function trueMeasurement(description: TableDescription, capturedAtMs = 0): TableMeasurement {
  const bases = description.ships.map(({ base, x, y, headingDeg }) => ({
    base,
    pose: { x, y, headingRad: headingDeg * DEG },
    covariance: COVARIANCE,
    detectionProbability: 0.999,
  }));
  return {
    capturedAtMs,
    camera: description.camera,
    mat: { widthMm: description.mat.widthMm, depthMm: description.mat.depthMm, sigmaMm: 1 },
    bases,
    jointCovariance: jointOf(bases.map(({ covariance }) => covariance)),
    obstacles: description.obstacles.map(({ kind, outline }) => ({ kind, outline, sigmaMm: 0.5 })),
    unmeasurable: [],
    stageMs: {},
  };
}

/** A vision worker that sees nothing and knows everything about one simulated table. For tests of the page only. */
export class FakeVision implements VisionApi {
  readonly #isRepeated = createRepeatDetector();
  measure: VisionApi['measure'] = async (picture, capturedAtMs, _hints, mayRepeat) => {
    if ('close' in picture) picture.close();
    else if (this.#isRepeated(picture.data) && mayRepeat) return undefined;
    this.looks += 1;
    return this.answer(capturedAtMs);
  };
  measurePhotos = async (...[photos, , capturedAtMs]: Parameters<VisionApi['measurePhotos']>): Promise<MeasureResult> => {
    for (const { picture } of photos) picture.close();
    this.looks += 1;
    return { ...this.answer(capturedAtMs), apart: [] };
  };
  looks = 0;
  answer: (capturedAtMs: number) => MeasureResult;
  load: VisionApi['load'] = async (_, onProgress) => onProgress({ part: 'OpenCV', loadedBytes: 10, totalBytes: 10 });

  constructor(seed = 1) {
    this.answer = (capturedAtMs) => ({ ok: true, measurement: trueMeasurement(demoTable(seed), capturedAtMs) });
  }

  fitObstacle: VisionApi['fitObstacle'] = async () => undefined;

  fitBase: VisionApi['fitBase'] = async () => [];

  rankObstacles: VisionApi['rankObstacles'] = async () => [];
  print: VisionApi['print'] = async () => undefined;

  async forget(): Promise<void> {}
}

/** A started worker around a fake vision; `crash` breaks it as a dying worker would. */
export function fakeStart(api: VisionApi) {
  let crash: (reason: string) => void = () => {};
  const started: StartedVision = {
    api,
    onCrash: (listener) => {
      crash = listener;
    },
    end: () => {},
  };
  return { start: () => started, crash: (reason: string) => crash(reason) };
}

/** A camera that gives a new picture whenever it is asked. */
export function fakeCamera(deviceId: string): CameraSource & { size: () => { widthPx: number; heightPx: number } } {
  let listener: FrameListener | undefined;
  let shade = 0;
  const source = {
    kind: 'camera' as const,
    title: deviceId,
    deviceId,
    keptId: deviceId,
    isPerhapsMirrored: false,
    view: document.createElement('canvas'),
    size: () => ({ widthPx: 64, heightPx: 36 }),
    start(to: FrameListener) {
      listener = to;
      source.again();
    },
    again() {
      const { widthPx, heightPx } = source.size();
      const picture = new ImageData(widthPx, heightPx);
      shade += 7;
      picture.data.fill(shade % 251);
      listener?.onFrame({ picture, capturedAtMs: nowMs() });
    },
    stop() {
      listener = undefined;
    },
    lock: async () => [],
    unlock: async () => {},
  };
  return source;
}
