import { type Camera, scaledCamera } from '../../geometry/camera.js';
import { type Cv, type Mat, withMats } from '../runtime/opencv.js';
import type { ComparedBlocks, GreyPicture } from './compare-views.js';
import type { TrackedTable } from './feature-points.js';
import { KeptFrames, type SeenFrame } from './kept-frames.js';
import { Keyframes } from './keyframes.js';
import { measuredViews, placingOf } from './placed-view.js';
import { nominalView, type PlaneView, viewOfCamera } from './plane-view.js';
import { sharpnessOf } from './sharpness.js';
import type { Registered, Registration } from './view-from-pairs.js';

/** Registration of one frame. */
export interface TrackedFrame {
  /** 'other-lens': the mat is seen, but by a lens that is not the one that was measured. */
  readonly kind: Registration['kind'];
  /** In the size of the tracker's pictures; undefined until a kept frame was placed, and where the frame is not registered. */
  readonly camera: Camera | undefined;
  /** Mean square of the grey levels' slopes: of one scene a blurred picture has less. */
  readonly sharpness: number;
  /** For each kept frame, by its time: what of it has changed, or is out of view, in this frame. Nothing where it is not registered, or follows one that was compared at once. */
  readonly blocks: ReadonlyMap<number, ComparedBlocks>;
}

/** Follows the camera over a table, frame by frame, and says what has changed on it. */
export interface Tracker {
  /** Registers a frame, and compares it with those kept; where `isKept` later ones are compared with it under its time. */
  see(picture: GreyPicture, atMs: number, isKept: boolean): TrackedFrame;
  /**
   * The camera of a kept frame as it was measured: from now on frames have a pose in its table's millimetres. Where it was followed there already it stays as it was
   * followed, turned and shifted to where the table is known to be now.
   */
  place(atMs: number, camera: Camera, table: TrackedTable): void;
  /** Forgets kept frames but those of these times. */
  retain(times: readonly number[]): void;
  /** Frees all pictures. */
  close(): void;
}

/** Only a frame as sharp as this share of the sharpest of late becomes a keyframe unasked; that sharpness decays by this factor a frame. */
const SHARP_SHARE = 0.6;
const SHARP_DECAY = 0.98;
/** Comparing costs as much as following, and who waits for a change does not notice this much, ms. */
const COMPARED_EVERY_MS = 45;
/** While a camera is lost, keyframes are searched for by their features in one frame of this many: that takes ten times as long as following. */
const SEARCH_EVERY = 3;
/** A view that rests on fewer points says about where the camera is, but not what has changed, and no other view rests on it. */
const MIN_SURE_POINTS = 25;

/** A measured lens that explains a smaller share of the followed views is not that of the camera. */
const MIN_EXPLAINED = 0.9;

interface GivenFrame {
  readonly atMs: number;
  readonly grey: GreyPicture;
  readonly picture: Mat;
  readonly sharpness: number;
}

export function createTracker(cv: Cv): Tracker {
  return new TableTracker(cv);
}

/** Watches through a camera that is taken to stand still: where OpenCV cannot be had, to follow one that moves. Its frames have no pose. */
export function createStillTracker(): Tracker {
  const kept = new KeptFrames();
  return {
    see(picture, atMs, isKept) {
      const frame = { picture, view: nominalView(picture.columns, picture.rows), sharpness: sharpnessOf(picture) };
      const blocks = kept.compare(frame, atMs, isKept);
      if (isKept) kept.add(frame, atMs);
      return { kind: 'registered', camera: undefined, sharpness: frame.sharpness, blocks };
    },
    place() {},
    retain: (times) => kept.retain(times),
    close() {},
  };
}

class TableTracker implements Tracker {
  readonly #cv: Cv;
  readonly #keyframes: Keyframes;
  #kept = new KeptFrames();
  #table: TrackedTable | undefined;
  #last: PlaneView | undefined;
  #keptMs: readonly number[] = [];
  #lostFrames = 0;
  #sharpest = 0;
  #comparedAtMs = Number.NEGATIVE_INFINITY;
  /** When the camera was last searched for in the first frame in which it was lost. */
  #searchedAtMs = Number.NEGATIVE_INFINITY;
  /** A kept frame that could not be registered: a measurement may yet say where its camera was. */
  #orphan: GivenFrame | undefined;

  constructor(cv: Cv) {
    this.#cv = cv;
    this.#keyframes = new Keyframes(cv);
  }

  see(grey: GreyPicture, atMs: number, isKept: boolean): TrackedFrame {
    const sharpness = sharpnessOf(grey);
    this.#sharpest = Math.max(sharpness, SHARP_DECAY * this.#sharpest);
    return withMats((own) => {
      const picture = own(new this.#cv.Mat(grey.rows, grey.columns, this.#cv.CV_8UC1));
      picture.data.set(grey.grey);
      return this.#track({ atMs, grey, picture, sharpness }, isKept);
    });
  }

  place(atMs: number, camera: Camera, table: TrackedTable): void {
    if (this.#orphan?.atMs === atMs) {
      this.#adopt(this.#orphan, camera, table);
      return;
    }
    const kept = this.#keyframes.at(atMs);
    const measured = kept && viewOfCamera(scaledCamera(camera, kept.picture.cols, kept.picture.rows));
    if (!kept || !measured) return;
    this.#table = table;
    const throughLens = measuredViews(kept.view, measured);
    const isExplained = () => this.#kept.explainedBy(throughLens) >= MIN_EXPLAINED;
    const placing = kept.view.isMetric ? placingOf(kept.view, measured, camera.widthPx, table, isExplained) : undefined;
    const moved = placing ?? throughLens;
    this.#keyframes.review(moved, placing ? undefined : kept, table);
    this.#kept.review(moved, table.standing);
    this.#last = (this.#last && moved(this.#last)) ?? measured;
  }

  retain(times: readonly number[]): void {
    this.#keptMs = times;
    this.#kept.retain(times);
  }

  close(): void {
    this.#setOrphan(undefined);
    this.#keyframes.clear();
  }

  /** Registers a frame, compares it, and remembers what later frames need of it. */
  #track(frame: GivenFrame, isKept: boolean): TrackedFrame {
    const { atMs, grey, picture, sharpness } = frame;
    const isBegun = this.#keyframes.areOfSize(picture);
    const found = isBegun ? this.#register(picture, atMs) : this.#begin(picture);
    const registered = found.kind === 'registered' ? found : this.#lose(frame, isKept);
    if (!registered) return { kind: found.kind, camera: undefined, sharpness, blocks: new Map() };
    const { view, rival } = registered;
    this.#last = view;
    this.#lostFrames = 0;
    const isSure = registered.points >= MIN_SURE_POINTS;
    const seen: SeenFrame = { picture: grey, view, rival, sharpness };
    const blocks = this.#compare(seen, atMs, isKept, isSure);
    if (isKept) this.#keptMs = [...this.#keptMs, atMs];
    const isNews = isSure && !this.#keyframes.show(view) && sharpness >= SHARP_SHARE * this.#sharpest;
    if (isKept || isNews || this.#keyframes.isEmpty) this.#keyframes.add(picture, { view, rival }, atMs, this.#keptMs, this.#table);
    if (!isBegun) this.#keyframes.warmUp();
    if (isKept) this.#kept.add(seen, atMs);
    return { kind: found.kind, camera: view.isMetric ? view.camera : undefined, sharpness, blocks };
  }

  /** Until a measurement the plane is that of the first picture. */
  #begin(picture: Mat): Registered {
    this.#keyframes.clear();
    return { kind: 'registered', view: nominalView(picture.cols, picture.rows), points: Number.POSITIVE_INFINITY };
  }

  #register(picture: Mat, atMs: number): Registration {
    const about = this.#last!;
    const followed = this.#keyframes.follow(picture, about);
    if (followed.kind === 'registered' || this.#lostFrames % SEARCH_EVERY !== 0) return followed;
    if (this.#lostFrames === 0) this.#searchedAtMs = atMs;
    return this.#keyframes.search(picture, about, followed);
  }

  /** A frame that could not be registered; where following begins again with it, its registration. */
  #lose(frame: GivenFrame, isKept: boolean): Registered | undefined {
    this.#lostFrames += 1;
    const isMeasured = this.#last?.isMetric;
    // Followed frames are not forgotten: a camera that was turned away comes back.
    if (isKept && isMeasured) this.#setOrphan({ ...frame, picture: frame.picture.clone() });
    if (!isKept || isMeasured) return undefined;
    // Before the first measurement what is looked at next is the first of new keyframes.
    this.#kept = new KeptFrames();
    return this.#begin(frame.picture);
  }

  #compare(seen: SeenFrame, atMs: number, isKept: boolean, isSure: boolean): TrackedFrame['blocks'] {
    // A frame that was searched for has taken long enough, and the next one waits; but a camera that was away is not back before what it shows was compared.
    const isDue = isSure && this.#searchedAtMs !== atMs && Math.abs(atMs - this.#comparedAtMs) >= COMPARED_EVERY_MS;
    if (!isKept && !isDue) return new Map();
    this.#comparedAtMs = atMs;
    return this.#kept.compare(seen, atMs, isKept);
  }

  /** A frame that was measured, though it could not be registered, is one to find the camera by, and to compare with. */
  #adopt({ atMs, grey, picture, sharpness }: GivenFrame, camera: Camera, table: TrackedTable): void {
    const view = viewOfCamera(scaledCamera(camera, picture.cols, picture.rows));
    if (view) {
      this.#table = table;
      this.#keptMs = [...this.#keptMs, atMs];
      this.#kept.review((one) => one, table.standing);
      this.#kept.add({ picture: grey, view, sharpness }, atMs);
      this.#keyframes.add(picture, { view }, atMs, this.#keptMs, table, 0);
      if (this.#lostFrames > 0) this.#last = view;
    }
    this.#setOrphan(undefined);
  }

  #setOrphan(next: GivenFrame | undefined): void {
    this.#orphan?.picture.delete();
    this.#orphan = next;
  }
}
