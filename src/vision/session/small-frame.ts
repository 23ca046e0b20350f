import type { SmallFrame } from './changed-blocks.js';

/** A small frame's long side: a base's edge that moves by a millimetre changes the pixels along it by a share of its contrast. */
export const LONG_SIDE_PX = 240;
/** A cell is the mean of at most 8 samples each way: more cost time, fewer leave noise. */
const SAMPLES = 8;
/** What red, green and blue give to a pixel's brightness, of 256 (ITU-R BT.601). */
const [RED, GREEN, BLUE] = [77, 150, 29];
const BYTE = 0xff;
const EVERY_OTHER_BYTE = 0xff00ff;

/** One byte for each pixel, somewhere in a buffer. */
export interface BytePlane {
  readonly bytes: Uint8Array | Uint8ClampedArray;
  readonly offset: number;
  readonly rowBytes: number;
  readonly pixelBytes: number;
}

/** Every `step`th pixel of a part of the frame. */
interface Cell {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly step: number;
  readonly samples: number;
}

/** A plane made small: each pixel of it is the mean of those it covers. */
export function smallPlane({ bytes, offset, rowBytes, pixelBytes }: BytePlane, widthPx: number, heightPx: number): SmallFrame {
  return smallFrame(widthPx, heightPx, ({ left, right, top, bottom, step, samples }) => {
    let sum = 0;
    for (let v = top; v < bottom; v += step) {
      for (let u = left; u < right; u += step) sum += bytes[offset + v * rowBytes + u * pixelBytes]!;
    }
    return sum / samples;
  });
}

/** A frame made small, of the brightness of all its colours: the noise of a jpeg's colours is in each of them, and not in their brightness. */
export function smallRgba(rgba: Uint8Array | Uint8ClampedArray, widthPx: number, heightPx: number): SmallFrame {
  const isAligned = rgba.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset } = isAligned ? rgba : rgba.slice();
  const pixels = new Uint32Array(buffer, byteOffset, widthPx * heightPx);
  return smallFrame(widthPx, heightPx, ({ left, right, top, bottom, step, samples }) => {
    // A pixel is the bytes red, green, blue, alpha from its lowest on. Red and blue are summed in one number: a cell has too few samples for a sum of over 16 bits.
    let redAndBlue = 0;
    let green = 0;
    for (let v = top; v < bottom; v += step) {
      for (let at = v * widthPx + left; at < v * widthPx + right; at += step) {
        redAndBlue += pixels[at]! & EVERY_OTHER_BYTE;
        green += (pixels[at]! >> 8) & BYTE;
      }
    }
    return (RED * (redAndBlue & 0xffff) + GREEN * green + BLUE * (redAndBlue >>> 16)) / (256 * samples);
  });
}

/** A frame of as many pixels as there are cells, each as bright as `meanOf` says. */
function smallFrame(widthPx: number, heightPx: number, meanOf: (cell: Cell) => number): SmallFrame {
  const scale = Math.max(1, Math.max(widthPx, heightPx) / LONG_SIDE_PX);
  const [columns, rows] = [widthPx, heightPx].map((px) => Math.max(1, Math.floor(px / scale))) as [number, number];
  const grey = new Uint8Array(columns * rows);
  const step = Math.max(1, Math.floor(scale / SAMPLES));
  const edges = (cell: number, sidePx: number) => [Math.floor(cell * scale), Math.min(sidePx, Math.floor((cell + 1) * scale))] as const;
  for (let row = 0; row < rows; row++) {
    const [top, bottom] = edges(row, heightPx);
    for (let column = 0; column < columns; column++) {
      const [left, right] = edges(column, widthPx);
      const samples = Math.ceil((right - left) / step) * Math.ceil((bottom - top) / step);
      grey[row * columns + column] = Math.round(meanOf({ left, right, top, bottom, step, samples }));
    }
  }
  return { columns, rows, grey };
}
