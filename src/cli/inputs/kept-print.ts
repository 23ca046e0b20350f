import sharp from 'sharp';
import type { Camera } from '../../geometry/camera.js';
import { meanPoint } from '../../geometry/mean-point.js';
import { distanceMm, type Point } from '../../geometry/point.js';
import { halfSideMm } from '../../pieces/bases.js';
import type { MeasureHints, TableMeasurement } from '../../table/measurement.js';
import type { PrintImage } from '../../table/setup/setup.js';
import { measureByPrint } from '../../vision/frame/measure-by-print.js';
import type { MeasuredTable } from '../../vision/frame/measured-table.js';
import { tablePriorOf } from '../../vision/lens/table-prior.js';
import { isOnPrint, type KnownView, type StitchedView } from '../../vision/print/confirm-views.js';
import type { StitchPicture } from '../../vision/print/match-graph.js';
import { addToMap, emptyMap } from '../../vision/print/print-map.js';
import { stitchViews } from '../../vision/print/stitch-views.js';
import type { Engines } from '../../vision/runtime/engines.js';
import type { Frame } from '../../vision/runtime/frame.js';
import { rgbaOf } from '../../vision/runtime/frame.js';
import { withMats } from '../../vision/runtime/opencv.js';
import { CAMERA_PARAMS, paramsFromCamera } from '../../vision/solve/camera-params.js';
import { solveTable } from '../../vision/solve/joint-solution.js';
import { PIVOT } from '../../vision/solve/residual-blocks.js';
import { rightWay, stitchPicture } from './stitch-picture.js';

/** A picture of a mat that was measured, the right way round. */
export interface MeasuredPicture {
  readonly frame: Frame;
  readonly measurement: TableMeasurement;
}

/** What a kept print is brought down to: a picture of a whole mat has no more pixels for each mm. */
const KEPT_PX_PER_MM = 1.25;
/** Light from beside a piece and its plastic change the print about it, mm. */
const ABOUT_PIECE_MM = 8;

/** Draws the print of the mat that pictures show in one table frame, without what stands or lies on it. */
export async function drawnPrint({ cv }: Engines, pictures: readonly MeasuredPicture[]): Promise<PrintImage | undefined> {
  const [first] = pictures;
  if (!first) return undefined;
  const { widthMm, depthMm, sigmaMm } = first.measurement.mat;
  const map = emptyMap({ x: 0, y: 0 }, widthMm, depthMm);
  for (const { frame, measurement } of pictures) {
    const known = { mat: measurement.mat, pieces: piecesOn(measurement) };
    withMats((own) => addToMap(cv, map, own(rgbaOf(cv, frame)), measurement.camera, (at) => isOnPrint(at, measurement.camera, known)));
  }
  const { sidePx, pxPerMm } = map.window;
  const [widthPx, heightPx] = [widthMm, depthMm].map((mm) => Math.min(sidePx, Math.round(mm * pxPerMm))) as [number, number];
  const rgba = new Uint8Array(4 * widthPx * heightPx);
  for (let row = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++) {
      const from = (sidePx - heightPx + row) * sidePx + column;
      const to = row * widthPx + column;
      rgba.set(map.rgb.subarray(3 * from, 3 * from + 3), 4 * to);
      rgba[4 * to + 3] = map.weight[from]! > 0 ? 255 : 0;
    }
  }
  const kept = Math.round((widthPx * KEPT_PX_PER_MM) / pxPerMm);
  const webp = await sharp(rgba, { raw: { width: widthPx, height: heightPx, channels: 4 } })
    .resize({ width: kept })
    .webp({ quality: 80, alphaQuality: 50 })
    .toBuffer();
  // What is common to all ships of a picture is where the mat lies about them; what each has of its own only makes this larger.
  const variances = first.measurement.bases.map(({ covariance: { xx, yy } }) => (xx + yy) / 2);
  const shiftSigmaMm = Math.sqrt(Math.max(sigmaMm ** 2 / 4, ...variances));
  return { pxPerMm: kept / widthMm, widthMm, depthMm, sigmaMm, shiftSigmaMm, webp: webp.toString('base64') };
}

/** Circles about all that stands or lies on a mat. */
function piecesOn({ bases, obstacles, templates = [], unmeasurable }: TableMeasurement) {
  const outlines = [...obstacles, ...templates].map(({ outline }) => outline);
  return [
    ...bases.map(({ base, pose: { x, y } }) => ({ x, y, radiusMm: Math.SQRT2 * halfSideMm(base) + ABOUT_PIECE_MM })),
    ...outlines.map((outline) => {
      const middle = meanPoint(outline);
      return { ...middle, radiusMm: Math.max(...outline.map((at) => distanceMm(at, middle))) + ABOUT_PIECE_MM };
    }),
    ...unmeasurable.map(({ at, radiusMm }) => ({ ...at, radiusMm: radiusMm + ABOUT_PIECE_MM })),
  ];
}

/** A kept print as stitching takes it. */
interface KeptMap {
  readonly picture: StitchPicture;
  readonly known: KnownView;
}

const opened = new WeakMap<PrintImage, Promise<KeptMap>>();

function keptMap(engines: Engines, print: PrintImage): Promise<KeptMap> {
  const made = opened.get(print) ?? openMap(engines, print);
  opened.set(print, made);
  return made;
}

/** How far the print was from where it is kept: focal length (log), lens, middle (px), turn (rad), place (mm); a map errs by that of the pictures it was made of. */
const MAP_SIGMAS = [1e-4, 1e-4, 1e-4, 0.02, 0.02, 1e-4, 1e-4, 1e-4, 0.1, 0.1, 0.1];
/** So far above the mat the map's camera is thought, mm. */
const ABOVE_MM = 1000;

const MOST_PIXELS = 4e7;

async function openMap(engines: Engines, { pxPerMm, widthMm, depthMm, webp }: PrintImage): Promise<KeptMap> {
  const { data, info } = await sharp(Buffer.from(webp, 'base64'), { limitInputPixels: MOST_PIXELS })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => ({ data: Buffer.alloc(0), info: { width: 0, height: 0 } }));
  if (Math.abs(info.width - widthMm * pxPerMm) > 2 || Math.abs(info.height - depthMm * pxPerMm) > 2) {
    const got = `${info.width}×${info.height} px`;
    throw new Error(
      `the print in the setup: got ${got}, expected a WebP of ${widthMm.toFixed(0)}×${depthMm.toFixed(0)} mm at ${pxPerMm.toFixed(2)} px/mm. Make the setup anew.`,
    );
  }
  // What is not known looks like what is about it: no edge of it is print.
  const frame = { widthPx: info.width, heightPx: info.height, rgba: filledIn(data, info.width, info.height), capturedAtMs: 0 };
  const camera: Camera = {
    ...{ widthPx: info.width, heightPx: info.height, fx: pxPerMm * ABOVE_MM, fy: pxPerMm * ABOVE_MM },
    ...{ cx: (info.width - 1) / 2, cy: (info.height - 1) / 2, distortion: [0, 0, 0, 0, 0] },
    ...{ r: [1, 0, 0, 0, -1, 0, 0, 0, -1], t: [-widthMm / 2, depthMm / 2, ABOVE_MM] },
  };
  const values = new Float64Array(CAMERA_PARAMS);
  paramsFromCamera(camera, PIVOT, values);
  const covariance = MAP_SIGMAS.flatMap((sigma, i) => MAP_SIGMAS.map((_, k) => (i === k ? sigma ** 2 : 0)));
  return {
    picture: stitchPicture(engines, frame, async () => frame),
    known: { picture: 0, camera, prior: { values: [...values], covariance }, mat: { widthMm, depthMm }, isMap: true },
  };
}

/** Transparent pixels filled row by row and column by column with what is beside them. */
function filledIn(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const out = rgba.slice();
  const isKnown = (at: number) => rgba[4 * at + 3]! > 127;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      if (isKnown(at)) continue;
      let [left, right, up, down] = [column, column, row, row];
      while (left > 0 && !isKnown(row * width + left)) left--;
      while (right < width - 1 && !isKnown(row * width + right)) right++;
      while (up > 0 && !isKnown(up * width + column)) up--;
      while (down < height - 1 && !isKnown(down * width + column)) down++;
      const ends = [row * width + left, row * width + right, up * width + column, down * width + column];
      const weights = [column - left, right - column, row - up, down - row].map((far, i) => (isKnown(ends[i]!) ? 1 / far : 0));
      const all = weights.reduce((sum, weight) => sum + weight, 0);
      for (let c = 0; c < 3; c++)
        out[4 * at + c] = all > 0 ? ends.reduce((sum, end, i) => sum + weights[i]! * rgba[4 * end + c]!, 0) / all : 0;
      out[4 * at + 3] = 255;
    }
  }
  return out;
}

/** Where on the kept print a picture was taken from, in the table frame of the print; undefined where it does not show that print beyond doubt. */
export async function viewOnPrint(
  engines: Engines,
  print: PrintImage,
  frame: Frame,
  ownCameras: readonly Camera[],
): Promise<StitchedView | undefined> {
  const map = await keptMap(engines, print);
  const { views } = await stitchViews(engines.cv, [map.picture, stitchPicture(engines, frame, async () => frame)], {
    known: map.known,
    ownCameras: async (i) => (i === 1 ? ownCameras : []),
  });
  const view = views[1];
  return view?.ok ? view : undefined;
}

/**
 * Measures a picture whose place on the table its border does not tell (`alone`) by the print that the setup keeps, in the table frame of the setup; undefined where
 * the picture does not show that print beyond doubt.
 */
export async function measuredByKeptPrint(
  engines: Engines,
  frame: Frame,
  alone: MeasuredTable,
  print: PrintImage,
  hints: MeasureHints,
): Promise<MeasuredTable | undefined> {
  const upright = rightWay(frame, hints);
  const view = await viewOnPrint(engines, print, upright, alone.result.ok ? [alone.result.measurement.camera] : []);
  if (!view) return undefined;
  const { isMirrored: _, ...others } = hints;
  const { widthMm, depthMm } = print;
  const table = solveTable({ camera: view.camera, widthMm, depthMm }, { border: [], bases: [] }, tablePriorOf(others, upright));
  const measured = await measureByPrint(engines, upright, { ...others, isPhoto: true }, { ...view, table });
  if (!measured.result.ok) return undefined;
  return { ...measured, result: { ...measured.result, measurement: withErrorOfPrint(measured.result.measurement, print) } };
}

/** A measurement by a kept print, with what is open of the print itself: where the mat lies about it, and how large it is. */
export function withErrorOfPrint(measurement: TableMeasurement, print: PrintImage): TableMeasurement {
  const { bases, jointCovariance, obstacles, mat } = measurement;
  const scaleSq = (print.sigmaMm / print.widthMm) ** 2;
  // From the middle: what turns them about is no part of it.
  const off = bases.flatMap(({ pose: { x, y } }) => [x - print.widthMm / 2, y - print.depthMm / 2, 0]);
  const n = off.length;
  const joint = jointCovariance.map((value, at) => {
    const [row, column] = [Math.floor(at / n), at % n];
    const shift = row % 3 === column % 3 && row % 3 < 2 ? print.shiftSigmaMm ** 2 : 0;
    return value + shift + scaleSq * off[row]! * off[column]!;
  });
  const of = (i: number, p: number, q: number) => joint[(3 * i + p) * n + 3 * i + q]!;
  return {
    ...measurement,
    mat: { ...mat, sigmaMm: Math.max(mat.sigmaMm, print.sigmaMm) },
    jointCovariance: joint,
    bases: bases.map((base, i) => ({ ...base, covariance: { ...base.covariance, xx: of(i, 0, 0), xy: of(i, 0, 1), yy: of(i, 1, 1) } })),
    obstacles: obstacles.map((one) => ({
      ...one,
      sigmaMm: Math.hypot(one.sigmaMm, (print.sigmaMm / print.widthMm) * reachOf(one.outline, print)),
    })),
  };
}

/** How far from the mat's middle an outline reaches, mm. */
function reachOf(outline: readonly Point[], { widthMm, depthMm }: PrintImage): number {
  return Math.max(...outline.map((at) => distanceMm(at, { x: widthMm / 2, y: depthMm / 2 })));
}
