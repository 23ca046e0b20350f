import { type Camera, middleOf } from '../../../geometry/camera.js';
import type { PrintImage } from '../../../table/setup/setup.js';
import type { Frame } from '../../runtime/frame.js';
import type { Cv } from '../../runtime/opencv.js';
import type { PictureCodec } from '../../runtime/picture-codec.js';
import { CAMERA_PARAMS, paramsFromCamera } from '../../solve/camera-params.js';
import { PIVOT } from '../../solve/residual-blocks.js';
import type { KnownView } from '../confirm-views.js';
import type { StitchPicture } from '../match-graph.js';
import { stitchPicture } from '../stitch-picture.js';

/** A print that is not a picture, or one of another size. */
export class UnreadablePrint extends Error {
  override readonly name = 'UnreadablePrint';
}

/** A kept print as a picture from straight above, with the camera that would have taken it. */
export interface OpenPrint {
  readonly picture: StitchPicture;
  readonly known: KnownView;
}

/** The print that was asked for last: one table is looked at repeatedly. */
let last: { readonly of: string; readonly opened: Promise<OpenPrint> } | undefined;

/** A kept print, opened once until another is asked for; rejects with UnreadablePrint. */
export function openPrint(cv: Cv, codec: PictureCodec, print: PrintImage): Promise<OpenPrint> {
  const { pxPerMm, widthMm, depthMm, webp } = print;
  const of = [pxPerMm, widthMm, depthMm, webp].join();
  if (last?.of !== of) last = { of, opened: opened(cv, codec, print) };
  return last.opened;
}

/**
 * Error of a kept print's camera: focal length (log), lens, middle (px), turn (rad), place (mm); a map has the errors of the pictures it
 * was made from.
 */
const MAP_SIGMAS = [1e-4, 1e-4, 1e-4, 0.02, 0.02, 1e-4, 1e-4, 1e-4, 0.1, 0.1, 0.1];
/** Height over the mat of the map's imagined camera, mm. */
const ABOVE_MM = 1000;

async function opened(cv: Cv, codec: PictureCodec, { pxPerMm, widthMm, depthMm, webp }: PrintImage): Promise<OpenPrint> {
  const { widthPx, heightPx, rgba } = await codec.decoded(webp).catch(() => ({ rgba: new Uint8Array(), widthPx: 0, heightPx: 0 }));
  if (Math.abs(widthPx - widthMm * pxPerMm) > 2 || Math.abs(heightPx - depthMm * pxPerMm) > 2) {
    const got = `${widthPx}×${heightPx} px`;
    throw new UnreadablePrint(
      `the print in the setup: got ${got}, expected a WebP of ${widthMm.toFixed(0)}×${depthMm.toFixed(0)} mm at ${pxPerMm.toFixed(2)} px/mm. Make the setup again.`,
    );
  }
  // Unknown parts look like their surroundings: none of their edges is print.
  const frame = { widthPx, heightPx, rgba: filledIn(rgba, widthPx, heightPx), capturedAtMs: 0 };
  const camera: Camera = {
    ...{ widthPx, heightPx, fx: pxPerMm * ABOVE_MM, fy: pxPerMm * ABOVE_MM, ...middleOf({ widthPx, heightPx }) },
    distortion: [0, 0, 0, 0, 0],
    ...{ r: [1, 0, 0, 0, -1, 0, 0, 0, -1], t: [-widthMm / 2, depthMm / 2, ABOVE_MM] },
  };
  const values = new Float64Array(CAMERA_PARAMS);
  paramsFromCamera(camera, PIVOT, values);
  const covariance = MAP_SIGMAS.flatMap((sigma, i) => MAP_SIGMAS.map((_, k) => (i === k ? sigma ** 2 : 0)));
  return {
    picture: stitchPicture(cv, frame),
    known: { picture: 0, camera, prior: { values: [...values], covariance }, mat: { widthMm, depthMm }, isMap: true },
  };
}

/** Fills transparent pixels row by row and column by column with their neighbours' colours. */
function filledIn(rgba: Frame['rgba'], width: number, height: number): Frame['rgba'] {
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
