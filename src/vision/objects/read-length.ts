import { type Camera, cameraCentre, pixelFromTable } from '../../geometry/camera.js';
import type { Pixel } from '../../geometry/point.js';
import { type Pose, tableFromPiece } from '../../geometry/pose.js';
import { upperMedian } from '../../geometry/statistics.js';
import type { Template } from '../../pieces/templates.js';
import { bilinear } from '../image/bilinear.js';
import type { Mat } from '../runtime/opencv.js';
import type { LengthMark } from '../solve/observations.js';

/** Approximate thickness of cardboard and acrylic templates (no source gives it); their printed top is measured. */
const THICKNESS_MM = 2.2;
/** Distance to either side of their expected places within which ends are searched for, and the steps, mm. */
const SEARCH_MM = 3.5;
const STEP_MM = 0.1;
/** Lines along the template, over the middle part of its width. */
const LINES = 15;
/** Groups of the lines from left to right, and the largest distance of each group's edge from that of all, mm. */
const PARTS = 3;
const ALIKE_MM = 1;
const WIDTH_SHARE = 0.7;
/** Length that a gradient is taken over, mm: the width of an edge in a 1080p picture. */
const GRADIENT_MM = 0.9;
/** Factor by which an end’s contrast must exceed any other contrast near it. */
const MIN_LEAD = 1.5;
/**
 * Standard deviation of an end, mm: bevels, wear, the thickness of a template, and the precision of its cut (five measured sets differ by
 * ±0.25 mm: danrs/xwing-templates).
 */
const END_SIGMA_MM = 0.45;
/**
 * Standard deviation of an end as a share of its wall: the edge that faces the camera is that of its top, or that of its foot, or a blend
 * of both by the lens; the middle of the wall is used.
 */
const WALL_SHARE = 0.4;
/** Prior standard deviation of lengths, relative, and the deviation, in standard deviations, beyond which a length is not this template’s. */
const KNOWN_SCALE = 0.008;
const MAX_LENGTH_SIGMAS = 3;

/**
 * Measures the length of a straight template or ruler at `pose` by the edges of its top's two ends. Undefined where an end has no clear
 * edge, or where the length is not nearly that of the template.
 */
export function readLength(rgba: Mat, camera: Camera, pose: Pose, { lengthMm, widthMm }: Template): LengthMark | undefined {
  const picture = { data: rgba.data, widthPx: camera.widthPx, heightPx: camera.heightPx };
  const ends = [0, lengthMm].map((at, i) => endAt(picture, camera, pose, at, i === 0 ? -1 : 1, widthMm));
  const [first, last] = ends;
  if (first === undefined || last === undefined) return undefined;
  const eye = cameraCentre(camera);
  const middle = tableFromPiece(pose, { x: 0, y: lengthMm / 2 });
  const towardsMm = Math.sin(pose.headingRad) * (eye.x - middle.x) + Math.cos(pose.headingRad) * (eye.y - middle.y);
  const wallMm = (THICKNESS_MM * Math.abs(towardsMm)) / eye.z;
  const [from, to] = [first.atMm + (towardsMm < 0 ? wallMm / 2 : 0), last.atMm - (towardsMm > 0 ? wallMm / 2 : 0)];
  const sigmaMm = Math.hypot(first.sigmaMm, last.sigmaMm, WALL_SHARE * wallMm);
  if (Math.abs(to - from - lengthMm) > MAX_LENGTH_SIGMAS * Math.hypot(KNOWN_SCALE * lengthMm, sigmaMm)) return undefined;
  const [one, other] = [from, to].map((at) => pixelFromTable(camera, { ...tableFromPiece(pose, { x: 0, y: at }), z: THICKNESS_MM }));
  return one && other && { from: one, to: other, zMm: THICKNESS_MM, lengthMm, sigmaMm };
}

interface Picture {
  readonly data: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

interface End {
  /** Along the template, from its first end. */
  readonly atMm: number;
  readonly sigmaMm: number;
}

/**
 * The edge across the template near `at`: the place where its lines together change most. Undefined where no change stands out, or where
 * the lines of its left, middle and right disagree.
 */
function endAt(picture: Picture, camera: Camera, pose: Pose, at: number, outward: number, widthMm: number): End | undefined {
  const lines: Float64Array[] = [];
  for (let line = 0; line < LINES; line++) {
    const x = (line / (LINES - 1) - 0.5) * WIDTH_SHARE * widthMm;
    const steps = stepsAlong(picture, camera, pose, x, at, outward);
    if (!steps) return undefined;
    lines.push(steps);
  }
  const place = strongestStep(lines);
  const parts = Array.from({ length: PARTS }, (_, k) => strongestStep(lines.slice((k * LINES) / PARTS, ((k + 1) * LINES) / PARTS)));
  const off = parts.map((part) => (part ?? Number.POSITIVE_INFINITY) - (place ?? 0));
  if (place === undefined || off.some((mm) => Math.abs(mm) > ALIKE_MM)) return undefined;
  const spread = Math.sqrt(off.reduce((sum, mm) => sum + mm ** 2, 0) / (PARTS * (PARTS - 1)));
  return { atMm: at + outward * (place - SEARCH_MM), sigmaMm: Math.hypot(END_SIGMA_MM, spread) };
}

/** Change of the colour at each step along a line of the template; undefined where it leaves the picture. */
function stepsAlong(picture: Picture, camera: Camera, pose: Pose, x: number, at: number, outward: number): Float64Array | undefined {
  const reach = Math.round(GRADIENT_MM / STEP_MM);
  const count = Math.round((2 * SEARCH_MM) / STEP_MM) + 1 + 2 * reach;
  const profile = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const y = at + outward * (i * STEP_MM - SEARCH_MM - GRADIENT_MM);
    const pixel = pixelFromTable(camera, { ...tableFromPiece(pose, { x, y }), z: THICKNESS_MM });
    if (!pixel || !writeColour(picture, pixel, profile, 3 * i)) return undefined;
  }
  return Float64Array.from({ length: count - 2 * reach }, (_, k) => {
    const [from, to] = [3 * k, 3 * (k + 2 * reach)];
    return Math.hypot(profile[to]! - profile[from]!, profile[to + 1]! - profile[from + 1]!, profile[to + 2]! - profile[from + 2]!);
  });
}

/** Place where lines together change most, mm from where the search begins; undefined where no change stands out. */
function strongestStep(lines: readonly Float64Array[]): number | undefined {
  const strength = Array.from(lines[0]!, (_, k) => lines.reduce((sum, line) => sum + line[k]!, 0));
  const best = strength.indexOf(Math.max(...strength));
  const typical = upperMedian(strength)!;
  if (best < 1 || best > strength.length - 2 || strength[best]! < MIN_LEAD * typical) return undefined;
  const [before, here, after] = [strength[best - 1]!, strength[best]!, strength[best + 1]!];
  const bend = before - 2 * here + after;
  return (best + (bend < 0 ? (before - after) / (2 * bend) : 0)) * STEP_MM;
}

/** Writes the colour at a point between pixels; false outside the picture. */
function writeColour({ data, widthPx, heightPx }: Picture, { u, v }: Pixel, out: Float64Array, to: number): boolean {
  const [column, row] = [Math.floor(u), Math.floor(v)];
  if (column < 0 || row < 0 || column >= widthPx - 1 || row >= heightPx - 1) return false;
  const at = 4 * (row * widthPx + column);
  const next = at + 4 * widthPx;
  for (let c = 0; c < 3; c++) {
    out[to + c] = bilinear(u - column, v - row, data[at + c]!, data[at + 4 + c]!, data[next + c]!, data[next + 4 + c]!);
  }
  return true;
}
