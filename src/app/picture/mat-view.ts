import { type Camera, pixelFromTable } from '../../geometry/camera.js';
import type { Point } from '../../geometry/point.js';
import { type Fit, type Part, partOf, showing, type Zoom } from './zoom.js';

/** Miniatures stand about this high over the mat, mm. */
const MINIATURE_MM = 60;
/** Of the picture's sides, around the mat. */
const MARGIN = 0.02;
/** Share of its possible size below which the mat is cropped again; also where it is not all in sight. */
const STILL_LARGE = 0.8;

/** The picture cropped to the mat and what stands on it; `before` where that still shows all of it, so that a camera in a hand makes nothing jump. Undefined where the mat reaches behind the camera. */
export function matView(
  camera: Camera,
  mat: { readonly widthMm: number; readonly depthMm: number },
  fit: Fit,
  before: Zoom | undefined,
): Zoom | undefined {
  const part = partOfMat(camera, mat);
  if (!part) return undefined;
  const best = showing(grown(part), fit);
  return before && isInside(part, partOf(before, fit)) && before.scale > STILL_LARGE * best.scale ? before : best;
}

function partOfMat(camera: Camera, { widthMm, depthMm }: { readonly widthMm: number; readonly depthMm: number }): Part | undefined {
  const corners: readonly Point[] = [
    { x: 0, y: 0 },
    { x: widthMm, y: 0 },
    { x: widthMm, y: depthMm },
    { x: 0, y: depthMm },
  ];
  const pixels = corners.flatMap((corner) => [0, MINIATURE_MM].map((z) => pixelFromTable(camera, { ...corner, z })));
  const [us, vs] = [pixels.map((pixel) => pixel?.u ?? Number.NaN), pixels.map((pixel) => pixel?.v ?? Number.NaN)];
  const part = {
    left: (Math.min(...us) + 0.5) / camera.widthPx,
    top: (Math.min(...vs) + 0.5) / camera.heightPx,
    right: (Math.max(...us) + 0.5) / camera.widthPx,
    bottom: (Math.max(...vs) + 0.5) / camera.heightPx,
  };
  return Object.values(part).every(Number.isFinite) ? withinPicture(part) : undefined;
}

const withinPicture = ({ left, top, right, bottom }: Part): Part => ({
  left: Math.max(0, left),
  top: Math.max(0, top),
  right: Math.min(1, right),
  bottom: Math.min(1, bottom),
});

const grown = ({ left, top, right, bottom }: Part): Part =>
  withinPicture({ left: left - MARGIN, top: top - MARGIN, right: right + MARGIN, bottom: bottom + MARGIN });

const isInside = (a: Part, b: Part) => a.left >= b.left && a.top >= b.top && a.right <= b.right && a.bottom <= b.bottom;
