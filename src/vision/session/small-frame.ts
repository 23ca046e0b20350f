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

/** The cells of a frame that is made small: column i goes from pixel `across[i]` to `across[i + 1]`, row i from `down[i]` to `down[i + 1]`. */
interface Cells {
  readonly columns: number;
  readonly rows: number;
  readonly across: Int32Array;
  readonly down: Int32Array;
  /** Every `step`th pixel of a cell is a sample of it, each way. */
  readonly step: number;
}

/** A plane made small: each pixel of it is the mean of those it covers. */
export function smallPlane({ bytes, offset, rowBytes, pixelBytes }: BytePlane, widthPx: number, heightPx: number): SmallFrame {
  const cells = cellsOf(widthPx, heightPx);
  const { columns, rows, across, down, step } = cells;
  const sums = new Uint32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let v = down[row]!; v < down[row + 1]!; v += step) {
      for (let column = 0; column < columns; column++) {
        let sum = 0;
        for (let u = across[column]!; u < across[column + 1]!; u += step) sum += bytes[offset + v * rowBytes + u * pixelBytes]!;
        sums[row * columns + column]! += sum;
      }
    }
  }
  return meansOf(sums, cells, 1);
}

/** A frame made small, of the brightness of all its colours: the noise of a jpeg's colours is in each of them, and not in their brightness. */
export function smallRgba(rgba: Uint8Array | Uint8ClampedArray, widthPx: number, heightPx: number): SmallFrame {
  const isAligned = rgba.byteOffset % Int32Array.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset } = isAligned ? rgba : rgba.slice();
  const pixels = new Int32Array(buffer, byteOffset, widthPx * heightPx);
  const cells = cellsOf(widthPx, heightPx);
  const { columns, rows, across, down, step } = cells;
  const sums = new Uint32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let v = down[row]!; v < down[row + 1]!; v += step) {
      for (let column = 0; column < columns; column++) {
        // A pixel is the bytes red, green, blue, alpha from its lowest on. Red and blue are summed in one number: a row of a cell has too few for over 16 bits.
        let redAndBlue = 0;
        let green = 0;
        const end = v * widthPx + across[column + 1]!;
        for (let at = v * widthPx + across[column]!; at < end; at += step) {
          const pixel = pixels[at]!;
          redAndBlue = (redAndBlue + (pixel & EVERY_OTHER_BYTE)) | 0;
          green = (green + ((pixel >> 8) & BYTE)) | 0;
        }
        sums[row * columns + column]! += RED * (redAndBlue & 0xffff) + GREEN * green + BLUE * (redAndBlue >>> 16);
      }
    }
  }
  return meansOf(sums, cells, RED + GREEN + BLUE);
}

function cellsOf(widthPx: number, heightPx: number): Cells {
  const scale = Math.max(1, Math.max(widthPx, heightPx) / LONG_SIDE_PX);
  const [columns, rows] = [widthPx, heightPx].map((px) => Math.max(1, Math.floor(px / scale))) as [number, number];
  const edges = (cells: number, sidePx: number) =>
    Int32Array.from({ length: cells + 1 }, (_, at) => Math.min(sidePx, Math.floor(at * scale)));
  return { columns, rows, across: edges(columns, widthPx), down: edges(rows, heightPx), step: Math.max(1, Math.floor(scale / SAMPLES)) };
}

/** The cells' means. `unit`: what a sample adds to its cell's sum for each level of brightness. */
function meansOf(sums: Uint32Array, { columns, rows, across, down, step }: Cells, unit: number): SmallFrame {
  const grey = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    const samplesDown = Math.ceil((down[row + 1]! - down[row]!) / step);
    for (let column = 0; column < columns; column++) {
      const samples = samplesDown * Math.ceil((across[column + 1]! - across[column]!) / step);
      grey[row * columns + column] = Math.round(sums[row * columns + column]! / (unit * samples));
    }
  }
  return { columns, rows, grey };
}
