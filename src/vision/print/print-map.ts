import type { Camera } from '../../geometry/camera.js';
import { cameraCentre } from '../../geometry/camera.js';
import type { Point } from '../../geometry/point.js';
import { upperMedian } from '../../geometry/statistics.js';
import { type PlaneWindow, tableFromView, viewFromAbove } from '../image/view-from-above.js';
import type { Cv, Mat } from '../runtime/opencv.js';

/**
 * The mat's print from straight above, composed from pictures whose cameras are known: at each place the colour that most of them show, the
 * nearer and steeper ones counting more. Pieces that stood there in a minority of them are gone.
 */
export interface PrintMap {
  readonly window: PlaneWindow;
  /** RGB, row by row, y up. */
  readonly rgb: Uint8Array;
  /** Weight of each pixel, in units of a picture of one pixel for each mm; 0 where no picture has shown it. */
  readonly weight: Float32Array;
  /** Colours of pictures that contradict it, and their weight. */
  readonly otherRgb: Uint8Array;
  readonly otherWeight: Float32Array;
}

/** Side beyond which maps are drawn coarser. */
const MAX_SIDE_PX = 2400;
const USUAL_PX_PER_MM = 2;

/** An empty map of a part of the table; `corner`: its corner nearest to the origin, mm. */
export function emptyMap(corner: Point, widthMm: number, depthMm: number): PrintMap {
  const sideMm = Math.max(widthMm, depthMm);
  const pxPerMm = Math.min(USUAL_PX_PER_MM, MAX_SIDE_PX / sideMm);
  const sidePx = Math.max(1, Math.ceil(sideMm * pxPerMm));
  const pixels = sidePx * sidePx;
  return {
    window: { sidePx, pxPerMm, corner, sourceLongSidePx: Number.POSITIVE_INFINITY },
    rgb: new Uint8Array(3 * pixels),
    weight: new Float32Array(pixels),
    otherRgb: new Uint8Array(3 * pixels),
    otherWeight: new Float32Array(pixels),
  };
}

/** Grey levels within which two pictures show the same, their light having been levelled. */
const ALIKE = 28;
/** Ratio of quality at which a picture replaces a worse one instead of being averaged with it. */
const BETTER = 2.5;
/** Largest quality that counts, in pixels for each square mm. */
const MAX_QUALITY = 16;

/** Adds a picture where it `isPrint`; the map is changed in place, since it is large. */
export function addToMap(cv: Cv, map: PrintMap, rgba: Mat, camera: Camera, isPrint: (at: Point) => boolean = () => true): void {
  const { window, rgb, weight, otherRgb, otherWeight } = map;
  const view = viewFromAbove(cv, rgba, camera, window);
  const gain = gainOf(map, view);
  const quality = qualityOver(camera, window);
  const colour = [0, 0, 0];
  for (let i = 0; i < weight.length; i++) {
    if (!view.seen[i]) continue;
    const own = quality(i);
    if (own <= 0 || !isPrint(tableFromView(window, { u: i % window.sidePx, v: Math.floor(i / window.sidePx) }))) continue;
    for (let c = 0; c < 3; c++) colour[c] = Math.min(255, view.rgba[4 * i + c]! * gain[c]!);
    if (weight[i] === 0) {
      put(rgb, i, colour, 1);
      weight[i] = own;
    } else if (isAlike(rgb, i, colour)) {
      put(rgb, i, colour, own > BETTER * weight[i]! ? 1 : own / (own + weight[i]!));
      weight[i]! += own;
    } else if (otherWeight[i]! > 0 && isAlike(otherRgb, i, colour)) {
      put(otherRgb, i, colour, own / (own + otherWeight[i]!));
      otherWeight[i]! += own;
    } else if (own > otherWeight[i]!) {
      put(otherRgb, i, colour, 1);
      otherWeight[i] = own;
    }
    if (otherWeight[i]! > weight[i]!) exchange(map, i);
  }
}

function put(rgb: Uint8Array, i: number, colour: readonly number[], share: number): void {
  for (let c = 0; c < 3; c++) rgb[3 * i + c] = Math.round(rgb[3 * i + c]! + share * (colour[c]! - rgb[3 * i + c]!));
}

function isAlike(rgb: Uint8Array, i: number, colour: readonly number[]): boolean {
  return [0, 1, 2].every((c) => Math.abs(rgb[3 * i + c]! - colour[c]!) < ALIKE);
}

function exchange({ rgb, weight, otherRgb, otherWeight }: PrintMap, i: number): void {
  for (let c = 3 * i; c < 3 * i + 3; c++) [rgb[c], otherRgb[c]] = [otherRgb[c]!, rgb[c]!];
  [weight[i], otherWeight[i]] = [otherWeight[i]!, weight[i]!];
}

/** Factors, for each colour, by which a picture must be brightened to look like the map where both show the same: the median ratio. */
function gainOf({ rgb, weight }: PrintMap, view: { readonly rgba: Uint8Array; readonly seen: Uint8Array }): [number, number, number] {
  const ratios: [number[], number[], number[]] = [[], [], []];
  const step = Math.max(1, Math.floor(weight.length / 40_000));
  for (let i = 0; i < weight.length; i += step) {
    if (!view.seen[i] || weight[i] === 0) continue;
    ratios.forEach((some, c) => {
      some.push((rgb[3 * i + c]! + 8) / (view.rgba[4 * i + c]! + 8));
    });
  }
  return ratios.map((some) => (some.length < 100 ? 1 : upperMedian(some)!)) as [number, number, number];
}

/** Cells along each side of the window; within a cell a picture's quality counts as constant. */
const QUALITY_CELLS = 48;

/** Quality of a picture at each pixel of a window: its pixels for each square mm; 0 where it looks along the table. */
function qualityOver(camera: Camera, window: PlaneWindow): (i: number) => number {
  const centre = cameraCentre(camera);
  const cellPx = Math.ceil(window.sidePx / QUALITY_CELLS);
  const cells = Math.ceil(window.sidePx / cellPx);
  const values = Float32Array.from({ length: cells * cells }, (_, k) => {
    const { x, y } = tableFromView(window, { u: ((k % cells) + 0.5) * cellPx, v: (Math.floor(k / cells) + 0.5) * cellPx });
    const distance = Math.hypot(centre.x - x, centre.y - y, centre.z);
    const sine = centre.z / distance;
    return sine < 0.2 ? 0 : Math.min(MAX_QUALITY, (camera.fx / distance) ** 2 * sine);
  });
  return (i) => {
    const [column, row] = [i % window.sidePx, Math.floor(i / window.sidePx)];
    return values[Math.floor(row / cellPx) * cells + Math.floor(column / cellPx)]!;
  };
}

/** A map as a picture, RGB, `widthMm` × `depthMm` of it, the far side on top. */
export function mapPicture(
  { window: { sidePx, pxPerMm }, rgb }: PrintMap,
  widthMm: number,
  depthMm: number,
): { readonly widthPx: number; readonly heightPx: number; readonly rgb: Uint8Array } {
  const [widthPx, heightPx] = [widthMm, depthMm].map((mm) => Math.max(1, Math.min(sidePx, Math.round(mm * pxPerMm)))) as [number, number];
  const out = new Uint8Array(3 * widthPx * heightPx);
  for (let row = 0; row < heightPx; row++) {
    const from = 3 * (sidePx - heightPx + row) * sidePx;
    out.set(rgb.subarray(from, from + 3 * widthPx), 3 * row * widthPx);
  }
  return { widthPx, heightPx, rgb: out };
}
