import type { Camera } from '../../geometry/camera.js';
import { type CapturedFrame, closePicture, type FramePicture } from '../capture/frame-source.js';
import type { FollowedFrame } from './change-watch.js';

/** So many frames wait for their camera to be known; a worker that needs longer is not followed frame by frame. */
const MOST_HELD = 3;

/**
 * Where the camera is in the frame that is shown, at the camera's rate. It is not part of the page's state, which changes some times a second: what is drawn
 * over the picture listens to it.
 */
export class LiveView {
  #camera: Camera | undefined;
  #picture: FramePicture | undefined;
  #held: readonly CapturedFrame[] = [];
  readonly #listeners = new Set<() => void>();

  /** The camera of the last frame that was followed, as pictures are shown; undefined where it is not known. */
  get camera(): Camera | undefined {
    return this.#camera;
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

  /** Keeps a frame until its camera is known; the picture stays the caller's. */
  hold({ picture, capturedAtMs }: CapturedFrame): void {
    // Only of a frame of a video is a copy for nothing; nobody listens where no picture is shown.
    if (typeof VideoFrame !== 'function' || !(picture instanceof VideoFrame) || this.#listeners.size === 0) return;
    this.#held = [...this.#held, { picture: picture.clone(), capturedAtMs }];
    while (this.#held.length > MOST_HELD) this.#closeFirst();
  }

  /** The camera of a frame is known, or that it is not. */
  follow({ camera, capturedAtMs }: Pick<FollowedFrame, 'camera' | 'capturedAtMs'>): void {
    while (this.#held[0] && this.#held[0].capturedAtMs < capturedAtMs) this.#closeFirst();
    const [next, ...later] = this.#held;
    const shown = next?.capturedAtMs === capturedAtMs ? next : undefined;
    if (shown) this.#held = later;
    this.#show(camera, shown?.picture);
  }

  /** The source is gone. */
  reset(): void {
    while (this.#held.length > 0) this.#closeFirst();
    this.#show(undefined, undefined);
  }

  #show(camera: Camera | undefined, picture: FramePicture | undefined): void {
    if (this.#picture) closePicture(this.#picture);
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
