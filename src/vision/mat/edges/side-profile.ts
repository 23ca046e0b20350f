import { type Camera, pixelFromTable } from '../../../geometry/camera.js';
import type { Point } from '../../../geometry/point.js';
import { upperMedian } from '../../../geometry/statistics.js';
import { cutCrop } from '../../image/crop.js';
import type { Cv, Mat } from '../../runtime/opencv.js';
import { type MatSide, matSides } from '../../solve/mat-sides.js';
import type { RegisteredMat } from './band-colours.js';
import { stripWindow } from './strip-window.js';

/** Patches along a side, one behind the other, half inside and half outside of it. */
const PATCH = { acrossPx: 112, alongPx: 8, acrossMm: 28, alongMm: 32 };
const CELL_MM = PATCH.acrossMm / PATCH.acrossPx;
/** Middles of the first and the last patch, from the corners, which may be rounded. */
const CORNER_MM = 32;
/** Half the distance over which a step of the colours is taken: about as wide as edges are blurred. */
const HALF_STEP_CELLS = 3;
const CHANNELS = 3;
/** Number of patches in the picture below which a side has no profile. */
const MIN_PATCHES = 6;
/** Minimum number of cells on both sides over which a line’s step falls off before the next line. */
const VALLEY_CELLS = Math.round(2.5 / CELL_MM);
/** Step below which a line is the camera’s noise, of colours 0…1; and the ratio to what the table shows beyond. */
const MIN_STEP = 0.012;
const TIMES_TABLE = 6;
/** Number of outermost cells by which the table beyond is judged. */
const TABLE_CELLS = 12;

/** A line along a side of a mat. */
export interface ProfileLine {
  /** Distance outside the registered side, mm; negative: inside. */
  readonly outsideMm: number;
  /** Change of the colours (0…1) across it. */
  readonly step: number;
  /** Larger share of the step that is left between this line and its neighbours: 0 for a line that stands alone, 1 for a shoulder. */
  readonly valley: number;
}

/** Profile across one side of a registered mat, patch for patch along it. */
export interface SideProfile {
  /** Middle of each patch, mm along the side. */
  readonly placesMm: readonly number[];
  /** For each patch the steps outwards of red, green and blue, cell by cell from the innermost. */
  readonly steps: readonly Float32Array[];
}

/** The profiles of the four sides; undefined where too little of a side is in the picture. */
export function sideProfiles(cv: Cv, rgba: Mat, { camera, widthMm, depthMm }: RegisteredMat): (SideProfile | undefined)[] {
  return matSides(widthMm, depthMm).map((side) => profileOf(cv, rgba, camera, side));
}

function profileOf(cv: Cv, rgba: Mat, camera: Camera, { from, along, out, longMm }: MatSide): SideProfile | undefined {
  const placesMm: number[] = [];
  const steps: Float32Array[] = [];
  for (let s = CORNER_MM; s <= longMm - CORNER_MM; s += PATCH.alongMm) {
    const middle = { x: from.x + s * along.x, y: from.y + s * along.y, z: 0 };
    const imageFromPatch = stripWindow(camera, middle, out, along, PATCH);
    if (!imageFromPatch) continue;
    placesMm.push(s);
    steps.push(stepsAcross(cutCrop(cv, rgba, imageFromPatch, PATCH.acrossPx, PATCH.alongPx)));
  }
  return placesMm.length < MIN_PATCHES ? undefined : { placesMm, steps };
}

function stepsAcross(planes: Float32Array): Float32Array {
  const { acrossPx, alongPx } = PATCH;
  const means = new Float32Array(CHANNELS * acrossPx);
  for (let at = 0; at < planes.length; at++) {
    const channel = Math.floor(at / (acrossPx * alongPx));
    means[channel * acrossPx + (at % acrossPx)]! += planes[at]! / alongPx;
  }
  const steps = new Float32Array(means.length);
  for (let channel = 0; channel < CHANNELS; channel++) {
    for (let cell = HALF_STEP_CELLS; cell < acrossPx - HALF_STEP_CELLS; cell++) {
      const at = channel * acrossPx + cell;
      steps[at] = means[at + HALF_STEP_CELLS]! - means[at - HALF_STEP_CELLS]!;
    }
  }
  return steps;
}

/**
 * The lines that run along all of a side, from the inside out: where the median step of its patches is largest. Things across the side, a
 * card or a hand, are in few patches only. `part`: the patches that count.
 */
export function linesAlong({ steps }: SideProfile, part: (patch: number) => boolean = () => true): ProfileLine[] {
  const { acrossPx } = PATCH;
  const some = steps.filter((_, patch) => part(patch));
  const size = Float64Array.from({ length: acrossPx }, (_, cell) =>
    Math.hypot(...[0, 1, 2].map((channel) => upperMedian(some.map((one) => one[channel * acrossPx + cell]!)) ?? 0)),
  );
  const outer = acrossPx - HALF_STEP_CELLS;
  const least = Math.max(MIN_STEP, TIMES_TABLE * (upperMedian([...size.subarray(outer - TABLE_CELLS, outer)]) ?? 0));
  const lines: ProfileLine[] = [];
  for (let cell = HALF_STEP_CELLS + VALLEY_CELLS; cell < outer - VALLEY_CELLS; cell++) {
    const [before, step, after] = [size[cell - 1]!, size[cell]!, size[cell + 1]!];
    if (step < least || step < before || step <= after) continue;
    const lowest = (from: number, to: number) => Math.min(...size.subarray(from, to));
    const valley = Math.max(lowest(cell - VALLEY_CELLS, cell), lowest(cell + 1, cell + 1 + VALLEY_CELLS)) / step;
    const shift = (before - after) / (2 * (before + after - 2 * step));
    lines.push({ outsideMm: (cell + shift + 0.5) * CELL_MM - PATCH.acrossMm / 2, step, valley });
  }
  return lines;
}

/** The place `outsideMm` outside a side of a mat, `alongMm` along it. */
export function placeBeside({ from, along, out }: MatSide, alongMm: number, outsideMm: number): Point {
  return { x: from.x + alongMm * along.x + outsideMm * out.x, y: from.y + alongMm * along.y + outsideMm * out.y };
}

/** The pixel that shows a place of the mat's plane (mm), and the scale there along `direction`, px per mm; undefined out of view. */
export function projectedPlace(camera: Camera, at: Point, direction: Point) {
  const [here, beyond] = [
    pixelFromTable(camera, { ...at, z: 0 }),
    pixelFromTable(camera, { x: at.x + direction.x, y: at.y + direction.y, z: 0 }),
  ];
  return here && beyond && { ...here, pxPerMm: Math.hypot(beyond.u - here.u, beyond.v - here.v) };
}
