import { scaledPx } from '../../geometry/camera.js';
import { type Cv, type Mat, withMats } from '../runtime/opencv.js';

/** Words of 32 bits that hold one descriptor: AKAZE's 486 bits, the rest zero. */
export const WORDS_EACH = 16;

/** Places of one picture that are found again in another one, with their descriptors (AKAZE, binary). */
export interface PrintFeatures {
  readonly count: number;
  /** Place of each in the picture, px. */
  readonly u: Float64Array;
  readonly v: Float64Array;
  /** Size, px, and turn, rad, of each: only their ratio and difference between two pictures mean something. */
  readonly sizePx: Float32Array;
  readonly angleRad: Float32Array;
  /** WORDS_EACH for each feature. */
  readonly words: Uint32Array;
}

/** Search for features: in the picture scaled down to a long side, and then to a share of that, with at most `most` features. */
export interface FeatureSearch {
  readonly longSidePx: number;
  readonly share?: number;
  readonly most: number;
}

/** For pictures that show the print at about the same size. */
export const LIKE_VIEWS: FeatureSearch = { longSidePx: 1200, most: 2500 };
/** For a close view beside one of the whole: at one of these scales they look alike. */
export const SCALES: readonly FeatureSearch[] = [
  { longSidePx: 2048, most: 8000 },
  { longSidePx: 2048, share: 0.6, most: 4000 },
  { longSidePx: 2048, share: 0.37, most: 2600 },
];

/** AKAZE in OpenCV.js, whose types only know the abstract class. */
interface Akaze {
  setThreshold(threshold: number): void;
  detectAndCompute(image: Mat, mask: Mat, keypoints: unknown, descriptors: Mat): void;
  delete(): void;
}
interface KeyPoints {
  size(): number;
  get(i: number): { pt: { x: number; y: number }; size: number; angle: number; response: number };
  delete(): void;
}

/** Threshold, low so that faint prints have features too: the strongest of each part of the picture are kept. */
const THRESHOLD = 0.0002;
/** Number of cells across a grid: the strongest features of each cell come first, so that a busy corner does not take all places. */
const CELLS_ACROSS = 16;

/** Short side of a picture, brought down, below which it has no features: OpenCV fails on a strip that is narrower than its filters. */
const MIN_SIDE_PX = 16;
const NO_FEATURES: PrintFeatures = {
  ...{ count: 0, u: new Float64Array(0), v: new Float64Array(0) },
  ...{ sizePx: new Float32Array(0), angleRad: new Float32Array(0), words: new Uint32Array(0) },
};

/** The features of a picture whose light has been levelled; `grey`: CV_8UC1 of any size. */
export function printFeatures(cv: Cv, grey: Mat, { longSidePx, share = 1, most }: FeatureSearch): PrintFeatures {
  const scale = share * Math.min(1, longSidePx / Math.max(grey.cols, grey.rows));
  return withMats((own) => {
    const [widthPx, heightPx] = reduced(grey, scale);
    if (Math.min(widthPx, heightPx) < MIN_SIDE_PX) return NO_FEATURES;
    const small = own(new cv.Mat());
    cv.resize(grey, small, new cv.Size(widthPx, heightPx), 0, 0, cv.INTER_AREA);
    const levelled = own(matOf(cv, levelledPicture(cv, small)));
    const akaze = own(new (cv as unknown as { AKAZE: new () => Akaze }).AKAZE());
    akaze.setThreshold(THRESHOLD);
    const keypoints = own(new (cv as unknown as { KeyPointVector: new () => KeyPoints }).KeyPointVector());
    const descriptors = own(new cv.Mat());
    akaze.detectAndCompute(levelled, own(new cv.Mat()), keypoints, descriptors);
    const all = Array.from({ length: keypoints.size() }, (_, i) => keypoints.get(i));
    const kept = strongest(all, widthPx, heightPx, most);
    const words = new Uint32Array(kept.length * WORDS_EACH);
    const bytes = new Uint8Array(words.buffer);
    const each = descriptors.cols;
    kept.forEach((from, to) => {
      bytes.set(descriptors.data.subarray(from * each, (from + 1) * each), to * 4 * WORDS_EACH);
    });
    const [toU, toV] = [grey.cols / widthPx, grey.rows / heightPx];
    return {
      count: kept.length,
      u: Float64Array.from(kept, (i) => scaledPx(all[i]!.pt.x, toU)),
      v: Float64Array.from(kept, (i) => scaledPx(all[i]!.pt.y, toV)),
      sizePx: Float32Array.from(kept, (i) => all[i]!.size * toU),
      angleRad: Float32Array.from(kept, (i) => (all[i]!.angle * Math.PI) / 180),
      words,
    };
  });
}

/** Width and height of a picture that is brought down, px; a strip keeps a pixel of its short side. */
function reduced({ cols, rows }: Mat, scale: number): [number, number] {
  return [Math.max(1, Math.round(cols * scale)), Math.max(1, Math.round(rows * scale))];
}

/** Indices of the strongest keypoints, those first that are strongest in their cell. */
function strongest(
  all: readonly { readonly pt: { readonly x: number; readonly y: number }; readonly response: number }[],
  widthPx: number,
  heightPx: number,
  most: number,
): number[] {
  const cellPx = Math.max(widthPx, heightPx) / CELLS_ACROSS;
  const order = all.map((_, i) => i).sort((a, b) => all[b]!.response - all[a]!.response);
  const taken = new Map<number, number>();
  const ranked = order.map((i) => {
    const cell = Math.floor(all[i]!.pt.y / cellPx) * CELLS_ACROSS + Math.floor(all[i]!.pt.x / cellPx);
    const rank = taken.get(cell) ?? 0;
    taken.set(cell, rank + 1);
    return { i, rank };
  });
  return ranked
    .sort((a, b) => a.rank - b.rank || all[b.i]!.response - all[a.i]!.response)
    .slice(0, most)
    .map(({ i }) => i);
}

/** Width of the neighbourhood by which light and contrast are levelled, as a share of the long side. */
const LEVELLED_OVER = 0.03;
/** Contrast below this is noise and is not raised further, grey levels. */
const MIN_CONTRAST = 15;

/** A picture's brightness with light and contrast alike everywhere: the deviation from the local mean in units of the local deviation, around 128. */
export interface LevelledPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly grey: Uint8Array;
}

/** Levels light and contrast of a picture (CV_8UC1), after reducing it to a long side. */
export function levelledPicture(cv: Cv, grey: Mat, longSidePx = Number.POSITIVE_INFINITY): LevelledPicture {
  const scale = Math.min(1, longSidePx / Math.max(grey.cols, grey.rows));
  const [widthPx, heightPx] = reduced(grey, scale);
  return withMats((own) => {
    const small = own(new cv.Mat());
    cv.resize(grey, small, new cv.Size(widthPx, heightPx), 0, 0, cv.INTER_AREA);
    const value = own(new cv.Mat());
    small.convertTo(value, cv.CV_32F);
    const side = 2 * Math.round((LEVELLED_OVER * Math.max(widthPx, heightPx)) / 2) + 1;
    const size = new cv.Size(side, side);
    const [mean, square] = [own(new cv.Mat()), own(new cv.Mat())];
    cv.blur(value, mean, size);
    cv.multiply(value, value, square);
    cv.blur(square, square, size);
    const [values, means, squares] = [value.data32F, mean.data32F, square.data32F];
    const out = new Uint8Array(values.length);
    for (let i = 0; i < out.length; i++) {
      const spread = Math.sqrt(Math.max(0, squares[i]! - means[i]! * means[i]!)) + MIN_CONTRAST;
      out[i] = Math.max(0, Math.min(255, 128 + (40 * (values[i]! - means[i]!)) / spread));
    }
    return { widthPx, heightPx, grey: out };
  });
}

/** The picture in OpenCV's memory; the caller frees it. */
export function matOf(cv: Cv, { widthPx, heightPx, grey }: LevelledPicture): Mat {
  return cv.matFromArray(heightPx, widthPx, cv.CV_8UC1, grey as unknown as number[]);
}

/** A picture's brightness, CV_8UC1; the caller frees it. */
export function greyOf(cv: Cv, rgba: Mat): Mat {
  const grey = new cv.Mat();
  cv.cvtColor(rgba, grey, cv.COLOR_RGBA2GRAY);
  return grey;
}
