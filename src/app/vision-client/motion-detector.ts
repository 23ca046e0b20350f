import type { Camera } from '../../geometry/camera.js';
import { MAX_BEHIND_MS } from '../../scene/words/freshness.js';
import type { WatchApi, WatchedFrame } from '../../worker/watch-api.js';
import { type CapturedFrame, closePicture, type FramePicture } from '../capture/frame-source.js';

/** A box of the picture, in parts of its width and height: 0 to 1 from its upper left corner. */
export interface PictureBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What the watching worker knows of the table that stands on it. */
export type PlacedTable = Parameters<WatchApi['place']>[2];

/** A frame that was followed. */
export interface FollowedFrame extends Pick<WatchedFrame, 'kind' | 'camera' | 'sharpness'> {
  readonly capturedAtMs: number;
  /** For how long no frame could be registered on the table, ms; 0 where this one is, or none was before. */
  readonly lostMs: number;
}

/** What has changed on the table since the frame that was measured last, and where the camera is, reported at the camera's rate. All times are when frames were taken. */
export interface MotionDetector {
  /** Compares a frame; the picture stays the caller's. While one is compared the newest other one waits. */
  compare(frame: CapturedFrame): void;
  /** A look at this frame begins: later ones are compared with it as well. */
  setReference(frame: CapturedFrame): void;
  /** The look at the frame of that time is the one that answers from now on. */
  acceptReference(capturedAtMs: number): void;
  /** The camera of the frame that was looked at, and what is on its table: from now on each frame is followed by its camera. */
  place(capturedAtMs: number, camera: Camera, table: PlacedTable): void;
  /** When any of the boxes of the frame that was looked at last differed from it; undefined: not since. */
  movedAtMs(boxes: readonly PictureBox[]): number | undefined;
  /** When the last frame was taken that showed all of the boxes of the one that was looked at; undefined while nothing watches. */
  watchedAtMs(boxes: readonly PictureBox[]): number | undefined;
  /** The last frame that was followed; undefined while nothing watches. */
  followed(): FollowedFrame | undefined;
  /** For how long the oldest frame that is to be compared has waited, ms; 0 while nothing waits, or the worker has not answered yet. */
  behindMs(): number;
  forget(): void;
  close(): void;
}

/** The watching worker that was started. */
export interface StartedWatch {
  readonly api: WatchApi;
  end(): void;
}

interface Since {
  readonly sinceMs: number;
  grid: Grid | undefined;
}

/** For each block of the frame taken at `sinceMs`: when it last differed (0: never), and when it was last seen. */
interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly movedAtMs: Float64Array;
  readonly seenAtMs: Float64Array;
}

/** States of a block, as the worker gives them. */
const CHANGED = 1;
const OUT_OF_VIEW = 2;
/** A box is seen while this share of its blocks is: at the rim of the picture some go out of view and come back. */
const SEEN_SHARE = 0.6;

/** A comparison takes some milliseconds, the start of the worker on a busy machine seconds; after this long it hangs. */
const SILENT_MS = 15_000;

/** `onSeen` is called whenever a frame was compared, or has waited for it for too long. */
export function createMotionDetector(start: () => StartedWatch, onSeen: () => void, nowMs = () => performance.now()): MotionDetector {
  let running: StartedWatch | undefined;
  let isBusySinceMs: number | undefined;
  let since: Since[] = [];
  let acceptedMs: number | undefined;
  /** Frames that came after the one that was compared last. */
  let waiting: { readonly capturedAtMs: number; readonly cameAtMs: number }[] = [];
  let hasAnswered = false;
  let followed: FollowedFrame | undefined;
  /** When the last frame was taken that could be registered. */
  let registeredAtMs: number | undefined;
  /** The newest frame that came while another one was compared: nothing may come after it. */
  let next: CapturedFrame | undefined;

  const setNext = (frame: CapturedFrame | undefined) => {
    if (next) closePicture(next.picture);
    next = frame;
  };
  const end = () => {
    setNext(undefined);
    running?.end();
    running = undefined;
    isBusySinceMs = undefined;
    hasAnswered = false;
    followed = undefined;
    registeredAtMs = undefined;
    waiting = [];
    // A new worker has none of the frames that were kept: until the next look nothing is watched.
    since = [];
  };
  const learn = (capturedAtMs: number, { changes, kind, camera, sharpness }: WatchedFrame) => {
    if (kind === 'registered') registeredAtMs = Math.max(registeredAtMs ?? 0, capturedAtMs);
    const lostMs = Math.max(0, capturedAtMs - (registeredAtMs ?? capturedAtMs));
    if (capturedAtMs >= (followed?.capturedAtMs ?? 0)) followed = { capturedAtMs, kind, camera, sharpness, lostMs };
    for (const { sinceMs, columns, rows, state } of changes) {
      const known = since.find((one) => one.sinceMs === sinceMs);
      if (!known || capturedAtMs <= sinceMs) continue;
      const blocks = columns * rows;
      // A picture of another shape has changed everywhere.
      if (known.grid?.columns !== columns || known.grid.rows !== rows)
        known.grid = { columns, rows, movedAtMs: new Float64Array(blocks), seenAtMs: new Float64Array(blocks).fill(sinceMs) };
      const { movedAtMs, seenAtMs } = known.grid;
      for (let block = 0; block < blocks; block++) {
        if (state[block] === OUT_OF_VIEW) continue;
        seenAtMs[block] = Math.max(seenAtMs[block]!, capturedAtMs);
        if (state[block] === CHANGED) movedAtMs[block] = Math.max(movedAtMs[block]!, capturedAtMs);
      }
    }
  };
  /** `picture`: the watch’s own. */
  const send = async (picture: FramePicture | Promise<FramePicture>, capturedAtMs: number, isKept: boolean) => {
    const started = running ?? start();
    running = started;
    try {
      const copy = await picture;
      if (running !== started) {
        closePicture(copy);
        return;
      }
      const watched = await started.api.see(copy, capturedAtMs, isKept);
      if (running !== started) return;
      learn(capturedAtMs, watched);
      hasAnswered = true;
      waiting = waiting.filter((one) => one.capturedAtMs > capturedAtMs);
      onSeen();
    } catch {
      // A frame that cannot be compared was not watched; a worker that died is started again with the next one.
      if (running === started) end();
    }
  };
  const startComparison = (picture: FramePicture | Promise<FramePicture>, capturedAtMs: number) => {
    const beganMs = nowMs();
    isBusySinceMs = beganMs;
    void send(picture, capturedAtMs, false).finally(() => {
      if (isBusySinceMs !== beganMs) return;
      isBusySinceMs = undefined;
      const last = next;
      next = undefined;
      if (last) startComparison(last.picture, last.capturedAtMs);
    });
  };
  /** Keeps a frame that came while another one is compared, in place of the one that came before it. */
  const wait = async ({ picture, capturedAtMs }: CapturedFrame) => {
    const copy = await copyOf(picture).catch(() => undefined);
    if (!copy) return;
    if (isBusySinceMs === undefined && running) startComparison(copy, capturedAtMs);
    else if (running) setNext({ picture: copy, capturedAtMs });
    else closePicture(copy);
  };
  const retain = (isNeeded: (sinceMs: number) => boolean) => {
    const before = since.length;
    since = since.filter(({ sinceMs }) => isNeeded(sinceMs));
    // One that has died has forgotten all the same.
    if (since.length < before) running?.api.retain(since.map(({ sinceMs }) => sinceMs)).catch(() => undefined);
  };
  const accepted = () => since.find(({ sinceMs }) => sinceMs === acceptedMs);

  const behindMs = () => (hasAnswered && waiting[0] ? nowMs() - waiting[0].cameAtMs : 0);

  return {
    compare(frame) {
      waiting.push({ capturedAtMs: frame.capturedAtMs, cameAtMs: nowMs() });
      setTimeout(() => behindMs() >= MAX_BEHIND_MS && onSeen(), MAX_BEHIND_MS);
      if (isBusySinceMs !== undefined) {
        if (nowMs() - isBusySinceMs > SILENT_MS) end();
        else void wait(frame);
        return;
      }
      startComparison(copyOf(frame.picture), frame.capturedAtMs);
    },
    setReference(frame) {
      // One look at a time: of one that failed nothing is needed any more.
      retain((sinceMs) => sinceMs === acceptedMs);
      since = [...since, { sinceMs: frame.capturedAtMs, grid: undefined }];
      void send(copyOf(frame.picture), frame.capturedAtMs, true);
    },
    acceptReference(capturedAtMs) {
      acceptedMs = capturedAtMs;
      retain((sinceMs) => sinceMs === acceptedMs);
    },
    place(capturedAtMs, camera, table) {
      running?.api.place(capturedAtMs, camera, table).catch(() => undefined);
    },
    movedAtMs(boxes) {
      const grid = accepted()?.grid;
      if (!grid) return undefined;
      const latestMs = Math.max(0, ...boxes.map((box) => Math.max(...valuesIn(grid, grid.movedAtMs, box))));
      return latestMs > 0 ? latestMs : undefined;
    },
    watchedAtMs(boxes) {
      const known = accepted();
      if (!known || boxes.length === 0) return known && Math.max(known.sinceMs, registeredAtMs ?? 0);
      // Nothing has been compared with it yet.
      if (!known.grid) return known.sinceMs;
      const { grid } = known;
      return Math.min(...boxes.map((box) => seenAtMs(valuesIn(grid, grid.seenAtMs, box))));
    },
    followed: () => followed,
    behindMs,
    forget() {
      setNext(undefined);
      waiting = [];
      acceptedMs = undefined;
      followed = undefined;
      registeredAtMs = undefined;
      retain(() => false);
    },
    close: end,
  };
}

/** The values of a box's blocks. */
function valuesIn({ columns, rows }: Grid, values: Float64Array, box: PictureBox): number[] {
  const within = (part: number, blocks: number) => Math.min(blocks - 1, Math.max(0, Math.floor(part * blocks)));
  const [left, right] = [within(box.left, columns), within(box.right, columns)];
  const found: number[] = [];
  for (let row = within(box.top, rows); row <= within(box.bottom, rows); row++)
    for (let column = left; column <= right; column++) found.push(values[row * columns + column]!);
  return found;
}

/** When the share of blocks that makes a box seen was last in view. */
function seenAtMs(blocks: readonly number[]): number {
  return [...blocks].sort((a, b) => b - a)[Math.ceil(SEEN_SHARE * blocks.length) - 1]!;
}

/** A picture for the watching worker, so that the measuring one can have its own: a VideoFrame's clone shares its bytes. */
async function copyOf(picture: FramePicture): Promise<FramePicture> {
  if (picture instanceof ImageData) return new ImageData(new Uint8ClampedArray(picture.data), picture.width, picture.height);
  if (typeof VideoFrame === 'function' && picture instanceof VideoFrame) return picture.clone();
  return createImageBitmap(picture);
}
