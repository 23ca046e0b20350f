import type { SmallFrame } from './changed-blocks.js';

/** A small frame's long side: a base's edge that moves by a millimetre changes the pixels along it by a share of its contrast. */
export const LONG_SIDE_PX = 240;
/** Samples of a cell each way, at most: more cost time, fewer leave noise. */
const SAMPLES = 8;
/** Weights of red, green and blue in a pixel's brightness, of 256 (ITU-R BT.601). */
const [RED, GREEN, BLUE] = [77, 150, 29];
const BYTE = 0xff;
const EVERY_OTHER_BYTE = 0xff00ff;

/** One byte for each pixel, somewhere in a buffer. */
export interface BytePlane {
  readonly bytes: Uint8Array | Uint8ClampedArray;
  readonly offset: number;
  readonly rowBytes: number;
}

/** The cells of a frame that is made small: column i goes from pixel `across[i]` to `across[i + 1]`, row i from `down[i]` to `down[i + 1]`. */
interface Cells {
  readonly columns: number;
  readonly rows: number;
  readonly across: Int32Array;
  readonly down: Int32Array;
  /** Distance of a cell's samples, each way, in pixels. */
  readonly step: number;
}

/** A plane made small: each of its pixels is the mean of those it covers. */
export function smallPlane(plane: BytePlane, widthPx: number, heightPx: number, longSidePx = LONG_SIDE_PX): SmallFrame {
  const cells = cellsOf(widthPx, heightPx, longSidePx);
  const { columns, rows, across, down, step } = cells;
  const words = wordsOf(plane, widthPx, heightPx);
  const rowWords = words.length / heightPx;
  if (widthPx === 2 * columns && heightPx === 2 * rows && columns % 2 === 0) return halved(words, rowWords, columns, rows);
  const sums = new Uint32Array(columns * rows);
  // Four pixels are a word; every other byte of it is summed over a row of cells, each in 16 bits: a cell is not as high as to fill them.
  const [evenBytes, oddBytes] = [new Uint32Array(rowWords), new Uint32Array(rowWords)];
  const upTo = new Uint32Array(4 * rowWords + 1);
  for (let row = 0; row < rows; row++) {
    evenBytes.fill(0);
    oddBytes.fill(0);
    for (let v = down[row]!; v < down[row + 1]!; v += step) {
      for (let i = 0, at = v * rowWords; i < rowWords; i++, at++) {
        const word = words[at]!;
        evenBytes[i]! += word & EVERY_OTHER_BYTE;
        oddBytes[i]! += (word >>> 8) & EVERY_OTHER_BYTE;
      }
    }
    for (let i = 0, sum = 0; i < rowWords; i++) {
      const [even, odd] = [evenBytes[i]!, oddBytes[i]!];
      upTo[4 * i + 1] = sum += even & 0xffff;
      upTo[4 * i + 2] = sum += odd & 0xffff;
      upTo[4 * i + 3] = sum += even >>> 16;
      upTo[4 * i + 4] = sum += odd >>> 16;
    }
    for (let column = 0; column < columns; column++) sums[row * columns + column] = upTo[across[column + 1]!]! - upTo[across[column]!]!;
  }
  return meansOf(sums, cells, 1, 1);
}

/** A plane reduced to half its size, as 720p is for following the camera: a word and the one below it are two cells. */
function halved(words: Uint32Array, rowWords: number, columns: number, rows: number): SmallFrame {
  const grey = new Uint8Array(columns * rows);
  for (let row = 0, at = 0; row < rows; row++) {
    for (let i = 2 * row * rowWords, end = i + columns / 2; i < end; i++, at += 2) {
      const [above, below] = [words[i]!, words[i + rowWords]!];
      const sums =
        (above & EVERY_OTHER_BYTE) + ((above >>> 8) & EVERY_OTHER_BYTE) + (below & EVERY_OTHER_BYTE) + ((below >>> 8) & EVERY_OTHER_BYTE);
      grey[at] = ((sums & 0xffff) + 2) >> 2;
      grey[at + 1] = ((sums >>> 16) + 2) >> 2;
    }
  }
  return { columns, rows, grey };
}

/** A plane's bytes as words of four pixels, from its lowest byte on; padding at the end of a row has no meaning. */
function wordsOf({ bytes, offset, rowBytes }: BytePlane, widthPx: number, heightPx: number): Uint32Array {
  const from = bytes.byteOffset + offset;
  const isAligned = from % 4 === 0 && rowBytes % 4 === 0 && from + heightPx * rowBytes <= bytes.buffer.byteLength;
  if (isAligned) return new Uint32Array(bytes.buffer, from, (heightPx * rowBytes) / 4);
  const filledBytes = 4 * Math.ceil(widthPx / 4);
  const copied = new Uint8Array(heightPx * filledBytes);
  for (let v = 0; v < heightPx; v++) copied.set(bytes.subarray(offset + v * rowBytes, offset + v * rowBytes + widthPx), v * filledBytes);
  return new Uint32Array(copied.buffer);
}

/**
 * A frame made small, by the brightness of all its colours: a jpeg's colour noise is in each of them, and not in their brightness.
 * `isBlueFirst`: its bytes are BGRA.
 */
export function smallRgba(
  rgba: Uint8Array | Uint8ClampedArray,
  widthPx: number,
  heightPx: number,
  { isBlueFirst = false, longSidePx = LONG_SIDE_PX } = {},
): SmallFrame {
  const [lowWeight, highWeight] = isBlueFirst ? [BLUE, RED] : [RED, BLUE];
  const isAligned = rgba.byteOffset % Int32Array.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset } = isAligned ? rgba : rgba.slice();
  const pixels = new Int32Array(buffer, byteOffset, widthPx * heightPx);
  const cells = cellsOf(widthPx, heightPx, longSidePx);
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
        sums[row * columns + column]! += lowWeight * (redAndBlue & 0xffff) + GREEN * green + highWeight * (redAndBlue >>> 16);
      }
    }
  }
  return meansOf(sums, cells, RED + GREEN + BLUE, step);
}

function cellsOf(widthPx: number, heightPx: number, longSidePx: number): Cells {
  const scale = Math.max(1, Math.max(widthPx, heightPx) / longSidePx);
  const [columns, rows] = [widthPx, heightPx].map((px) => Math.max(1, Math.floor(px / scale))) as [number, number];
  const edges = (cells: number, sidePx: number) =>
    Int32Array.from({ length: cells + 1 }, (_, at) => Math.min(sidePx, Math.floor(at * scale)));
  return { columns, rows, across: edges(columns, widthPx), down: edges(rows, heightPx), step: Math.max(1, Math.floor(scale / SAMPLES)) };
}

/**
 * The cells' means. `unit`: the value that a sample adds to its cell's sum for each level of brightness; `stepAcross`: step of the samples
 * in a row.
 */
function meansOf(sums: Uint32Array, { columns, rows, across, down, step }: Cells, unit: number, stepAcross: number): SmallFrame {
  const grey = new Uint8Array(columns * rows);
  const samplesAcross = Float64Array.from({ length: columns }, (_, column) =>
    Math.ceil((across[column + 1]! - across[column]!) / stepAcross),
  );
  for (let row = 0, at = 0; row < rows; row++) {
    const unitsDown = unit * Math.ceil((down[row + 1]! - down[row]!) / step);
    // Rounded: a byte cuts the fraction off.
    for (let column = 0; column < columns; column++, at++) grey[at] = sums[at]! / (unitsDown * samplesAcross[column]!) + 0.5;
  }
  return { columns, rows, grey };
}
