import type { GreyPicture } from './compare-views.js';

/** One pixel in this many, each way, is sampled. */
const SLOPE_STEP = 2;

/** Mean square slope of a picture's grey levels: of one scene a blurred picture has less. */
export function sharpnessOf({ columns, rows, grey }: GreyPicture): number {
  let sum = 0;
  let count = 0;
  for (let row = 0; row + 1 < rows; row += SLOPE_STEP) {
    for (let at = row * columns, end = at + columns - 1; at < end; at += SLOPE_STEP) {
      sum += (grey[at + 1]! - grey[at]!) ** 2 + (grey[at + columns]! - grey[at]!) ** 2;
      count += 1;
    }
  }
  return sum / Math.max(1, count);
}
