import type { MeasureHints, Problem } from '../../table/measurement.js';
import type { Value } from '../../texts/phrase.js';

/** A picture that the worker can look at; transferred to it, so the sender must not touch it afterwards. */
export type FramePicture = VideoFrame | ImageBitmap | ImageData;

export interface CapturedFrame {
  readonly picture: FramePicture;
  /** Milliseconds since 1970, from a clock that never jumps back. */
  readonly capturedAtMs: number;
  /** Whether its pixels are in one of the few buffers of a camera, which sends nothing while all of them are in use, and another frame soon otherwise. */
  readonly isInCameraBuffer?: true;
  /** For a photo with others of its table: it is measured with all of them. */
  readonly photos?: ShownPhoto;
}

/** A photo's file. */
export interface Photo {
  /** The same id for the same file. */
  readonly id: string;
  /** Decodes it again each time. */
  picture(): Promise<ImageBitmap>;
  /** Shows it again after another source. */
  reopen(): Promise<Opened>;
}

/** Another photo that may show the same table. */
export interface PhotoBeside extends Photo {
  /** Hints that held when it was shown, before the present one; absent: both were chosen together. */
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
  /** Takes over the frame: the receiver closes or transfers it. */
  onFrame(frame: CapturedFrame): void;
  /** The source no longer has a picture, or a good one; undefined: it has again. */
  onProblem(problem: Problem | undefined): void;
}

/** Maximum number of photos of one table that are measured together, one after the other. */
export const MAX_PHOTOS = 6;

/** A source of pictures: a camera, a video, a photo, a table that is not there, or evidence, which gives none to be measured. */
export interface FrameSource {
  readonly kind: 'camera' | 'video' | 'photo' | 'simulated' | 'frozen';
  /** Whether it is a single frame of a video, shown as photos are. */
  readonly isFrame?: boolean;
  /** Whether the photo's file was saved as copies are. */
  readonly isCopy?: boolean;
  /** Its file, where it is a photo's. */
  readonly photo?: Photo;
  /** Other photos that it is measured with, in the order in which they were taken; those chosen together with it come last. */
  readonly beside?: readonly PhotoBeside[];
  /** Its name on the page. */
  readonly title: Value;
  /** Element that the page shows under the overlay. */
  readonly view: HTMLVideoElement | HTMLImageElement | HTMLCanvasElement;
  /** Size of the pictures that are measured; a camera's can change when a phone is turned. */
  size(): { readonly widthPx: number; readonly heightPx: number };
  start(listener: FrameListener): void;
  /** Offers the present picture once more, for instance because the player marked the mat's corners. */
  again(): void;
  /** Whether the screen should stay on although nobody touches it; where the source has something to watch. */
  awake?(isWanted: boolean): void;
  /** Gives camera, memory and timers back. */
  stop(): void;
}

interface OpenedSource {
  readonly ok: true;
  readonly source: FrameSource;
  /** A remark worth a word once it is open. */
  readonly remark?: Problem | undefined;
}

/** Opening a source ends in one of the two; it never throws for anything that a player can encounter. */
export type Opened = OpenedSource | { readonly ok: false; readonly problem: Problem };

/** Lag of the page's clock behind the wall's from which on it counts as sleep, ms. */
const SLEPT_MS = 1000;
let sleptMs = 0;

/**
 * Milliseconds since 1970 that never jump back while the page lives. A computer that slept, or whose clock was put forward, has them jump
 * forward: the page's own clock stands still meanwhile, and earlier frames would pass for new ones.
 */
export function nowMs(): number {
  const pageMs = performance.timeOrigin + performance.now();
  const behindMs = Date.now() - pageMs;
  if (behindMs - sleptMs > SLEPT_MS) sleptMs = behindMs;
  return pageMs + sleptMs;
}

/**
 * The frames that wait for something that takes one at a time, the first of them now, and always the newest next: those between are overtaken, and closed. Most
 * cameras have three buffers, and send nothing while all of them are in use.
 */
export function withNewest(waiting: readonly CapturedFrame[], newest: CapturedFrame): readonly CapturedFrame[] {
  const [first, ...overtaken] = waiting;
  for (const { picture } of overtaken) closePicture(picture);
  return first ? [first, newest] : [newest];
}

/** Frees a picture that nobody will look at. */
export function closePicture(picture: FramePicture): void {
  if ('close' in picture) picture.close();
}
