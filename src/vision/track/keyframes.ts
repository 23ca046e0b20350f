import { isInPicture } from '../../geometry/in-picture.js';
import type { Cv, Mat } from '../runtime/opencv.js';
import { featurePoints, type TrackedTable } from './feature-points.js';
import { type Placed, type PlaneView, pixelOf, planePointOf, replaced } from './plane-view.js';
import { featuresOf, featuresOfKeyframe, findView, type Keyframe, registerView } from './register-view.js';
import { LOST, type Registration } from './view-from-pairs.js';

/** Maximum number of pictures that are remembered to find the camera by. */
const MAX_KEYFRAMES = 8;
/** Limits beyond which a view is not near a keyframe's: the share of the keyframe's points that it shows, and the ratio of scales. */
const MIN_IN_VIEW = 0.85;
const MAX_SCALED = 1.35;
/** Number of points that make a view good; with fewer, further keyframes are tried, up to FOLLOWED_KEYFRAMES in all. */
const ENOUGH_POINTS = 40;
const FOLLOWED_KEYFRAMES = 3;
/** Number of keyframes by which a lost camera is searched for. */
const SEARCHED_KEYFRAMES = 2;

/** The pictures of one table against which others are registered. */
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

  /** Whether a keyframe shows about the same as a view, at about the same scale. */
  show(view: PlaneView): boolean {
    return this.#all.some((one) => isLike(one, view));
  }

  /** Copies a picture that was registered. One too many replaces the oldest, first among those that were not taken at one of `keptMs`. */
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

  /**
   * Registers a picture by the keyframe nearest to the camera's last pose; where few of its points are found, by the one of the nearest
   * keyframes with the most points.
   */
  follow(picture: Mat, about: PlaneView): Registration {
    let best: Registration = LOST;
    for (const keyframe of this.#nearest(about).slice(0, FOLLOWED_KEYFRAMES)) {
      const one = registerView(this.#cv, keyframe, picture, about);
      if (best.kind !== 'registered' || (one.kind === 'registered' && one.points > best.points)) best = one.kind === 'lost' ? best : one;
      if (best.kind === 'registered' && best.points >= ENOUGH_POINTS) break;
    }
    return best;
  }

  /**
   * Registers the picture of a camera that was lost, by features; where it is not found, `followed` is returned, or that its lens is
   * another.
   */
  search(picture: Mat, about: PlaneView, followed: Registration): Registration {
    const features = featuresOf(this.#cv, picture);
    let otherwise = followed;
    for (const keyframe of this.#nearest(about).slice(0, SEARCHED_KEYFRAMES)) {
      const found = findView(this.#cv, keyframe, picture, features);
      // The keyframe by which it was found may show little of the picture.
      if (found.kind === 'registered') return registerView(this.#cv, this.#nearest(found.view)[0]!, picture, found.view);
      if (otherwise === followed && found.kind === 'other-lens') otherwise = found;
    }
    return otherwise;
  }

  /** Finds the features of the first keyframe: code is compiled when it is first run, better now than when the camera is lost. */
  warmUp(): void {
    featuresOfKeyframe(this.#cv, this.#all[0]!);
  }

  /**
   * Carries all views to another measurement of the plane, and drops those of which it has no view; the points of `measured`, the frame
   * from which it was made, are found again.
   */
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

/** Suitability of a keyframe for registering a view: each generation that its own view rests on has added an error. */
function likeness(keyframe: Keyframe, view: PlaneView): number {
  const scaled = Math.abs(Math.log(scaleBetween(keyframe.view, view)));
  return inView(keyframe, view) - (Number.isNaN(scaled) ? 1 : scaled) - GENERATION_COST * keyframe.generation;
}

const GENERATION_COST = 0.3;

/** Whether a view shows about the same as a keyframe, at about the same scale. */
function isLike(keyframe: Keyframe, view: PlaneView): boolean {
  const scaled = scaleBetween(keyframe.view, view);
  return inView(keyframe, view) >= MIN_IN_VIEW && scaled < MAX_SCALED && scaled > 1 / MAX_SCALED;
}

/** Ratio of the scales at which the second view and the first show the middle of the first; NaN where the second does not show it. */
function scaleBetween(from: PlaneView, to: PlaneView): number {
  const { widthPx, heightPx } = from.camera;
  const seen = [0.4, 0.6].map((share) => {
    const at = planePointOf(from, { u: share * widthPx, v: share * heightPx });
    return at && pixelOf(to, at);
  });
  if (!seen[0] || !seen[1]) return Number.NaN;
  return Math.hypot(seen[1].u - seen[0].u, seen[1].v - seen[0].v) / (0.2 * Math.hypot(widthPx, heightPx));
}
