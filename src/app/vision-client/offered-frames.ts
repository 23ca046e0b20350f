import type { Camera } from '../../geometry/camera.js';
import { type CapturedFrame, closePicture, withNewest } from '../capture/frame-source.js';
import type { FollowedFrame } from './motion-detector.js';

/** Sharpness, relative to the sharpest recent frame, from which on a frame is good enough to be measured. */
const SHARP_SHARE = 0.85;
/** Time for which a sharp frame sets the standard, ms; where none has been offered for this time, a less sharp one is. */
const OF_LATE_MS = 1000;
/** Time that frames wait to be followed before they are offered without, ms: the watch is busy, or does not run. */
const LONGEST_WAIT_MS = 600;

/** Of the frames of a camera those that are worth measuring: not blurred by a hand that shakes, where there are others. */
export class OfferedFrames {
  readonly #offer: (frame: CapturedFrame, about: Camera | undefined) => void;
  #waiting: readonly CapturedFrame[] = [];
  #sharpness: readonly Pick<FollowedFrame, 'capturedAtMs' | 'sharpness'>[] = [];
  #offeredAtMs = Number.NEGATIVE_INFINITY;
  #followedAtMs = Number.NEGATIVE_INFINITY;
  #letGo: ReturnType<typeof setTimeout> | undefined;

  constructor(offer: (frame: CapturedFrame, about: Camera | undefined) => void) {
    this.#offer = offer;
  }

  /** Takes a frame over, until it has been followed. */
  hold(frame: CapturedFrame): void {
    const isFollowed = frame.capturedAtMs - this.#followedAtMs < LONGEST_WAIT_MS;
    if (!isFollowed) {
      this.#drop(Number.POSITIVE_INFINITY);
      this.#offeredAtMs = frame.capturedAtMs;
      this.#offer(frame, undefined);
      return;
    }
    this.#waiting = withNewest(this.#waiting, frame);
    // A camera whose buffers all wait here sends no frame that would end the wait.
    clearTimeout(this.#letGo);
    this.#letGo = setTimeout(() => this.#offerNewest(), LONGEST_WAIT_MS);
  }

  /** A frame was followed; where it may be measured it is offered. `isWanted`: a look at it would bring something new. */
  followed({ capturedAtMs, sharpness, kind, camera }: FollowedFrame, isWanted: boolean): void {
    if (capturedAtMs <= this.#followedAtMs) return;
    this.#followedAtMs = capturedAtMs;
    this.#sharpness = [...this.#sharpness.filter((one) => capturedAtMs - one.capturedAtMs < OF_LATE_MS), { capturedAtMs, sharpness }];
    this.#drop(capturedAtMs);
    const [frame, ...later] = this.#waiting;
    if (frame?.capturedAtMs !== capturedAtMs) return;
    this.#waiting = later;
    const sharpest = Math.max(...this.#sharpness.map((one) => one.sharpness));
    const isGood = kind === 'registered' && sharpness >= SHARP_SHARE * sharpest;
    if (isWanted && (isGood || capturedAtMs - this.#offeredAtMs > OF_LATE_MS)) {
      this.#offeredAtMs = capturedAtMs;
      this.#offer(frame, camera);
    } else closePicture(frame.picture);
  }

  reset(): void {
    clearTimeout(this.#letGo);
    this.#drop(Number.POSITIVE_INFINITY);
    this.#sharpness = [];
    this.#followedAtMs = Number.NEGATIVE_INFINITY;
  }

  #offerNewest(): void {
    const newest = this.#waiting.at(-1);
    if (!newest) return;
    this.#drop(newest.capturedAtMs);
    this.#waiting = [];
    this.#offeredAtMs = newest.capturedAtMs;
    this.#offer(newest, undefined);
  }

  /** Lets those go that were taken before. */
  #drop(beforeMs: number): void {
    for (const { picture, capturedAtMs } of this.#waiting) if (capturedAtMs < beforeMs) closePicture(picture);
    this.#waiting = this.#waiting.filter(({ capturedAtMs }) => capturedAtMs >= beforeMs);
  }
}
