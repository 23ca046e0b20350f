import type { Camera } from '../geometry/camera.js';

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

const FIELDS = ['widthPx', 'heightPx', 'fx', 'fy', 'cx', 'cy'] as const;
const SIGMAS = ['focalPx', 'k1', 'k2', 'centrePx'] as const;

/** The lens in a document, without what else is there; throws with the field that is missing or wrong. */
export function knownLensFrom(json: unknown): KnownLens {
  const lens = (json ?? {}) as Record<string, unknown>;
  for (const field of FIELDS) {
    if (!isPositive(lens[field])) throw new Error(`${field} is ${JSON.stringify(lens[field])}; expected a positive number of pixels.`);
  }
  const { distortion, sigma } = lens;
  if (!Array.isArray(distortion) || distortion.length !== 5 || !distortion.every((k) => Number.isFinite(k))) {
    throw new Error(`distortion is ${JSON.stringify(distortion)}; expected five numbers k1, k2, p1, p2, k3.`);
  }
  const { widthPx, heightPx, fx, fy, cx, cy } = lens as unknown as KnownLens;
  const plain = { widthPx, heightPx, fx, fy, cx, cy, distortion: distortion as unknown as KnownLens['distortion'] };
  return sigma === undefined ? plain : { ...plain, sigma: sigmaFrom(sigma) };
}

function sigmaFrom(json: unknown): LensSigma {
  const sigma = (json ?? {}) as Record<string, unknown>;
  for (const field of SIGMAS) {
    if (!isPositive(sigma[field])) throw new Error(`sigma.${field} is ${JSON.stringify(sigma[field])}; expected a positive number.`);
  }
  const { focalPx, k1, k2, centrePx } = sigma as unknown as LensSigma;
  return { focalPx, k1, k2, centrePx };
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

/** A phone that was turned, or a picture cut to another shape, has other pixels: its lens is not the one that was measured. */
const SAME_SHAPE = 0.005;

/** Whether pictures of a size can be of the lens: the same shape, perhaps scaled. */
export function isShapeOf({ widthPx, heightPx }: KnownLens, size: { readonly widthPx: number; readonly heightPx: number }): boolean {
  return Math.abs((size.widthPx * heightPx) / (size.heightPx * widthPx) - 1) < SAME_SHAPE;
}
