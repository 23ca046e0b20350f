import type { Camera } from '../../geometry/camera.js';
import type { Pose } from '../../geometry/pose.js';
import { BASE_SIZES, type BaseSize } from '../../pieces/base-size.js';
import { halfSideMm } from '../../pieces/bases.js';
import { cutAveragedCrop, squareCrop } from '../image/crop.js';
import { softmax } from '../runtime/activations.js';
import type { Engines } from '../runtime/engines.js';
import type { Net } from '../runtime/net.js';
import type { Cv, Mat } from '../runtime/opencv.js';
import type { SizeOdds } from '../solve/observations.js';
import type { Candidate } from './candidate.js';

/** The crops that the net reads, in which a base is as wide whatever its size; as in models/train/pictures.py. */
const CROP_PX = 96;
/** Half of a crop, in halves of its base. */
const REACH = 1.5;

/**
 * Of which size bases are, by their guides, hashmarks and walls, which are as wide on all of them: each is seen in a crop cut to its foot as it was read, so that the answer does not depend on the distance
 * at which the camera is assumed. Undefined behind the camera.
 */
export async function readSizes(
  cv: Cv,
  net: Net,
  rgba: Mat,
  camera: Camera,
  bases: readonly { readonly base: BaseSize; readonly pose: Pose }[],
): Promise<(SizeOdds | undefined)[]> {
  const windows = bases.map(({ base, pose }) => squareCrop(camera, pose, REACH * halfSideMm(base), 0, CROP_PX));
  const images = windows.flatMap((window) => (window ? [cutAveragedCrop(cv, rgba, window, CROP_PX)] : []));
  if (images.length === 0) return bases.map(() => undefined);
  const data = new Float32Array(images.length * 3 * CROP_PX ** 2);
  images.forEach((image, i) => {
    data.set(image, i * image.length);
  });
  const { sizes } = await net.run(data, [images.length, 3, CROP_PX, CROP_PX]);
  if (!sizes) throw new Error('The net for sizes gave none.');
  let next = 0;
  return windows.map((window) => {
    if (!window) return undefined;
    const logits = sizes.data.subarray(next, next + BASE_SIZES.length);
    next += BASE_SIZES.length;
    const odds = softmax([...logits]);
    return Object.fromEntries(BASE_SIZES.map((size, i) => [size, odds[i]!])) as unknown as SizeOdds;
  });
}

/** Candidates that stand at some poses under a camera, with the odds of their sizes. */
export async function withSizeOdds<One extends Candidate>(
  { cv, nets }: Engines,
  rgba: Mat,
  camera: Camera,
  candidates: readonly One[],
  poses: readonly Pose[],
): Promise<One[]> {
  const standing = candidates.map(({ marks: { base } }, i) => ({ base, pose: poses[i]! }));
  const odds = await readSizes(cv, nets.baseSize, rgba, camera, standing);
  return candidates.map((one, i) => ({ ...one, marks: { ...one.marks, sizes: odds[i] } }));
}
