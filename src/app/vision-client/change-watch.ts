import { MOST_BEHIND_MS } from '../../scene/words/freshness.js';
import type { ChangedBlocks, WatchApi } from '../../worker/watch-api.js';
import { type CapturedFrame, closePicture, type FramePicture } from '../capture/frame-source.js';

/** A box of the picture, in parts of its width and height: 0 to 1 from its upper left corner. */
export interface PictureBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What has changed in the picture since the frame that was measured last, reported at the camera's rate. All times are when frames were taken. */
export interface ChangeWatch {
  /** Compares a frame; the picture stays the caller's. While one is compared the newest other one waits. */
  see(frame: CapturedFrame): void;
  /** A look at this frame begins. */
  keep(frame: CapturedFrame): void;
  /** The look at the frame of that time is the one that answers from now on. */
  settle(capturedAtMs: number): void;
  /** When any of the boxes last differed from the frame that was looked at; undefined: not since. */
  movedAtMs(boxes: readonly PictureBox[]): number | undefined;
  /** When the last frame was taken that was compared with the one that was looked at; undefined while nothing watches. */
  watchedAtMs(): number | undefined;
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

/** For each block of the picture when it last differed from the frame taken at `sinceMs`; 0: never. */
interface Since {
  readonly sinceMs: number;
  watchedAtMs: number;
  grid: { readonly columns: number; readonly rows: number; readonly movedAtMs: Float64Array } | undefined;
}

/** A comparison takes some milliseconds, the start of the worker on a busy machine seconds; after this long it hangs. */
const SILENT_MS = 15_000;

/** `onSeen` is called whenever a frame was compared, or has waited for it for too long. */
export function createChangeWatch(start: () => StartedWatch, onSeen: () => void, nowMs = () => performance.now()): ChangeWatch {
  let running: StartedWatch | undefined;
  let isBusySinceMs: number | undefined;
  let since: Since[] = [];
  let settledMs: number | undefined;
  /** Frames that came after the one that was compared last. */
  let waiting: { readonly capturedAtMs: number; readonly cameAtMs: number }[] = [];
  let hasAnswered = false;
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
    waiting = [];
    // A new worker has none of the frames that were kept: until the next look nothing is watched.
    since = [];
  };
  const learn = (capturedAtMs: number, changes: readonly ChangedBlocks[]) => {
    for (const { sinceMs, columns, rows, changed } of changes) {
      const known = since.find((one) => one.sinceMs === sinceMs);
      if (!known || capturedAtMs <= sinceMs) continue;
      known.watchedAtMs = Math.max(known.watchedAtMs, capturedAtMs);
      // A picture of another shape has changed everywhere.
      if (known.grid?.columns !== columns || known.grid.rows !== rows)
        known.grid = { columns, rows, movedAtMs: new Float64Array(columns * rows) };
      const { movedAtMs } = known.grid;
      for (let block = 0; block < changed.length; block++) if (changed[block]) movedAtMs[block] = Math.max(movedAtMs[block]!, capturedAtMs);
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
      const changes = await started.api.see(copy, capturedAtMs, isKept);
      if (running !== started) return;
      learn(capturedAtMs, changes);
      hasAnswered = true;
      waiting = waiting.filter((one) => one.capturedAtMs > capturedAtMs);
      onSeen();
    } catch {
      // A frame that cannot be compared was not watched; a worker that died is started again with the next one.
      if (running === started) end();
    }
  };
  const compare = (picture: FramePicture | Promise<FramePicture>, capturedAtMs: number) => {
    const beganMs = nowMs();
    isBusySinceMs = beganMs;
    void send(picture, capturedAtMs, false).finally(() => {
      if (isBusySinceMs !== beganMs) return;
      isBusySinceMs = undefined;
      const last = next;
      next = undefined;
      if (last) compare(last.picture, last.capturedAtMs);
    });
  };
  /** Keeps a frame that came while another one is compared, in place of the one that came before it. */
  const wait = async ({ picture, capturedAtMs }: CapturedFrame) => {
    const copy = await copyOf(picture).catch(() => undefined);
    if (!copy) return;
    if (isBusySinceMs === undefined && running) compare(copy, capturedAtMs);
    else if (running) setNext({ picture: copy, capturedAtMs });
    else closePicture(copy);
  };
  const retain = (isNeeded: (sinceMs: number) => boolean) => {
    const before = since.length;
    since = since.filter(({ sinceMs }) => isNeeded(sinceMs));
    // One that has died has forgotten all the same.
    if (since.length < before) running?.api.retain(since.map(({ sinceMs }) => sinceMs)).catch(() => undefined);
  };
  const settled = () => since.find(({ sinceMs }) => sinceMs === settledMs);

  const behindMs = () => (hasAnswered && waiting[0] ? nowMs() - waiting[0].cameAtMs : 0);

  return {
    see(frame) {
      waiting.push({ capturedAtMs: frame.capturedAtMs, cameAtMs: nowMs() });
      setTimeout(() => behindMs() >= MOST_BEHIND_MS && onSeen(), MOST_BEHIND_MS);
      if (isBusySinceMs !== undefined) {
        if (nowMs() - isBusySinceMs > SILENT_MS) end();
        else void wait(frame);
        return;
      }
      compare(copyOf(frame.picture), frame.capturedAtMs);
    },
    keep(frame) {
      // One look at a time: of one that failed nothing is needed any more.
      retain((sinceMs) => sinceMs === settledMs);
      since = [...since, { sinceMs: frame.capturedAtMs, watchedAtMs: frame.capturedAtMs, grid: undefined }];
      void send(copyOf(frame.picture), frame.capturedAtMs, true);
    },
    settle(capturedAtMs) {
      settledMs = capturedAtMs;
      retain((sinceMs) => sinceMs === settledMs);
    },
    movedAtMs(boxes) {
      const grid = settled()?.grid;
      if (!grid) return undefined;
      const latestMs = Math.max(0, ...boxes.map((box) => latestIn(grid, box)));
      return latestMs > 0 ? latestMs : undefined;
    },
    watchedAtMs: () => settled()?.watchedAtMs,
    behindMs,
    forget() {
      setNext(undefined);
      waiting = [];
      settledMs = undefined;
      retain(() => false);
    },
    close: end,
  };
}

function latestIn({ columns, rows, movedAtMs }: NonNullable<Since['grid']>, box: PictureBox): number {
  const within = (part: number, blocks: number) => Math.min(blocks - 1, Math.max(0, Math.floor(part * blocks)));
  let latestMs = 0;
  for (let row = within(box.top, rows); row <= within(box.bottom, rows); row++) {
    for (let column = within(box.left, columns); column <= within(box.right, columns); column++)
      latestMs = Math.max(latestMs, movedAtMs[row * columns + column]!);
  }
  return latestMs;
}

/** A picture for the watching worker, so that the measuring one can have its own: a VideoFrame's clone shares its bytes. */
async function copyOf(picture: FramePicture): Promise<FramePicture> {
  if (picture instanceof ImageData) return new ImageData(new Uint8ClampedArray(picture.data), picture.width, picture.height);
  if (typeof VideoFrame === 'function' && picture instanceof VideoFrame) return picture.clone();
  return createImageBitmap(picture);
}
