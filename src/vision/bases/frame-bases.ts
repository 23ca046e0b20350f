import type { Pixel } from '../../geometry/point.js';
import { BASE_SIZES, type BaseSize } from '../../pieces/base-size.js';
import { sigmoid } from '../runtime/activations.js';
import type { Net } from '../runtime/net.js';
import { type Cv, type Mat, withMats } from '../runtime/opencv.js';
import { planarRgb } from '../runtime/planar-rgb.js';
import type { Mark } from '../solve/observations.js';

/** A base as the frame itself shows it, wherever the camera is. */
export interface FrameBase {
  readonly base: BaseSize;
  /** Corners of its foot, px of the frame: front left, front right, rear right, rear left, as its first keypoints. */
  readonly corners: readonly [Mark, Mark, Mark, Mark];
  /** The net's score, 0…1. */
  readonly score: number;
}

/** Long side to which the frame is reduced, px; the net takes multiples of 32. */
const LONG_SIDE_PX = 960;
/** A base is at most so wide there, else the frame is reduced further: the net knows bases 14 to 220 px wide (models/train/pictures.py). */
const MAX_SIDE_PX = 200;
const FURTHER = 0.4;
const STRIDE = 4;
const MULTIPLE = 32;
/** The unit of the net's corners, cells. */
const CORNER_CELLS = 8;
/** Probability below which the net shows no base. */
const MIN_SCORE = 0.3;
/** Bound of the net's log standard deviations, cells: beyond it a corner is anywhere. */
const MAX_LOG_SIGMA = 4;
/** Centres nearer than this share of a side are one base's. */
const NEAREST = 0.5;

/** The bases that the frame shows, the likeliest first. */
export async function basesInFrame(cv: Cv, net: Net, rgba: Mat): Promise<FrameBase[]> {
  const scale = Math.min(1, LONG_SIDE_PX / Math.max(rgba.cols, rgba.rows));
  const [found, closer] = [await basesAt(cv, net, rgba, scale), () => basesAt(cv, net, rgba, scale * FURTHER)];
  const isNear = found.length === 0 || found.some((one) => sideOf(one) * scale > MAX_SIDE_PX);
  return isNear ? apart([...(await closer()), ...found]) : found;
}

async function basesAt(cv: Cv, net: Net, rgba: Mat, scale: number): Promise<FrameBase[]> {
  const [width, height] = [Math.round(rgba.cols * scale), Math.round(rgba.rows * scale)];
  const [columns, rows] = [width, height].map((px) => Math.ceil(px / MULTIPLE) * MULTIPLE) as [number, number];
  const image = withMats((own) => {
    const small = own(new cv.Mat());
    cv.resize(rgba, small, new cv.Size(width, height), 0, 0, cv.INTER_AREA);
    const padded = own(new cv.Mat());
    cv.copyMakeBorder(small, padded, 0, rows - height, 0, columns - width, cv.BORDER_CONSTANT, new cv.Scalar(0, 0, 0, 0));
    return planarRgb(padded.data, columns, rows);
  });
  const { maps } = await net.run(image, [1, 3, rows, columns]);
  if (!maps) throw new Error('The net for frames gave no maps.');
  return apart(peaks(maps.data, columns / STRIDE, rows / STRIDE, rgba.cols / width));
}

/** The bases at the highest cells, in the frame's own px; `factor`: how many of them a px of the net's picture is. */
function peaks(maps: Float32Array, columns: number, rows: number, factor: number): FrameBase[] {
  const cells = columns * rows;
  const found: FrameBase[] = [];
  BASE_SIZES.forEach((base, plane) => {
    for (let at = 0; at < cells; at++) {
      const score = sigmoid(maps[plane * cells + at]!);
      if (score < MIN_SCORE || !isHighest(maps.subarray(plane * cells, (plane + 1) * cells), columns, rows, at)) continue;
      const [column, row] = [at % columns, Math.floor(at / columns)];
      const value = (k: number) => maps[(3 + k) * cells + at]!;
      const sigmaPx = Math.exp(Math.min(MAX_LOG_SIGMA, value(8))) * STRIDE * factor;
      const corner = (k: number): Mark => ({
        u: (column + 0.5 + CORNER_CELLS * value(2 * k)) * STRIDE * factor - 0.5,
        v: (row + 0.5 + CORNER_CELLS * value(2 * k + 1)) * STRIDE * factor - 0.5,
        sigmaPx,
      });
      found.push({ base, score, corners: [corner(0), corner(1), corner(2), corner(3)] });
    }
  });
  return found;
}

function isHighest(plane: Float32Array, columns: number, rows: number, at: number): boolean {
  const [column, row] = [at % columns, Math.floor(at / columns)];
  for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
    for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++)
      if (plane[r * columns + c]! > plane[at]!) return false;
  }
  return true;
}

/** Non-maximum suppression: of two bases at one place the one with the higher score stays. */
function apart(found: readonly FrameBase[]): FrameBase[] {
  const separate: FrameBase[] = [];
  for (const one of [...found].sort((a, b) => b.score - a.score)) {
    const [middle, side] = [middleOf(one), sideOf(one)];
    const isOther = separate.every((other) => {
      const at = middleOf(other);
      return Math.hypot(at.u - middle.u, at.v - middle.v) > NEAREST * Math.min(side, sideOf(other));
    });
    if (isOther) separate.push(one);
  }
  return separate;
}

function middleOf({ corners }: FrameBase): Pixel {
  const mean = (pick: (one: Pixel) => number) => corners.reduce((sum, one) => sum + pick(one), 0) / corners.length;
  return { u: mean(({ u }) => u), v: mean(({ v }) => v) };
}

/** Mean length of a base's sides, px. */
function sideOf({ corners }: FrameBase): number {
  const lengths = corners.map(({ u, v }, i) => Math.hypot(u - corners[(i + 1) % 4]!.u, v - corners[(i + 1) % 4]!.v));
  return lengths.reduce((sum, one) => sum + one, 0) / lengths.length;
}
