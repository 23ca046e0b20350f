import { type Cv, type Mat, withMats } from '../runtime/opencv.js';

/** Gradients are taken over about the width of an edge in a 1080p picture, px of the view. */
const GRADIENT_SIGMA_PX = 1;
const COARSE_SIGMA_PX = 3;
const FINE_SIGMA_PX = 1;
/** Gradient that counts for half an edge, in medians of the window. */
const EDGE_MEDIANS = 3;
const EDGE_FLOOR = 2;

/** The averaged products xx, xy, yy of a picture's gradients (RGB), each brought to a length of at most 1. */
export interface StructureTensors {
  readonly coarse: Float32Array;
  readonly fine: Float32Array;
}

/** The structure tensors of a picture (RGB) at two scales, three numbers a pixel, row by row. */
export function structureTensors(cv: Cv, picture: Mat): StructureTensors {
  return withMats((own) => {
    const soft = own(new cv.Mat());
    cv.GaussianBlur(picture, soft, new cv.Size(0, 0), GRADIENT_SIGMA_PX);
    const tensor = own(cv.Mat.zeros(picture.rows, picture.cols, cv.CV_32FC3));
    const energy = writeProducts(tensor.data32F, soft.data, picture.cols, picture.rows);
    shorten(tensor.data32F, energy, EDGE_MEDIANS * median(energy) + EDGE_FLOOR);
    const blurred = own(new cv.Mat());
    const averaged = (sigma: number): Float32Array => {
      cv.GaussianBlur(tensor, blurred, new cv.Size(0, 0), sigma);
      return blurred.data32F.slice();
    };
    return { coarse: averaged(COARSE_SIGMA_PX), fine: averaged(FINE_SIGMA_PX) };
  });
}

/** Writes the products of an RGB picture's gradients, but for its outermost pixels, which have none; returns the gradients' squares. */
function writeProducts(products: Float32Array, rgb: Uint8Array, columns: number, rows: number): Float32Array {
  const energy = new Float32Array(columns * rows);
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      const at = row * columns + column;
      let xx = 0;
      let xy = 0;
      let yy = 0;
      for (let i = 3 * at; i < 3 * at + 3; i++) {
        const gx = rgb[i + 3]! - rgb[i - 3]!;
        const gy = rgb[i + 3 * columns]! - rgb[i - 3 * columns]!;
        xx += gx * gx;
        xy += gx * gy;
        yy += gy * gy;
      }
      products[3 * at] = xx;
      products[3 * at + 1] = xy;
      products[3 * at + 2] = yy;
      energy[at] = xx + yy;
    }
  }
  return energy;
}

/** Brings products to a length below 1, to a half where the gradient's square is `half`. */
function shorten(products: Float32Array, energy: Float32Array, half: number): void {
  for (let at = 0, i = 0; at < energy.length; at++, i += 3) {
    const length = energy[at]! + half;
    products[i]! /= length;
    products[i + 1]! /= length;
    products[i + 2]! /= length;
  }
}

/** Of every 23rd value. */
function median(values: Float32Array): number {
  const some = new Float32Array(Math.ceil(values.length / 23));
  for (let i = 0; i < some.length; i++) some[i] = values[23 * i]!;
  some.sort();
  return some[some.length >> 1] ?? 0;
}

/** Strength of an edge across a normal at a pixel, by the products of `structureTensors`. */
export function edgeAcross(edges: Float32Array, at: number, nx: number, ny: number): number {
  return nx * nx * edges[3 * at]! + 2 * nx * ny * edges[3 * at + 1]! + ny * ny * edges[3 * at + 2]!;
}
