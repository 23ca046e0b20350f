import type { CapturedFrame } from '../capture/frame-source.js';
import { isOfOneMoment, type PageState } from '../state/page-state.js';
import { matPlaces, watchedPlaces } from '../state/watched-places.js';
import type { ChangeWatch, PictureBox } from './change-watch.js';
import { createFreshnessClock, type FreshnessClock, type Watched } from './freshness-clock.js';

/** Makes what compares every frame with the measured one; `onSeen` is called after each. */
export type StartWatch = (onSeen: () => void) => ChangeWatch;

const WHOLE = [{ left: 0, right: 1, top: 0, bottom: 1 }];

/** The places that matter to what is asked and to all that is on the mat, and what they were made from. */
interface Places extends Pick<PageState, 'known' | 'isMirrored' | 'onAir'> {
  readonly asked: readonly PictureBox[];
  readonly mat: readonly PictureBox[];
}

/** How much the last measurement is still worth: its age, and what has changed since near what is asked about. */
export class TableFreshness {
  readonly #clock: FreshnessClock;
  readonly #watch: ChangeWatch | undefined;
  #places: Places | undefined;

  /** Without `watch` only the age is known. `onSeen`: a frame was compared, and whether it differs anywhere. */
  constructor(nowMs: () => number, watch: StartWatch | undefined, onSeen: (hasChanged: boolean) => void) {
    this.#clock = createFreshnessClock(nowMs);
    this.#watch = watch?.(() => onSeen(this.#watch?.movedAtMs(WHOLE) !== undefined));
  }

  /** A frame of the source, to be compared; it stays the caller's. */
  see(frame: CapturedFrame): void {
    this.#watch?.see(frame);
  }

  /** This frame is measured now. */
  measuring(frame: CapturedFrame): void {
    this.#watch?.keep(frame);
  }

  /** The frame of that time is the one that answers from now on; `tookMs` where it was measured and not only compared. */
  measured(capturedAtMs: number, tookMs: number | undefined): void {
    this.#watch?.settle(capturedAtMs);
    this.#clock.measured(capturedAtMs, tookMs);
  }

  /** Undefined where the source shows one moment, and while nothing was measured. */
  of(page: PageState): Pick<PageState, 'freshness' | 'matFreshness'> {
    const { source } = page;
    if (!source || isOfOneMoment(source)) return { freshness: undefined, matFreshness: undefined };
    const isRunning = source.kind === 'camera' || (source.kind === 'video' && !(source.view as HTMLVideoElement).paused);
    const places = this.#watch && this.#placesOf(page);
    return {
      freshness: this.#clock.freshness(isRunning, this.#watched(places?.asked)),
      matFreshness: this.#clock.freshness(isRunning, this.#watched(places?.mat)),
    };
  }

  /** Nobody knows what has happened since the last measurement. */
  forget(): void {
    this.#clock.reset();
    this.#watch?.forget();
  }

  close(): void {
    this.#watch?.close();
  }

  #placesOf({ known, isMirrored, onAir }: PageState): Places {
    const before = this.#places;
    if (before?.known === known && before.isMirrored === isMirrored && before.onAir === onAir) return before;
    this.#places = { known, isMirrored, onAir, asked: watchedPlaces(known, isMirrored, onAir), mat: matPlaces(known, isMirrored) };
    return this.#places;
  }

  /** `boxes`: undefined where nothing is watched. */
  #watched(boxes: readonly PictureBox[] | undefined): Watched {
    if (!this.#watch || !boxes) return {};
    const movedAtMs = this.#watch.movedAtMs(boxes);
    // A watch that has broken watches nothing: only the measurements themselves count then.
    const watchBehindMs = this.#watch.behindMs();
    return { watchedAtMs: this.#watch.watchedAtMs() ?? 0, watchBehindMs, ...(movedAtMs === undefined ? {} : { movedAtMs }) };
  }
}
