import * as v from 'valibot';
import type { Camera } from '../geometry/camera.js';
import { described, fields, items, number, validate } from './validate.js';

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

/** No picture is larger, and no lens stranger than this. */
const MOST_PX = 100_000;
const MOST_DISTORTION = 1000;

const px = () => number({ min: 0, above: 0, max: MOST_PX });
const centre = () => number({ min: -MOST_PX, max: MOST_PX });
const distortion = () => number({ min: -MOST_DISTORTION, max: MOST_DISTORTION });
const spread = () => number({ min: 0, above: 0, max: MOST_PX });

/** A lens as it stands in a lens file, in what the browser keeps and in a setup; docs/formats/lens.schema.json. */
export const LENS_SCHEMA = fields({
  ...{ widthPx: px(), heightPx: px(), fx: px(), fy: px(), cx: centre(), cy: centre() },
  distortion: described(
    items([distortion(), distortion(), distortion(), distortion(), distortion()], 'five numbers k1, k2, p1, p2, k3'),
    'k1, k2, p1, p2, k3 as in OpenCV',
  ),
  sigma: v.optional(
    described(fields({ focalPx: spread(), k1: spread(), k2: spread(), centrePx: spread() }), 'one standard deviation each'),
  ),
});

/** The lens in a document, without what else is there; throws with the field that is missing or wrong. */
export function knownLensFrom(json: unknown): KnownLens {
  const { sigma, ...lens } = validate(LENS_SCHEMA, json, 'lens');
  return sigma ? { ...lens, sigma } : lens;
}

/** A phone that was turned, or a picture cut to another shape, has other pixels: its lens is not the one that was measured. */
const SAME_SHAPE = 0.005;

/** Whether pictures of a size can be of the lens: the same shape, perhaps scaled. */
export function isShapeOf({ widthPx, heightPx }: KnownLens, size: { readonly widthPx: number; readonly heightPx: number }): boolean {
  return Math.abs((size.widthPx * heightPx) / (size.heightPx * widthPx) - 1) < SAME_SHAPE;
}
