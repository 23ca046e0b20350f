import { meanPoint, reachMm } from '../../../geometry/mean-point.js';
import { halfSideMm } from '../../../pieces/bases.js';
import type { TableMeasurement } from '../../../table/measurement.js';
import type { PrintImage } from '../../../table/setup/setup.js';
import { type Frame, rgbaOf } from '../../runtime/frame.js';
import { type Cv, withMats } from '../../runtime/opencv.js';
import type { PictureCodec, RgbaPicture } from '../../runtime/picture-codec.js';
import { isOnPrint, type StandingPiece } from '../confirm-views.js';
import { addToMap, emptyMap, type PrintMap } from '../print-map.js';

/** A picture of a mat that was measured, the right way round. */
export interface MeasuredPicture {
  readonly frame: Frame;
  readonly measurement: TableMeasurement;
}

/** Resolution to which a kept print is reduced: a picture of a whole mat has no more pixels for each mm. */
const KEPT_PX_PER_MM = 1.25;
/** Distance from a piece within which light from the side and its plastic change the print, mm. */
const ABOUT_PIECE_MM = 8;
/** Number of letters beyond which a print is drawn coarser: a browser keeps little of a table. */
const MAX_LETTERS = 1.2e6;
const COARSER = 0.75;

/** Draws a picture's view of the print, without the pieces on it; the map is changed in place. */
function drawPrint(cv: Cv, map: PrintMap, { frame, measurement }: MeasuredPicture): void {
  const known = { mat: measurement.mat, pieces: piecesOn(measurement) };
  withMats((own) => addToMap(cv, map, own(rgbaOf(cv, frame)), measurement.camera, (at) => isOnPrint(at, measurement.camera, known)));
}

/** A map in the form that is kept. */
async function printOf(codec: PictureCodec, map: PrintMap, of: Omit<PrintImage, 'webp' | 'pxPerMm'>): Promise<PrintImage> {
  const { widthMm, depthMm, sigmaMm, shiftSigmaMm } = of;
  const picture = pictureOf(map, widthMm, depthMm);
  let widthPx = Math.round(widthMm * KEPT_PX_PER_MM);
  let webp = await codec.encoded(picture, widthPx);
  while (webp.length > MAX_LETTERS) {
    widthPx = Math.round(COARSER * widthPx);
    webp = await codec.encoded(picture, widthPx);
  }
  return { pxPerMm: widthPx / widthMm, widthMm, depthMm, sigmaMm, shiftSigmaMm, webp };
}

/**
 * Draws the print of the mat in pictures of one table frame, without the pieces on it; added to `kept`, if any, whose frame it then has.
 */
export async function drawnPrint(
  cv: Cv,
  codec: PictureCodec,
  pictures: readonly MeasuredPicture[],
  kept?: PrintImage,
): Promise<PrintImage | undefined> {
  const [first] = pictures;
  if (!first) return undefined;
  const { mat } = first.measurement;
  const map = kept ? await mapOfPrint(cv, codec, kept) : emptyMap({ x: 0, y: 0 }, mat.widthMm, mat.depthMm);
  for (const picture of pictures) drawPrint(cv, map, picture);
  return printOf(codec, map, kept ?? placeOf(first.measurement));
}

/** Facts about a print from its first measurement: the mat's drawn size, and the uncertainty of its place and size. */
function placeOf({ mat: { widthMm, depthMm, sigmaMm }, bases }: TableMeasurement): Omit<PrintImage, 'webp' | 'pxPerMm'> {
  // The common error of all ships of a picture is that of the mat's position around them; their own errors only make this larger.
  const variances = bases.map(({ covariance: { xx, yy } }) => (xx + yy) / 2);
  return { widthMm, depthMm, sigmaMm, shiftSigmaMm: Math.sqrt(Math.max(sigmaMm ** 2 / 4, ...variances)) };
}

/** Circles around all pieces on a mat. */
export function piecesOn({ bases, obstacles, templates = [], unmeasurable }: TableMeasurement): StandingPiece[] {
  const outlines = [...obstacles, ...templates].map(({ outline }) => outline);
  return [
    ...bases.map(({ base, pose: { x, y } }) => ({ x, y, radiusMm: Math.SQRT2 * halfSideMm(base) + ABOUT_PIECE_MM })),
    ...outlines.map((outline) => ({ ...meanPoint(outline), radiusMm: reachMm(outline) + ABOUT_PIECE_MM })),
    ...unmeasurable.map(({ at, radiusMm }) => ({ ...at, radiusMm: radiusMm + ABOUT_PIECE_MM })),
  ];
}

/** A map as a picture, transparent where nothing is known; the far side on top. */
function pictureOf({ window: { sidePx, pxPerMm }, rgb, weight }: PrintMap, widthMm: number, depthMm: number): RgbaPicture {
  const [widthPx, heightPx] = [widthMm, depthMm].map((mm) => Math.min(sidePx, Math.round(mm * pxPerMm))) as [number, number];
  const rgba = new Uint8Array(4 * widthPx * heightPx);
  for (let row = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++) {
      const from = (sidePx - heightPx + row) * sidePx + column;
      const to = row * widthPx + column;
      rgba.set(rgb.subarray(3 * from, 3 * from + 3), 4 * to);
      rgba[4 * to + 3] = weight[from]! > 0 ? 255 : 0;
    }
  }
  return { widthPx, heightPx, rgba };
}

/** Weight of a kept print, as `PrintMap.weight` counts: no more than its own pixels show. */
const KEPT_WEIGHT = KEPT_PX_PER_MM ** 2;
/** Opacity below which a pixel's colour is mixed with that of nothing. */
const KNOWN_ALPHA = 250;

/** The map from which a kept print was drawn, as far as it is kept, so that more can be drawn on it. */
async function mapOfPrint(cv: Cv, codec: PictureCodec, { widthMm, depthMm, webp }: PrintImage): Promise<PrintMap> {
  const map = emptyMap({ x: 0, y: 0 }, widthMm, depthMm);
  const { window, rgb, weight } = map;
  const [columns, rows] = [widthMm, depthMm].map((mm) => Math.min(window.sidePx, Math.round(mm * window.pxPerMm))) as [number, number];
  const kept = await codec.decoded(webp);
  withMats((own) => {
    const drawn = own(new cv.Mat());
    cv.resize(own(rgbaOf(cv, kept)), drawn, new cv.Size(columns, rows), 0, 0, cv.INTER_LINEAR);
    const rgba = drawn.data;
    for (let at = 0; at < rows * columns; at++) {
      if (rgba[4 * at + 3]! < KNOWN_ALPHA) continue;
      const to = (window.sidePx - rows + Math.floor(at / columns)) * window.sidePx + (at % columns);
      rgb.set(rgba.subarray(4 * at, 4 * at + 3), 3 * to);
      weight[to] = KEPT_WEIGHT;
    }
  });
  return map;
}
