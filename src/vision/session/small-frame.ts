import type { SmallFrame } from './changed-blocks.js';

/** A small frame's long side: a base's edge that moves by a millimetre changes the pixels along it by a share of its contrast. */
export const LONG_SIDE_PX = 240;
/** A cell is the mean of at most 8 samples each way: more cost time, fewer leave noise. */
const SAMPLES = 8;

/** One byte of brightness for each pixel, somewhere in a buffer. */
export interface Brightness {
  readonly bytes: Uint8Array | Uint8ClampedArray;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly offset: number;
  readonly rowBytes: number;
  readonly pixelBytes: number;
}

/** Green is most of what makes a pixel bright. */
export function rgbaBrightness(bytes: Uint8Array | Uint8ClampedArray, widthPx: number, heightPx: number): Brightness {
  return { bytes, widthPx, heightPx, offset: 1, rowBytes: 4 * widthPx, pixelBytes: 4 };
}

/** The frame made small: each pixel of it is the mean of those it covers. */
export function smallFrameOf({ bytes, widthPx, heightPx, offset, rowBytes, pixelBytes }: Brightness): SmallFrame {
  const scale = Math.max(1, Math.max(widthPx, heightPx) / LONG_SIDE_PX);
  const [columns, rows] = [widthPx, heightPx].map((px) => Math.max(1, Math.floor(px / scale))) as [number, number];
  const grey = new Uint8Array(columns * rows);
  const step = Math.max(1, Math.floor(scale / SAMPLES));
  for (let row = 0; row < rows; row++) {
    const [top, bottom] = [Math.floor(row * scale), Math.max(Math.floor((row + 1) * scale), Math.floor(row * scale) + 1)];
    for (let column = 0; column < columns; column++) {
      const [left, right] = [Math.floor(column * scale), Math.max(Math.floor((column + 1) * scale), Math.floor(column * scale) + 1)];
      let sum = 0;
      let count = 0;
      for (let y = top; y < bottom; y += step) {
        for (let x = left; x < right; x += step) {
          sum += bytes[offset + y * rowBytes + x * pixelBytes]!;
          count += 1;
        }
      }
      grey[row * columns + column] = sum / count;
    }
  }
  return { columns, rows, grey };
}
