import { isInPicture } from '../../geometry/in-picture.js';
import type { Cv, Mat } from '../runtime/opencv.js';
import { featurePoints, type TrackedTable } from './feature-points.js';
import { type Placed, type PlaneView, pixelOf, planePointOf, replaced } from './plane-view.js';
import { featuresOf, featuresOfKeyframe, findView, type Keyframe, registerView } from './register-view.js';
import { LOST, type Registration } from './view-from-pairs.js';

/** At most this many pictures are remembered to find the camera by. */
const MAX_KEYFRAMES = 8;
/** A view that shows fewer of a keyframe's points than this share, or this many times larger or smaller, is not about that of the keyframe. */
const MIN_IN_VIEW = 0.85;
const MAX_SCALED = 1.35;
/** A view that rests on this many points is good; with fewer, further keyframes are tried, up to FOLLOWED_KEYFRAMES in all. */
const ENOUGH_POINTS = 40;
const FOLLOWED_KEYFRAMES = 3;
/** A lost camera is searched for by this many. */
const SEARCHED_KEYFRAMES = 2;

/** The pictures of one table that others are registered against. */
export class Keyframes {
  readonly #cv: Cv;
  #all: readonly Keyframe[] = [];

  constructor(cv: Cv) {
    this.#cv = cv;
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** The one taken at a time. */
  at(atMs: number): Keyframe | undefined {
    return this.#all.find((one) => one.atMs === atMs);
  }

  areOfSize({ cols, rows }: Mat): boolean {
    const [first] = this.#all;
    return first !== undefined && first.picture.cols === cols && first.picture.rows === rows;
  }

  /** Whether one shows about what a view shows, about as large. */
  show(view: PlaneView): boolean {
    return this.#all.some((one) => isLike(one, view));
  }

  /** Copies a picture that was registered. One too many takes the place of the oldest, first of those that were not taken at one of `keptMs`. */
  add(
    picture: Mat,
    { view, rival }: Placed,
    atMs: number,
    keptMs: readonly number[],
    table: TrackedTable | undefined,
    generation = 1 + (this.#nearest(view)[0]?.generation ?? 0),
  ): void {
    const points = featurePoints(this.#cv, picture, view, view.isMetric ? table : undefined);
    const others = this.#all.filter((one) => one.atMs !== atMs);
    const oldest = others.length < MAX_KEYFRAMES ? undefined : (others.find((one) => !keptMs.includes(one.atMs)) ?? others[0]);
    this.#set([...others.filter((one) => one !== oldest), { atMs, picture: picture.clone(), view, rival, points, generation }]);
  }

  /** Registers a picture by the keyframe nearest to where the camera was; where few of its points are found, by the one of the nearest of which most are. */
  follow(picture: Mat, about: PlaneView): Registration {
    let best: Registration = LOST;
    for (const keyframe of this.#nearest(about).slice(0, FOLLOWED_KEYFRAMES)) {
      const one = registerView(this.#cv, keyframe, picture, about);
      if (best.kind !== 'registered' || (one.kind === 'registered' && one.points > best.points)) best = one.kind === 'lost' ? best : one;
      if (best.kind === 'registered' && best.points >= ENOUGH_POINTS) break;
    }
    return best;
  }

  /** Registers the picture of a camera that was lost, by features; where it is not found, `followed` is what is known of it, or that its lens is another. */
  search(picture: Mat, about: PlaneView, followed: Registration): Registration {
    const features = featuresOf(this.#cv, picture);
    let otherwise = followed;
    for (const keyframe of this.#nearest(about).slice(0, SEARCHED_KEYFRAMES)) {
      const found = findView(this.#cv, keyframe, picture, features);
      // The keyframe by which it was found may show little of what the picture does.
      if (found.kind === 'registered') return registerView(this.#cv, this.#nearest(found.view)[0]!, picture, found.view);
      if (otherwise === followed && found.kind === 'other-lens') otherwise = found;
    }
    return otherwise;
  }

  /** Finds the features of the first: code that is run for the first time is compiled first, better now than when the camera is lost. */
  warmUp(): void {
    featuresOfKeyframe(this.#cv, this.#all[0]!);
  }

  /** All views as another measurement of the plane has them, those it has no view of go; of `measured`, the frame that it was made of, the points are found again. */
  review(moved: (view: PlaneView) => PlaneView | undefined, measured: Keyframe | undefined, table: TrackedTable): void {
    this.#set(
      this.#all.flatMap((one): Keyframe[] => {
        const there = replaced(one, moved);
        if (!there) return [];
        const { view } = there;
        if (one === measured)
          return [{ ...there, rival: undefined, points: featurePoints(this.#cv, one.picture, view, table), generation: 0 }];
        const points = one.points.flatMap(({ pixel }) => {
          const at = planePointOf(view, pixel);
          return at ? [{ pixel, at }] : [];
        });
        return [{ ...there, points }];
      }),
    );
  }

  /** Frees all pictures. */
  clear(): void {
    this.#set([]);
  }

  #set(next: readonly Keyframe[]): void {
    for (const { picture } of this.#all) if (!next.some((one) => one.picture === picture)) picture.delete();
    this.#all = next;
  }

  #nearest(about: PlaneView): Keyframe[] {
    return [...this.#all].sort((a, b) => likeness(b, about) - likeness(a, about));
  }
}

/** The share of a keyframe's points that a view shows. */
function inView({ points }: Keyframe, view: PlaneView): number {
  const seen = points.filter(({ at }) => {
    const pixel = pixelOf(view, at);
    return pixel && isInPicture(view.camera, pixel);
  });
  return seen.length / Math.max(1, points.length);
}

/** How well a view can be registered against a keyframe: each that its own view rests on has added an error. */
function likeness(keyframe: Keyframe, view: PlaneView): number {
  const scaled = Math.abs(Math.log(scaleBetween(keyframe.view, view)));
  return inView(keyframe, view) - (Number.isNaN(scaled) ? 1 : scaled) - GENERATION_COST * keyframe.generation;
}

const GENERATION_COST = 0.3;

/** Whether a view shows about what a keyframe shows, about as large. */
function isLike(keyframe: Keyframe, view: PlaneView): boolean {
  const scaled = scaleBetween(keyframe.view, view);
  return inView(keyframe, view) >= MIN_IN_VIEW && scaled < MAX_SCALED && scaled > 1 / MAX_SCALED;
}

/** How much larger the second view shows what is in the middle of the first; NaN where it does not show it. */
function scaleBetween(from: PlaneView, to: PlaneView): number {
  const { widthPx, heightPx } = from.camera;
  const seen = [0.4, 0.6].map((share) => {
    const at = planePointOf(from, { u: share * widthPx, v: share * heightPx });
    return at && pixelOf(to, at);
  });
  if (!seen[0] || !seen[1]) return Number.NaN;
  return Math.hypot(seen[1].u - seen[0].u, seen[1].v - seen[0].v) / (0.2 * Math.hypot(widthPx, heightPx));
}
