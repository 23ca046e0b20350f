import type { Camera } from '../../geometry/camera.js';
import { BETWEEN_PIXELS_PX, isInPicture } from '../../geometry/in-picture.js';
import { mapByHomography } from '../../geometry/plane-map.js';
import type { Pose } from '../../geometry/pose.js';
import { BASE_SIZES, type BaseSize } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';
import { cutCrop, squareCrop } from '../image/crop.js';
import type { Homography } from '../image/planar.js';
import { sigmoid, softmax } from '../runtime/activations.js';
import { mirrorRows } from '../runtime/mirror-rows.js';
import type { Net } from '../runtime/net.js';
import type { Cv, Mat } from '../runtime/opencv.js';
import { KEYPOINT_NAMES, MIRRORED } from '../solve/base-keypoints.js';
import type { Mark } from '../solve/observations.js';

/** Side of a base's crop, forward is up; its window shows any base, or closely one of known size. As in models/train/pictures.py. */
const CROP_PX = 128;
const WINDOW_MM = 102.4;
const CLOSE_MARGIN_MM = 12;
/** The crop is cut at this height, between foot and tile. */
const CROP_Z_MM = 2;
const MARKS = KEYPOINT_NAMES.length;

/** Pose at which a crop is cut. With a size the crop shows that base closely, and the heading of its pose is trusted. */
export interface CropAt {
  readonly pose: Pose;
  readonly base?: BaseSize;
  /** Its mirror image is read as well, and both are averaged. */
  readonly isReadBothWays?: boolean;
}

/** Reading of the keypoint net for one crop. */
export interface KeypointReading {
  /** In the original frame, lens distortion included. */
  readonly marks: readonly (Mark | undefined)[];
  /** Mean of the keypoints' log spread, mm: lower is surer. */
  readonly spread: number;
  /** Probability that the crop shows a base, 0…1. */
  readonly score: number;
  readonly base: BaseSize;
  /** Probability of that size against the others, 0…1. */
  readonly sizeScore: number;
}

/**
 * Cuts the crops out of the original frame and measures the keypoints of all of them in one run of the net. A close crop does not show the size: it
 * is measured as what was asked for.
 */
export async function measureKeypoints(
  cv: Cv,
  net: Net,
  rgba: Mat,
  camera: Camera,
  crops: readonly CropAt[],
): Promise<(KeypointReading | undefined)[]> {
  const windows = crops.map((crop) => cropWindow(camera, crop));
  const images = windows.map((window) => window && cutCrop(cv, rgba, window.imageFromCrop, CROP_PX, CROP_PX));
  const shown = images.flatMap((image) => image ?? []);
  if (shown.length === 0) return windows.map(() => undefined);
  const alsoMirrored = images.flatMap((image, i) => (image && crops[i]!.isReadBothWays ? [image] : []));
  const raw = await readCrops(net, [...shown, ...alsoMirrored.map((image) => mirrorRows(image, CROP_PX))]);
  let [next, nextMirrored] = [0, shown.length];
  return windows.map((window, i) => {
    if (!window) return undefined;
    const one = raw[next++]!;
    return readingOf(window, crops[i]!.isReadBothWays ? averaged(one, raw[nextMirrored++]!) : one, camera);
  });
}

/** The net's answer to one crop: keypoints (crop px), their log spread, and class logits. */
interface RawReading {
  readonly points: Float32Array;
  readonly logSigma: Float32Array;
  readonly classes: Float32Array;
}

async function readCrops(net: Net, images: readonly Float32Array[]): Promise<RawReading[]> {
  const data = new Float32Array(images.length * 3 * CROP_PX * CROP_PX);
  images.forEach((image, i) => {
    data.set(image, i * image.length);
  });
  const { points, logSigma, classes } = await net.run(data, [images.length, 3, CROP_PX, CROP_PX]);
  if (!points || !logSigma || !classes) throw new Error('The keypoint net gave no points.');
  return images.map((_, i) => ({
    points: points.data.subarray(i * 2 * MARKS, (i + 1) * 2 * MARKS),
    logSigma: logSigma.data.subarray(i * MARKS, (i + 1) * MARKS),
    classes: classes.data.subarray(4 * i, 4 * i + 4),
  }));
}

/** Keypoints averaged over a crop and its mirror image, weighted by their spreads; left and right exchanged. */
function averaged(one: RawReading, other: RawReading): RawReading {
  const points = new Float32Array(2 * MARKS);
  const logSigma = new Float32Array(MARKS);
  for (let k = 0; k < MARKS; k++) {
    const m = MIRRORED[k]!;
    const [a, b] = [Math.exp(-2 * one.logSigma[k]!), Math.exp(-2 * other.logSigma[m]!)];
    points[2 * k] = (a * one.points[2 * k]! + b * (CROP_PX - 1 - other.points[2 * m]!)) / (a + b);
    points[2 * k + 1] = (a * one.points[2 * k + 1]! + b * other.points[2 * m + 1]!) / (a + b);
    // The two err together for the most part: their mean spread is claimed, and their disagreement added.
    const disagreement = Math.hypot(
      one.points[2 * k]! - (CROP_PX - 1 - other.points[2 * m]!),
      one.points[2 * k + 1]! - other.points[2 * m + 1]!,
    );
    logSigma[k] = Math.log(Math.hypot(Math.exp((one.logSigma[k]! + other.logSigma[m]!) / 2), disagreement / 2));
  }
  return { points, logSigma, classes: one.classes.map((value, c) => (value + other.classes[c]!) / 2) };
}

interface CropWindow {
  readonly base: BaseSize | undefined;
  readonly pxPerMm: number;
  readonly imageFromCrop: Homography;
}

function cropWindow(camera: Camera, { pose, base }: CropAt): CropWindow | undefined {
  const half = base ? halfSideMm(base) + CLOSE_MARGIN_MM : WINDOW_MM / 2;
  const imageFromCrop = squareCrop(camera, pose, half, CROP_Z_MM, CROP_PX);
  return imageFromCrop && { base, pxPerMm: CROP_PX / (2 * half), imageFromCrop };
}

function readingOf(window: CropWindow, { points, logSigma, classes }: RawReading, camera: Camera): KeypointReading {
  const marks = Array.from({ length: MARKS }, (_, k) => {
    const x = points[2 * k]!;
    const y = points[2 * k + 1]!;
    if (x < 1 || y < 1 || x > CROP_PX - 2 || y > CROP_PX - 2) return undefined;
    const [u, v] = mapByHomography(window.imageFromCrop, x, y);
    if (!isInPicture(camera, { u, v }, BETWEEN_PIXELS_PX + 1)) return undefined;
    const [u1, v1] = mapByHomography(window.imageFromCrop, x + 1, y);
    const [u2, v2] = mapByHomography(window.imageFromCrop, x, y + 1);
    // The net's spread is isotropic in the crop; its size in the picture follows the local area scale.
    const scale = Math.sqrt(Math.abs((u1 - u) * (v2 - v) - (u2 - u) * (v1 - v)));
    return { u, v, sigmaPx: Math.exp(logSigma[k]!) * scale };
  });
  const sizes = softmax([...classes.subarray(1, 4)]);
  const best = sizes.indexOf(Math.max(...sizes));
  const spread = logSigma.reduce((sum, value) => sum + value, 0) / MARKS - Math.log(window.pxPerMm);
  const size = window.base ? { base: window.base, sizeScore: 1 } : { base: BASE_SIZES[best]!, sizeScore: sizes[best]! };
  return { marks, spread, score: sigmoid(classes[0]!), ...size };
}
