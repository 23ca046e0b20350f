import * as v from 'valibot';
import type { Camera } from '../geometry/camera.js';
import { described, fields, items, number, validate } from './documents/validate.js';

/** A camera's lens at one resolution, zoom and focus: what a lens file holds (calibration/lenses/README.md). */
export interface KnownLens extends Pick<Camera, 'widthPx' | 'heightPx' | 'fx' | 'fy' | 'cx' | 'cy' | 'distortion'> {
  /** Absent in files of other programs. */
  readonly sigma?: LensSigma;
}

/** One standard deviation of each part of a lens. */
export interface LensSigma {
  readonly focalPx: number;
  readonly k1: number;
  readonly k2: number;
  readonly centrePx: number;
}

/** Standard deviations of a lens whose file does not say them; of the focal length its logarithm's. */
export const UNSTATED_LENS_SIGMA = { logFocal: 0.004, k1: 0.004, k2: 0.006, centrePx: 3 } as const;

/** No picture is larger, and no lens stranger than this. */
const MAX_PX = 100_000;
const MAX_DISTORTION = 1000;

const px = () => number({ min: 0, above: 0, max: MAX_PX });
const centre = () => number({ min: -MAX_PX, max: MAX_PX });
const distortion = () => number({ min: -MAX_DISTORTION, max: MAX_DISTORTION });
const spread = () => number({ min: 0, above: 0, max: MAX_PX });

/** A lens without the picture that it is of, as setups hold it. */
export const LENS_FIELDS = {
  ...{ fx: px(), fy: px(), cx: centre(), cy: centre() },
  distortion: described(
    items([distortion(), distortion(), distortion(), distortion(), distortion()], 'five numbers k1, k2, p1, p2, k3'),
    'k1, k2, p1, p2, k3 as in OpenCV',
  ),
  sigma: v.optional(
    described(
      fields({ focalPx: v.optional(spread()), k1: v.optional(spread()), k2: v.optional(spread()), centrePx: v.optional(spread()) }),
      'one standard deviation each',
    ),
  ),
};

/** A lens as it stands in a lens file and in what the browser keeps; docs/formats/lens.schema.json. */
export const LENS_SCHEMA = fields({ widthPx: px(), heightPx: px(), ...LENS_FIELDS });

/** The lens in a document, without what else is there; throws with the field that is missing or wrong. */
export function knownLensFrom(json: unknown): KnownLens {
  return withWholeSigma(validate(LENS_SCHEMA, json, 'lens'));
}

/** A lens as read: a part of its sigma that was left out is as unsure as where nothing is said. */
export function withWholeSigma(read: v.InferOutput<typeof LENS_SCHEMA>): KnownLens {
  const { sigma, ...lens } = read;
  if (!sigma) return lens;
  const { logFocal, ...unstated } = UNSTATED_LENS_SIGMA;
  const { focalPx = logFocal * Math.sqrt(lens.fx * lens.fy), k1 = unstated.k1, k2 = unstated.k2, centrePx = unstated.centrePx } = sigma;
  return { ...lens, sigma: { focalPx, k1, k2, centrePx } };
}

/** A phone that was turned, or a picture cut to another shape, has other pixels: its lens is not the one that was measured. */
const SAME_SHAPE = 0.005;

/** Whether pictures of a size can be of the lens: the same shape, perhaps scaled. */
export function isShapeOf({ widthPx, heightPx }: KnownLens, size: { readonly widthPx: number; readonly heightPx: number }): boolean {
  return Math.abs((size.widthPx * heightPx) / (size.heightPx * widthPx) - 1) < SAME_SHAPE;
}
