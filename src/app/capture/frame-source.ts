import type { MeasureHints, Problem } from '../../table/measurement.js';
import type { Value } from '../../texts/phrase.js';

/** What the worker can look at; transferred to it, so the sender must not touch it afterwards. */
export type FramePicture = VideoFrame | ImageBitmap | ImageData;

export interface CapturedFrame {
  readonly picture: FramePicture;
  /** Milliseconds since 1970, from a clock that never jumps back. */
  readonly capturedAtMs: number;
  /** Of a photo, where there are others of its table: it is measured by all of them. */
  readonly photos?: ShownPhoto;
}

/** A photo's file. */
export interface Photo {
  /** The same for the same file. */
  readonly id: string;
  /** Decodes it again each time. */
  picture(): Promise<ImageBitmap>;
  /** Shows it again after another source. */
  reopen(): Promise<Opened>;
}

/** Another photo that may show the same table. */
export interface PhotoBeside extends Photo {
  /** What was known of it when it was shown, before the present one; absent: both were chosen together. */
  readonly before?: MeasureHints;
  /** It has found no place beside the present one yet. */
  readonly isApart?: true;
}

/** The photo that is shown, with the others of its table. */
export interface ShownPhoto {
  readonly id: string;
  readonly beside: readonly PhotoBeside[];
}

export interface FrameListener {
  /** Takes the frame over: whoever gets it closes or transfers it. */
  onFrame(frame: CapturedFrame): void;
  /** The source has no picture any more, or not a good one; undefined: it is well again. */
  onProblem(problem: Problem | undefined): void;
}

/** At most this number of photos of one table are measured together, one after the other. */
export const MAX_PHOTOS = 6;

/** A source of pictures: a camera, a video, a photo, a table that is not there, or evidence, which gives none to be measured. */
export interface FrameSource {
  readonly kind: 'camera' | 'video' | 'photo' | 'simulated' | 'frozen';
  /** A single frame of a video, that is shown as photos are. */
  readonly isFrame?: boolean;
  /** A photo's file was saved as copies are. */
  readonly isCopy?: boolean;
  /** Its file, where it is a photo's. */
  readonly photo?: Photo;
  /** Other photos that it is measured with, in the order in which they were taken; those chosen together with it come last. */
  readonly beside?: readonly PhotoBeside[];
  /** What to call it on the page. */
  readonly title: Value;
  /** What the page shows under the overlay. */
  readonly view: HTMLVideoElement | HTMLImageElement | HTMLCanvasElement;
  /** Size of the pictures that are measured; a camera's can change when a phone is turned. */
  size(): { readonly widthPx: number; readonly heightPx: number };
  start(listener: FrameListener): void;
  /** Offers the present picture once more, for instance because the player marked the mat's corners. */
  again(): void;
  /** Whether the screen is to stay on though nobody touches it; where the source has something to watch. */
  awake?(isWanted: boolean): void;
  /** Gives camera, memory and timers back. */
  stop(): void;
}

interface OpenedSource {
  readonly ok: true;
  readonly source: FrameSource;
  /** Worth a word once it is open. */
  readonly remark?: Problem | undefined;
}

/** Opening a source ends in one of the two; it never throws for what a player can meet. */
export type Opened = OpenedSource | { readonly ok: false; readonly problem: Problem };

/** The page's clock may lag behind the wall's by this before that counts as sleep, ms. */
const SLEPT_MS = 1000;
let sleptMs = 0;

/**
 * Milliseconds since 1970 that never jump back while the page lives. A computer that slept, or whose clock was put forward, has them jump
 * forward: the page's own clock stands still meanwhile, and what was seen before would pass for new.
 */
export function nowMs(): number {
  const pageMs = performance.timeOrigin + performance.now();
  const behindMs = Date.now() - pageMs;
  if (behindMs - sleptMs > SLEPT_MS) sleptMs = behindMs;
  return pageMs + sleptMs;
}

/** Frees a picture that nobody will look at. */
export function closePicture(picture: FramePicture): void {
  if ('close' in picture) picture.close();
}
