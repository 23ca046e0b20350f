import { isInPicture } from '../../geometry/in-picture.js';
import { product } from '../../geometry/plane-map.js';
import type { Pixel } from '../../geometry/point.js';
import { homographyFrom } from '../image/planar.js';
import { type Cv, type Mat, withMats } from '../runtime/opencv.js';
import type { FeaturePoint } from './feature-points.js';
import { type Placed, type PlaneView, pixelOf, planePointOf, viewThrough } from './plane-view.js';
import { FRAME, homographyOf, LOST, MIN_POINTS, type Registration, viewFrom } from './view-from-pairs.js';

/** A picture that others are registered against. */
export interface Keyframe extends Placed {
  readonly atMs: number;
  /** Grey. */
  readonly picture: Mat;
  readonly points: readonly FeaturePoint[];
  /** Number of other views on which its view rests in succession; 0: it was measured. */
  readonly generation: number;
}

/** Half of the window that is compared, and halvings of the picture: a feature is found again some 40 px away. */
const WINDOW_PX = 15;
const LEVELS = 3;
/** Mean difference of its surroundings, grey levels, above which a point was lost. */
const MAX_DIFFERENCE = 24;
/** Turn or scale of its surroundings above which a keyframe is first warped to about the present view. */
const WARPED_BY = 0.06;

/** Registers a picture against a keyframe from about where its camera is. */
export function registerView(cv: Cv, keyframe: Keyframe, picture: Mat, about: PlaneView): Registration {
  const expected = keyframe.points.flatMap((point) => {
    const pixel = pixelOf(about, point.at);
    return pixel && isInPicture({ widthPx: picture.cols, heightPx: picture.rows }, pixel) ? [{ point, pixel }] : [];
  });
  if (expected.length < MIN_POINTS) return LOST;
  return withMats((own) => {
    const warp = warpBetween(keyframe.view, about);
    const from = warp ? own(warped(cv, keyframe.picture, warp)) : keyframe.picture;
    const starts = expected.map(({ point, pixel }) => (warp ? pixel : point.pixel));
    const followed = follow(
      cv,
      from,
      picture,
      starts,
      expected.map(({ pixel }) => pixel),
    );
    const pairs = followed.flatMap((pixel, i) => (pixel ? [{ at: expected[i]!.point.at, pixel }] : []));
    return throughRival(viewFrom(cv, pairs, keyframe.view, about), keyframe);
  });
}

/** Carries the uncertainty of a keyframe's own view to those that rest on it. */
function throughRival(found: Registration, { view, rival }: Keyframe): Registration {
  if (found.kind !== 'registered' || !rival) return found;
  const own = found.rival ?? found.view;
  const other = viewThrough(own.camera, product(own.fromPlane, product(view.toPlane, rival.fromPlane)), own.isMetric);
  return other ? { ...found, rival: other } : found;
}

/** Features of a picture by which it is found again among others. */
export interface Features {
  readonly pixels: readonly Pixel[];
  /** One after the other, DESCRIPTOR_BYTES each. */
  readonly descriptors: Uint8Array;
}

/** Number of features of a picture, the strongest first. */
const MAX_FEATURES = 500;
const DESCRIPTOR_BYTES = 32;

export function featuresOf(cv: Cv, picture: Mat): Features {
  return withMats((own) => {
    const orb = own(new cv.ORB(MAX_FEATURES));
    const [points, descriptors, mask] = [own(new cv.KeyPointVector()), own(new cv.Mat()), own(new cv.Mat())];
    orb.detectAndCompute(picture, mask, points, descriptors);
    const pixels = Array.from({ length: points.size() }, (_, i) => points.get(i).pt).map(({ x, y }) => ({ u: x, v: y }));
    return { pixels, descriptors: Uint8Array.from(descriptors.data) };
  });
}

/** Features of keyframes: finding them takes as long as comparing them, and a keyframe is looked for in many pictures. */
const knownFeatures = new WeakMap<Mat, Features>();

/** The features of a keyframe; found once. */
export function featuresOfKeyframe(cv: Cv, { picture }: Keyframe): Features {
  const known = knownFeatures.get(picture) ?? featuresOf(cv, picture);
  knownFeatures.set(picture, known);
  return known;
}

/** Registers a picture about which nothing is known against a keyframe by the features of both: for a camera that was lost. */
export function findView(cv: Cv, keyframe: Keyframe, picture: Mat, features: Features): Registration {
  return withMats((own) => {
    const first = featuresOfKeyframe(cv, keyframe);
    if (first.pixels.length < MIN_POINTS || features.pixels.length < MIN_POINTS) return LOST;
    const [query, train] = [first, features].map(({ pixels, descriptors }) =>
      own(cv.matFromArray(pixels.length, DESCRIPTOR_BYTES, cv.CV_8UC1, descriptors as unknown as number[])),
    );
    const matcher = own(new cv.BFMatcher(cv.NORM_HAMMING, true));
    const matches = own(new cv.DMatchVector());
    matcher.match(query!, train!, matches);
    const pairs = Array.from({ length: matches.size() }, (_, i) => matches.get(i)).flatMap(({ queryIdx, trainIdx }) => {
      const at = planePointOf(keyframe.view, first.pixels[queryIdx]!);
      return at ? [{ at, pixel: features.pixels[trainIdx]! }] : [];
    });
    const found = homographyOf(cv, pairs, keyframe.view, FOUND_PX);
    // Matches by descriptors are coarse and many are wrong: they only show where to look closely.
    if (!found || found.onPlane.length < FOUND_POINTS) return LOST;
    const about = viewThrough(keyframe.view.camera, found.fromPlane, keyframe.view.isMetric);
    const near = about ? registerView(cv, keyframe, picture, about) : LOST;
    return near.kind === 'registered' ? registerView(cv, keyframe, picture, near.view) : near;
  });
}

/** Number of matches of descriptors on one plane below which they are chance. */
const FOUND_POINTS = 14;
const FOUND_PX = 3;

/** The homography of pixels from one view to another; undefined where they only differ by a shift. */
function warpBetween(from: PlaneView, to: PlaneView): readonly number[] | undefined {
  const { widthPx, heightPx } = from.camera;
  const corners = FRAME.map(([a, b]) => ({ u: a * widthPx, v: b * heightPx }));
  const seen = corners.map((pixel) => {
    const at = planePointOf(from, pixel);
    return at && pixelOf(to, at);
  });
  if (seen.some((pixel) => !pixel)) return undefined;
  const shift = { u: mean(seen.map((pixel, i) => pixel!.u - corners[i]!.u)), v: mean(seen.map((pixel, i) => pixel!.v - corners[i]!.v)) };
  const bent = seen.map((pixel, i) => Math.hypot(pixel!.u - corners[i]!.u - shift.u, pixel!.v - corners[i]!.v - shift.v));
  if (Math.max(...bent) < WARPED_BY * 0.3 * widthPx) return undefined;
  return homographyFrom(
    corners.map(({ u, v }) => [u, v] as const),
    seen.map((pixel) => [pixel!.u, pixel!.v] as const),
  );
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function warped(cv: Cv, picture: Mat, homography: readonly number[]): Mat {
  return withMats((own) => {
    const matrix = own(cv.matFromArray(3, 3, cv.CV_64F, [...homography]));
    const out = new cv.Mat();
    cv.warpPerspective(
      picture,
      out,
      matrix,
      new cv.Size(picture.cols, picture.rows),
      cv.INTER_LINEAR,
      cv.BORDER_REPLICATE,
      new cv.Scalar(),
    );
    return out;
  });
}

/** Places of points of one picture in another, by pyramidal Lucas–Kanade from their expected places; undefined where one was lost. */
function follow(cv: Cv, from: Mat, to: Mat, starts: readonly Pixel[], expected: readonly Pixel[]): (Pixel | undefined)[] {
  return withMats((own) => {
    const flat = (pixels: readonly Pixel[]) =>
      own(
        cv.matFromArray(
          pixels.length,
          1,
          cv.CV_32FC2,
          pixels.flatMap(({ u, v }) => [u, v]),
        ),
      );
    const [before, now] = [flat(starts), flat(expected)];
    const [status, error] = [own(new cv.Mat()), own(new cv.Mat())];
    const criteria = new cv.TermCriteria(cv.TermCriteria_EPS + cv.TermCriteria_COUNT, 20, 0.02);
    cv.calcOpticalFlowPyrLK(
      from,
      to,
      before,
      now,
      status,
      error,
      new cv.Size(WINDOW_PX, WINDOW_PX),
      LEVELS,
      criteria,
      cv.OPTFLOW_USE_INITIAL_FLOW,
      1e-4,
    );
    const size = { widthPx: to.cols, heightPx: to.rows };
    return starts.map((_, i) => {
      const pixel = { u: now.data32F[2 * i]!, v: now.data32F[2 * i + 1]! };
      return status.data[i] === 1 && error.data32F[i]! < MAX_DIFFERENCE && isInPicture(size, pixel) ? pixel : undefined;
    });
  });
}
