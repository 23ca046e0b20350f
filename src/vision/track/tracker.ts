import { type Camera, scaledCamera } from '../../geometry/camera.js';
import { isInPicture } from '../../geometry/in-picture.js';
import { product } from '../../geometry/plane-map.js';
import type { Cv, Mat } from '../runtime/opencv.js';
import type { ComparedBlocks, GreyPicture } from './compare-views.js';
import { featurePoints, type TrackedTable } from './feature-points.js';
import { placingOf } from './placed-view.js';
import {
  nominalView,
  type Placed,
  type PlaneView,
  pixelOf,
  planePointOf,
  replaced,
  viewOfCamera,
  viewThrough,
  withoutLens,
} from './plane-view.js';
import { featuresOf, featuresOfKeyframe, findView, type Keyframe, registerView } from './register-view.js';
import { type PlaneMark, rigidPose } from './rigid-pose.js';
import { sharpnessOf } from './sharpness.js';
import { createTableChanges } from './table-changes.js';
import { LOST, nearestPose, type Registration } from './view-from-pairs.js';

/** How one frame was registered. */
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

/** At most this many pictures are remembered to find the camera by. */
const MAX_KEYFRAMES = 8;
/** A frame in which fewer of the nearest keyframe's points are in view, or that shows them this many times larger or smaller, becomes one itself. */
const MIN_IN_VIEW = 0.85;
const MAX_SCALED = 1.35;
/** It must be as sharp as this share of the sharpest of late, whose sharpness decays by this factor a frame. */
const SHARP_SHARE = 0.6;
const SHARP_DECAY = 0.98;
/** Comparing costs as much as following, and who waits for a change does not notice this much, ms. */
const COMPARED_EVERY_MS = 45;
/** While a camera is lost, keyframes are searched for by their features in one frame of this many: that takes ten times as long as following. */
const SEARCH_EVERY = 3;
const SEARCHED_KEYFRAMES = 2;
/** A view that rests on this many points is good; with fewer, further keyframes are tried, up to FOLLOWED_KEYFRAMES in all… */
const ENOUGH_POINTS = 40;
const FOLLOWED_KEYFRAMES = 3;
/** …and what rests on fewer than this says about where the camera is, but not what has changed, and no other view rests on it. */
const MIN_SURE_POINTS = 25;

/** A frame of which it is not known where it was taken from. */
interface Orphan {
  readonly atMs: number;
  readonly grey: GreyPicture;
  readonly picture: Mat;
  readonly sharpness: number;
}

export function createTracker(cv: Cv): Tracker {
  let keyframes: readonly Keyframe[] = [];
  let changes = createTableChanges();
  let table: TrackedTable | undefined;
  let last: PlaneView | undefined;
  let keptMs: readonly number[] = [];
  let lostFrames = 0;
  let sharpest = 0;
  let comparedAtMs = Number.NEGATIVE_INFINITY;
  /** When the camera was last searched for in the first frame in which it was lost. */
  let searchedAtMs = Number.NEGATIVE_INFINITY;
  /** A kept frame that could not be registered: a measurement may yet say where its camera was. */
  let orphan: Orphan | undefined;

  const setKeyframes = (next: readonly Keyframe[]) => {
    for (const { picture } of keyframes) if (!next.some((one) => one.picture === picture)) picture.delete();
    keyframes = next;
  };
  const nearest = (about: PlaneView) => [...keyframes].sort((a, b) => likeness(b, about) - likeness(a, about));
  const addKeyframe = (picture: Mat, { view, rival }: Placed, atMs: number, generation = 1 + (nearest(view)[0]?.generation ?? 0)) => {
    const points = featurePoints(cv, picture, view, view.isMetric ? table : undefined);
    const others = keyframes.filter((one) => one.atMs !== atMs);
    const oldest = others.length < MAX_KEYFRAMES ? undefined : (others.find((one) => !keptMs.includes(one.atMs)) ?? others[0]);
    setKeyframes([...others.filter((one) => one !== oldest), { atMs, picture: picture.clone(), view, rival, points, generation }]);
  };
  const setOrphan = (next: Orphan | undefined) => {
    orphan?.picture.delete();
    orphan = next;
  };
  /** A frame that was measured, though it could not be registered, is one to find the camera by, and to compare with. */
  const adopt = ({ atMs, grey, picture, sharpness }: Orphan, camera: Camera, placed: TrackedTable) => {
    const view = viewOfCamera(scaledCamera(camera, picture.cols, picture.rows));
    if (view) {
      table = placed;
      keptMs = [...keptMs, atMs];
      changes.review((one) => one, placed.standing);
      changes.keep({ picture: grey, view, sharpness }, atMs);
      addKeyframe(picture, { view }, atMs, 0);
      if (lostFrames > 0) last = view;
    }
    setOrphan(undefined);
  };
  const begin = (picture: Mat) => {
    setKeyframes([]);
    last = nominalView(picture.cols, picture.rows);
    lostFrames = 0;
  };

  /** By the nearest keyframe; where few of its points are found, by the one of the nearest of which most are. */
  const registerFrom = (picture: Mat, about: PlaneView): Registration => {
    let best: Registration = LOST;
    for (const keyframe of nearest(about).slice(0, FOLLOWED_KEYFRAMES)) {
      const one = registerView(cv, keyframe, picture, about);
      if (best.kind !== 'registered' || (one.kind === 'registered' && one.points > best.points)) best = one.kind === 'lost' ? best : one;
      if (best.kind === 'registered' && best.points >= ENOUGH_POINTS) break;
    }
    return best;
  };
  const register = (picture: Mat, about: PlaneView, atMs: number): Registration => {
    const followed = registerFrom(picture, about);
    if (followed.kind === 'registered' || lostFrames % SEARCH_EVERY !== 0) return followed;
    if (lostFrames === 0) searchedAtMs = atMs;
    const features = featuresOf(cv, picture);
    let otherwise: Registration = followed;
    for (const keyframe of nearest(about).slice(0, SEARCHED_KEYFRAMES)) {
      const found = findView(cv, keyframe, picture, features);
      // The keyframe by which it was found may show little of what the picture does.
      if (found.kind === 'registered') return registerView(cv, nearest(found.view)[0]!, picture, found.view);
      if (otherwise === followed && found.kind === 'other-lens') otherwise = found;
    }
    return otherwise;
  };

  return {
    see(grey, atMs, isKept) {
      const sharpness = sharpnessOf(grey);
      sharpest = Math.max(sharpness, SHARP_DECAY * sharpest);
      const picture = new cv.Mat(grey.rows, grey.columns, cv.CV_8UC1);
      try {
        picture.data.set(grey.grey);
        const [first] = keyframes;
        const isBegun = first !== undefined && first.picture.cols === grey.columns && first.picture.rows === grey.rows;
        if (!isBegun) begin(picture);
        const found: Registration = isBegun
          ? register(picture, last!, atMs)
          : { kind: 'registered', view: last!, points: Number.POSITIVE_INFINITY };
        if (found.kind === 'registered') {
          lostFrames = 0;
          last = found.view;
        } else {
          lostFrames += 1;
          // What was followed is not forgotten: a camera that was turned away comes back.
          if (isKept && last?.isMetric) setOrphan({ atMs, grey, picture: picture.clone(), sharpness });
          if (!isKept || last?.isMetric) return { kind: found.kind, camera: undefined, sharpness, blocks: new Map() };
          // Before the first measurement what is looked at next is the first of new keyframes.
          begin(picture);
          changes = createTableChanges();
        }
        const view = last!;
        const rival = found.kind === 'registered' ? found.rival : undefined;
        const isSure = found.kind !== 'registered' || found.points >= MIN_SURE_POINTS;
        // A frame that was searched for has taken long enough, and the next one waits; but a camera that was away is not back before what it shows was compared.
        const isCompared = isSure && searchedAtMs !== atMs && Math.abs(atMs - comparedAtMs) >= COMPARED_EVERY_MS;
        const isDue = isKept || isCompared;
        if (isDue) comparedAtMs = atMs;
        const blocks: TrackedFrame['blocks'] = isDue ? changes.compare({ picture: grey, view, rival, sharpness }, atMs, isKept) : new Map();
        if (isKept) keptMs = [...keptMs, atMs];
        const isNews = isSure && !keyframes.some((one) => isLike(one, view)) && sharpness >= SHARP_SHARE * sharpest;
        if (isKept || isNews || keyframes.length === 0) addKeyframe(picture, { view, rival }, atMs);
        // Code that is run for the first time is compiled first: better now than when the camera is lost.
        if (!isBegun) featuresOfKeyframe(cv, keyframes[0]!);
        if (isKept) changes.keep({ picture: grey, view, rival, sharpness }, atMs);
        return { kind: found.kind, camera: view.isMetric ? view.camera : undefined, sharpness, blocks };
      } finally {
        picture.delete();
      }
    },
    place(atMs, camera, placed) {
      if (orphan?.atMs === atMs) {
        adopt(orphan, camera, placed);
        return;
      }
      const kept = keyframes.find((one) => one.atMs === atMs);
      const measured = kept && viewOfCamera(scaledCamera(camera, kept.picture.cols, kept.picture.rows));
      if (!kept || !measured) return;
      table = placed;
      // From the plane as it is measured now to the plane as it was assumed until now.
      const former = product(kept.view.toPlane, measured.fromPlane);
      const placing = kept.view.isMetric ? placingOf(kept.view, measured, camera.widthPx, placed) : undefined;
      const moved = placing ?? ((view: PlaneView) => (view === kept.view ? measured : measuredView(view, former, measured)));
      setKeyframes(
        keyframes.flatMap((one) => {
          const there = replaced(one, moved);
          if (!there) return [];
          const { view } = there;
          if (one === kept && !placing)
            return [{ ...there, rival: undefined, points: featurePoints(cv, one.picture, view, table), generation: 0 }];
          const points = one.points.flatMap(({ pixel }) => {
            const at = planePointOf(view, pixel);
            return at ? [{ pixel, at }] : [];
          });
          return [{ ...there, points }];
        }),
      );
      changes.review(moved, placed.standing);
      last = (last && moved(last)) ?? measured;
    },
    retain(times) {
      keptMs = times;
      changes.retain(times);
    },
    close() {
      setOrphan(undefined);
      setKeyframes([]);
    },
  };
}

/** A view of the plane that was assumed until now, as a view of the measured plane through the lens measured since; undefined where no pose of that lens gives it. */
function measuredView(view: PlaneView, former: readonly number[], measured: PlaneView): PlaneView | undefined {
  const free = viewThrough(view.camera, product(view.fromPlane, former), false);
  if (!free) return undefined;
  const { camera } = measured;
  const marks = PLACES.flatMap(([x, y]): PlaneMark[] => {
    const pixel = { u: x * camera.widthPx, v: y * camera.heightPx };
    const at = planePointOf(free, pixel);
    const { x: xn, y: yn } = withoutLens(camera, pixel);
    return at ? [{ ...at, xn, yn }] : [];
  });
  if (marks.length < PLACES.length) return undefined;
  const pose = rigidPose(nearestPose(free, measured), marks);
  return pose && viewOfCamera(pose.camera);
}

/** Places of a picture, as shares of it. */
const PLACES = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));

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
