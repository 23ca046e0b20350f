import type { Camera } from '../../geometry/camera.js';
import { type CapturedFrame, closePicture, type FramePicture, withNewest } from '../capture/frame-source.js';
import type { FollowedFrame } from './motion-detector.js';

/** Longest time that frames wait for their camera to be known, ms. */
const LONGEST_HELD_MS = 500;
/** A camera is lost while no frame could be registered for longer than this, ms: one that is blurred does not make it so. */
const LOST_AFTER_MS = 300;

/**
 * Pose of the camera in the frame that is shown, at the camera's rate. It is not part of the page's state, which changes some times a second: what is drawn
 * over the picture listens to it.
 */
export class LiveView {
  #camera: Camera | undefined;
  #picture: FramePicture | undefined;
  #shownAtMs: number | undefined;
  #held: readonly CapturedFrame[] = [];
  #isFollowed = false;
  #isLost = false;
  #letGo: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  /** The camera of the last frame that was followed, as pictures are shown; undefined where it is not known. */
  get camera(): Camera | undefined {
    return this.#camera;
  }

  /** Whether the camera is in an unknown place: a drawing for its earlier place does not belong to the picture. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** That very frame, until the next one is followed; undefined where it could not be kept. */
  get picture(): FramePicture | undefined {
    return this.#picture;
  }

  /** Calls back for each frame; until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Keeps a frame until its camera is known, beside the one that is being followed; the picture stays the caller's. */
  hold({ picture, capturedAtMs }: CapturedFrame): void {
    // Only of a frame of a video is a copy for nothing; nobody listens where no picture is shown.
    if (typeof VideoFrame !== 'function' || !(picture instanceof VideoFrame) || this.#listeners.size === 0) return;
    if (!this.#isFollowed) this.#closeHeld();
    this.#held = withNewest(this.#held, { picture: picture.clone(), capturedAtMs });
    clearTimeout(this.#letGo);
    this.#letGo = setTimeout(() => this.#release(), LONGEST_HELD_MS);
  }

  /** The camera of a frame is known, or that it is not; also of the last one once more. */
  follow({ camera, capturedAtMs, lostMs }: Pick<FollowedFrame, 'camera' | 'capturedAtMs' | 'lostMs'>): void {
    this.#isFollowed = true;
    this.#isLost = lostMs > LOST_AFTER_MS;
    while (this.#held[0] && this.#held[0].capturedAtMs < capturedAtMs) this.#closeFirst();
    const [next, ...later] = this.#held;
    const shown = next?.capturedAtMs === capturedAtMs ? next : undefined;
    if (shown) this.#held = later;
    this.#show(camera, capturedAtMs === this.#shownAtMs ? this.#picture : shown?.picture);
    this.#shownAtMs = capturedAtMs;
  }

  /** The source is gone. */
  reset(): void {
    this.#release();
    this.#isLost = false;
    this.#show(undefined, undefined);
    this.#shownAtMs = undefined;
  }

  #release(): void {
    clearTimeout(this.#letGo);
    this.#isFollowed = false;
    this.#closeHeld();
  }

  #closeHeld(): void {
    while (this.#held.length > 0) this.#closeFirst();
  }

  #show(camera: Camera | undefined, picture: FramePicture | undefined): void {
    if (this.#picture && this.#picture !== picture) closePicture(this.#picture);
    this.#camera = camera;
    this.#picture = picture;
    for (const listener of this.#listeners) listener();
  }

  #closeFirst(): void {
    const [first, ...others] = this.#held;
    if (first) closePicture(first.picture);
    this.#held = others;
  }
}
