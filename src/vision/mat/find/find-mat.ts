import type { Pixel } from '../../../geometry/point.js';
import { sigmoid } from '../../runtime/activations.js';
import { averageMirrored, mirrorRows } from '../../runtime/mirror-rows.js';
import type { Net } from '../../runtime/net.js';
import { type Cv, type Mat, withMats } from '../../runtime/opencv.js';
import { planarRgb } from '../../runtime/planar-rgb.js';

/** Evidence of the mat finder, in pixels of the original frame. */
export interface MatEvidence {
  /** Places on the mat’s border, each with its probability, 0…1. */
  readonly border: readonly (Pixel & { readonly probability: number })[];
  /** Probability that each cell shows mat, `columns`×`rows`, row by row. */
  readonly mask: Float32Array;
  readonly columns: number;
  readonly rows: number;
  /** Original pixels for each cell; a cell's centre lies at (column + 0.5) · cellPx − 0.5. */
  readonly cellPx: number;
}

/** Long side that the frame is reduced to for the net, px. */
const LONG_SIDE_PX = 224;
const STRIDE = 4;
/** Probability below which a cell shows no border. */
const MIN_BORDER_PROBABILITY = 0.35;

/** Finds the mat in a whole frame (RGBA). */
export async function findMat(cv: Cv, net: Net, rgba: Mat): Promise<MatEvidence> {
  const scale = LONG_SIDE_PX / Math.max(rgba.cols, rgba.rows);
  const width = Math.round(rgba.cols * scale);
  const height = Math.round(rgba.rows * scale);
  const paddedWidth = Math.ceil(width / 32) * 32;
  const paddedHeight = Math.ceil(height / 32) * 32;
  const small = withMats((own) => {
    const resized = own(new cv.Mat());
    cv.resize(rgba, resized, new cv.Size(width, height), 0, 0, cv.INTER_AREA);
    return planarRgb(resized.data, width, height);
  });
  const run = async (picture: Float32Array) => {
    const { maps } = await net.run(padded(picture, width, height, paddedWidth, paddedHeight), [1, 3, paddedHeight, paddedWidth]);
    if (!maps) throw new Error('The mat finder gave no maps.');
    return maps.data;
  };
  const data = await run(small);
  // Mirrored as well, where its cells fall on the same places: what the net errs in differently cancels.
  const [stridedWidth, stridedHeight] = [paddedWidth / STRIDE, paddedHeight / STRIDE];
  if (width % STRIDE === 0) {
    const mirrored = await run(mirrorRows(small, width));
    averageMirrored(data, mirrored, stridedWidth * stridedHeight, stridedWidth, width / STRIDE, SIDEWAYS);
  }
  const columns = Math.floor(width / STRIDE);
  const rows = Math.floor(height / STRIDE);
  return readMaps(data, stridedWidth, stridedHeight, columns, rows, rgba.cols / width);
}

/** The plane that points to the right changes its sign in a mirrored picture. */
const SIDEWAYS = [2];

function padded(picture: Float32Array, width: number, height: number, paddedWidth: number, paddedHeight: number): Float32Array {
  const out = new Float32Array(3 * paddedWidth * paddedHeight);
  for (let row = 0; row < 3 * height; row++) {
    const plane = Math.floor(row / height);
    out.set(picture.subarray(row * width, (row + 1) * width), (plane * paddedHeight + (row % height)) * paddedWidth);
  }
  return out;
}

function readMaps(
  data: Float32Array,
  stridedWidth: number,
  stridedHeight: number,
  columns: number,
  rows: number,
  pxPerPx: number,
): MatEvidence {
  const plane = stridedWidth * stridedHeight;
  const mask = new Float32Array(columns * rows);
  const border: (Pixel & { probability: number })[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * stridedWidth + column;
      mask[row * columns + column] = sigmoid(data[at]!);
      const probability = sigmoid(data[plane + at]!);
      if (probability < MIN_BORDER_PROBABILITY) continue;
      const u = (column + data[2 * plane + at]! + 0.5) * STRIDE * pxPerPx - 0.5;
      const v = (row + data[3 * plane + at]! + 0.5) * STRIDE * pxPerPx - 0.5;
      border.push({ u, v, probability });
    }
  }
  return { border, mask, columns, rows, cellPx: STRIDE * pxPerPx };
}
