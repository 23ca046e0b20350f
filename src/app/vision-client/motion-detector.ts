import type { Camera } from '../../geometry/camera.js';
import { MAX_BEHIND_MS } from '../../scene/words/freshness.js';
import type { WatchApi, WatchedFrame } from '../../worker/watch-api.js';
import { type CapturedFrame, closePicture, type FramePicture } from '../capture/frame-source.js';
import { BlockHistory, type PictureBox } from './block-history.js';

/** Pieces of the table, for the watching worker. */
export type PlacedTable = Parameters<WatchApi['place']>[2];

/** A frame that was followed. */
export interface FollowedFrame extends Pick<WatchedFrame, 'kind' | 'camera' | 'sharpness'> {
  readonly capturedAtMs: number;
  /** Time for which no frame could be registered on the table, ms; 0 where this one is, or none was before. */
  readonly lostMs: number;
}

/** Reports at the camera's rate which places of the table have changed since the frame that was measured last, and where the camera is. All times are when frames were taken. */
export interface MotionDetector {
  /** Compares a frame; the picture stays the caller's. While one is compared the newest other one waits. */
  compare(frame: CapturedFrame): void;
  /** A look at this frame begins: later ones are compared with it as well. */
  setReference(frame: CapturedFrame): void;
  /** The look at the frame of that time is the one that answers from now on. */
  acceptReference(capturedAtMs: number): void;
  /** Gives the camera of the frame that was looked at, and the pieces on its table: from now on the camera is followed in each frame. */
  place(capturedAtMs: number, camera: Camera, table: PlacedTable): void;
  /** When any of the boxes of the frame that was looked at last differed from it; undefined: not since. */
  movedAtMs(boxes: readonly PictureBox[]): number | undefined;
  /** When the last frame was taken that showed all of the boxes of the one that was looked at; undefined while nothing watches. */
  watchedAtMs(boxes: readonly PictureBox[]): number | undefined;
  /** Whether all of the boxes of the frame that was looked at were watched until that time, and have stayed the same. */
  hasStood(boxes: readonly PictureBox[], untilMs: number): boolean;
  /** The last frame that was followed; undefined while nothing watches. */
  followed(): FollowedFrame | undefined;
  /** Waiting time of the oldest frame to be compared, ms; 0 while nothing waits, or the worker has not answered yet. */
  behindMs(): number;
  forget(): void;
  close(): void;
}

/** The watching worker that was started. */
export interface StartedWatch {
  readonly api: WatchApi;
  end(): void;
}

/** A comparison takes some milliseconds, the start of the worker on a busy machine seconds; after this long it hangs. */
const SILENT_MS = 15_000;

/** `onSeen` is called whenever a frame was compared, or has waited for it for too long. */
export function createMotionDetector(start: () => StartedWatch, onSeen: () => void, nowMs = () => performance.now()): MotionDetector {
  return new WorkerMotionDetector(start, onSeen, nowMs);
}

class WorkerMotionDetector implements MotionDetector {
  readonly #start: () => StartedWatch;
  readonly #onSeen: () => void;
  readonly #nowMs: () => number;
  readonly #history = new BlockHistory();
  #running: StartedWatch | undefined;
  #isBusySinceMs: number | undefined;
  /** Frames that came after the one that was compared last. */
  #waiting: readonly { readonly capturedAtMs: number; readonly cameAtMs: number }[] = [];
  /** The newest frame that came while another one was compared: nothing may come after it. */
  #next: CapturedFrame | undefined;
  #hasAnswered = false;
  #followed: FollowedFrame | undefined;
  /** When the last frame was taken that could be registered. */
  #registeredAtMs: number | undefined;

  constructor(start: () => StartedWatch, onSeen: () => void, nowMs: () => number) {
    this.#start = start;
    this.#onSeen = onSeen;
    this.#nowMs = nowMs;
  }

  compare(frame: CapturedFrame): void {
    const nowMs = this.#nowMs();
    this.#waiting = [...this.#waiting, { capturedAtMs: frame.capturedAtMs, cameAtMs: nowMs }];
    setTimeout(() => this.behindMs() >= MAX_BEHIND_MS && this.#onSeen(), MAX_BEHIND_MS);
    if (this.#isBusySinceMs === undefined) this.#beginComparison(copyOf(frame.picture), frame.capturedAtMs);
    else if (nowMs - this.#isBusySinceMs > SILENT_MS) this.close();
    else void this.#wait(frame);
  }

  setReference({ picture, capturedAtMs }: CapturedFrame): void {
    // One look at a time: of one that failed nothing is needed any more.
    this.#forgetOthers();
    this.#history.begin(capturedAtMs);
    void this.#send(copyOf(picture), capturedAtMs, true);
  }

  acceptReference(capturedAtMs: number): void {
    this.#history.accept(capturedAtMs);
    this.#forgetOthers();
  }

  place(capturedAtMs: number, camera: Camera, table: PlacedTable): void {
    this.#running?.api.place(capturedAtMs, camera, table).catch(() => undefined);
  }

  movedAtMs(boxes: readonly PictureBox[]): number | undefined {
    return this.#history.movedAtMs(boxes);
  }

  watchedAtMs(boxes: readonly PictureBox[]): number | undefined {
    if (boxes.length > 0) return this.#history.seenAtMs(boxes);
    const { sinceMs } = this.#history;
    return sinceMs === undefined ? undefined : Math.max(sinceMs, this.#registeredAtMs ?? 0);
  }

  hasStood(boxes: readonly PictureBox[], untilMs: number): boolean {
    return this.#history.hasStood(boxes, untilMs);
  }

  followed(): FollowedFrame | undefined {
    return this.#followed;
  }

  behindMs(): number {
    return this.#hasAnswered && this.#waiting[0] ? this.#nowMs() - this.#waiting[0].cameAtMs : 0;
  }

  forget(): void {
    this.#setNext(undefined);
    this.#waiting = [];
    this.#followed = undefined;
    this.#registeredAtMs = undefined;
    this.#history.accept(undefined);
    this.#forgetOthers();
  }

  close(): void {
    this.#setNext(undefined);
    this.#running?.end();
    this.#running = undefined;
    this.#isBusySinceMs = undefined;
    this.#hasAnswered = false;
    this.#followed = undefined;
    this.#registeredAtMs = undefined;
    this.#waiting = [];
    // A new worker has none of the frames that were kept: until the next look nothing is watched.
    this.#history.clear();
  }

  #beginComparison(picture: FramePicture | Promise<FramePicture>, capturedAtMs: number): void {
    const beganMs = this.#nowMs();
    this.#isBusySinceMs = beganMs;
    void this.#send(picture, capturedAtMs, false).finally(() => {
      if (this.#isBusySinceMs !== beganMs) return;
      this.#isBusySinceMs = undefined;
      const last = this.#next;
      this.#next = undefined;
      if (last) this.#beginComparison(last.picture, last.capturedAtMs);
    });
  }

  /** Keeps a frame that came while another one is compared, in place of the one that came before it. */
  async #wait({ picture, capturedAtMs }: CapturedFrame): Promise<void> {
    const copy = await copyOf(picture).catch(() => undefined);
    if (!copy) return;
    if (this.#isBusySinceMs === undefined && this.#running) this.#beginComparison(copy, capturedAtMs);
    else if (this.#running) this.#setNext({ picture: copy, capturedAtMs });
    else closePicture(copy);
  }

  #setNext(frame: CapturedFrame | undefined): void {
    if (this.#next) closePicture(this.#next.picture);
    this.#next = frame;
  }

  /** `picture`: the watch’s own. */
  async #send(picture: FramePicture | Promise<FramePicture>, capturedAtMs: number, isKept: boolean): Promise<void> {
    this.#running ??= this.#start();
    const started = this.#running;
    try {
      const copy = await picture;
      if (this.#running !== started) {
        closePicture(copy);
        return;
      }
      const watched = await started.api.see(copy, capturedAtMs, isKept);
      if (this.#running !== started) return;
      this.#learn(capturedAtMs, watched);
      this.#onSeen();
    } catch {
      // A frame that cannot be compared was not watched; a worker that died is started again with the next one.
      if (this.#running === started) this.close();
    }
  }

  #learn(capturedAtMs: number, { changes, kind, camera, sharpness }: WatchedFrame): void {
    if (kind === 'registered') this.#registeredAtMs = Math.max(this.#registeredAtMs ?? 0, capturedAtMs);
    const lostMs = Math.max(0, capturedAtMs - (this.#registeredAtMs ?? capturedAtMs));
    if (capturedAtMs >= (this.#followed?.capturedAtMs ?? 0)) this.#followed = { capturedAtMs, kind, camera, sharpness, lostMs };
    this.#history.learn(capturedAtMs, changes);
    this.#hasAnswered = true;
    this.#waiting = this.#waiting.filter((one) => one.capturedAtMs > capturedAtMs);
  }

  #forgetOthers(): void {
    // One that has died has forgotten all the same.
    if (this.#history.forgetOthers()) this.#running?.api.retain(this.#history.times).catch(() => undefined);
  }
}

/** A picture for the watching worker, so that the measuring one can have its own: a VideoFrame's clone shares its bytes. */
async function copyOf(picture: FramePicture): Promise<FramePicture> {
  if (picture instanceof ImageData) return new ImageData(new Uint8ClampedArray(picture.data), picture.width, picture.height);
  if (typeof VideoFrame === 'function' && picture instanceof VideoFrame) return picture.clone();
  return createImageBitmap(picture);
}
