import { access } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import { withinBars } from '../../geometry/bars.js';
import { decodeText } from '../../table/documents/decode-text.js';
import { fileKind, HEIC_HINT, KIND_BYTES, RAW_HINT } from '../../table/picture-file/file-kind.js';
import { segmentsFrom } from '../../table/picture-file/jpegs.js';
import { isSavedAsCopy } from '../../table/picture-file/saved-as-copy.js';
import type { Frame } from '../../vision/runtime/frame.js';
import { otherFormat, textForPicture } from './other-formats.js';
import { readBytes } from './read-bytes.js';

/** Long side to which larger photos are reduced: more pixels only cost time and memory. */
const MAX_LONG_SIDE_PX = 4096;

/** A file's picture, upright, reduced where it is larger than can be measured. */
interface WholePhoto extends Frame {
  /** Whether its file was saved as copies are. */
  readonly isCopy: boolean;
  /** Pixels for each px of the file's picture, at most 1. */
  readonly scale: number;
}

/** A photo without the bars that a screenshot or a letterboxed copy has around it, and its origin in the whole, px of this photo. */
export interface Photo extends WholePhoto {
  readonly leftPx: number;
  readonly topPx: number;
}

/**
 * Reads a photo (jpeg, png, webp) as a frame, turned upright as its EXIF says. Throws when the file is missing, damaged (a
 * decoder's warning is enough), cut off, too large or no picture.
 */
export async function readPicture(path: string): Promise<Photo> {
  await access(path).catch(() => {
    throw new Error(`${path}: no such file; expected a photo (jpeg, png or webp).`);
  });
  const frame = await pictureOf(path, path);
  const box = withinBars(frame);
  if (!box) return { ...frame, leftPx: 0, topPx: 0 };
  const { left: leftPx, top: topPx, widthPx, heightPx } = box;
  const rgba = new Uint8ClampedArray(4 * widthPx * heightPx);
  for (let row = 0; row < heightPx; row++) {
    const from = 4 * ((topPx + row) * frame.widthPx + leftPx);
    rgba.set(frame.rgba.subarray(from, from + 4 * widthPx), 4 * row * widthPx);
  }
  return { ...frame, widthPx, heightPx, rgba, leftPx, topPx };
}

/**
 * Pixels that a decoder may hold in memory at once: of a phone's largest picture as a baseline jpeg, which is read row by row; otherwise
 * fewer.
 */
const MAX_PX = 400e6;
const MAX_PX_AT_ONCE = 64e6;

/** Reads the picture of a file or of a file's bytes; `name` is its name in messages. */
export async function pictureOf(file: string | Buffer, name: string): Promise<WholePhoto> {
  const bytes = typeof file === 'string' ? await readBytes(file, 'a photo (jpeg, png or webp)') : file;
  const kind = fileKind(bytes);
  if (kind === 'raw') throw new Error(`${name}: this is a camera's raw file. ${RAW_HINT}`);
  if (kind === 'heic') throw new Error(`${name}: this is a photo in Apple's format HEIC, which cannot be read here. ${HEIC_HINT}`);
  if (bytes.length === 0) throw new Error(`${name}: got an empty file, expected a picture. Copy or take it again.`);
  if (kind === 'text') throw new Error(`${name}: ${textForPicture(decodeText(bytes.subarray(0, KIND_BYTES)))}`);
  const other = otherFormat(bytes);
  if (other) throw new Error(`${name}: ${other}`);
  try {
    // A complaint about headers alone is no damage: with plain headers the same data decode without a word.
    const frame = await decoded(bytes).catch((cause) => (bytes[0] === 0xff ? decoded(withPlainHeaders(bytes)) : Promise.reject(cause)));
    return { ...frame, isCopy: isSavedAsCopy(bytes) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new Error(`${name}: cannot be read as a photo (${reason}); expected a whole jpeg, png or webp. Copy or take it again.`);
  }
}

async function decoded(bytes: Buffer): Promise<Omit<WholePhoto, 'isCopy'>> {
  // A picture that decodes with a warning has other pixels than were taken: flipped bits move what lies behind them.
  const picture = sharp(bytes, { failOn: 'warning', limitInputPixels: MAX_PX });
  const metadata = await picture.metadata();
  const problem = sizeProblem(metadata);
  if (problem) throw new Error(problem);
  const { data, info } = await picture
    .rotate()
    .resize({ width: MAX_LONG_SIDE_PX, height: MAX_LONG_SIDE_PX, fit: 'inside', withoutEnlargement: true })
    // Transparent pixels are black, as where a page draws them.
    .flatten({ background: '#000' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  // The longer side is the same before and after the picture is turned upright.
  const scale = Math.max(info.width, info.height) / Math.max(metadata.width, metadata.height);
  return { widthPx: info.width, heightPx: info.height, rgba: data, capturedAtMs: 0, scale };
}

function sizeProblem({ width, height, format, isProgressive }: Metadata): string | undefined {
  const inRows = format === 'jpeg' && !isProgressive;
  const px = width * height;
  if (inRows || px <= MAX_PX_AT_ONCE) return undefined;
  const kind = `${isProgressive ? 'progressive ' : ''}${format}`;
  return `got a ${kind} of ${width} × ${height}, ${Math.round(px / 1e6)} million pixels, at most ${MAX_PX_AT_ONCE / 1e6} million fit into memory: save it smaller`;
}

const [SOS, APP0, APP1, APP14, SOF0, SOF1] = [0xda, 0xe0, 0xe1, 0xee, 0xc0, 0xc1];
const isApp = (marker: number) => marker >= APP0 && marker <= 0xef;
const COMMENT = 0xfe;

/**
 * The same picture with headers that no decoder complains about: fields that baseline decoding does not use are as in the standard (some
 * Samsung phones write a scan that ends at coefficient 0), notes and profiles are left out except for the orientation. The pixels' data are
 * unchanged.
 */
function withPlainHeaders(jpeg: Buffer): Buffer {
  const segments = [...segmentsFrom(jpeg, 0)];
  const isSequential = segments.some(({ marker }) => marker === SOF0 || marker === SOF1);
  const kept = segments.filter(({ marker }) => marker === APP1 || marker === APP14 || !(isApp(marker) || marker === COMMENT));
  return Buffer.concat(
    kept.map(({ marker, bytes }) => (marker === SOS && isSequential ? wholeScan(bytes) : marker === APP14 ? plainAdobe(bytes) : bytes)),
  );
}

/** Coefficients 0 to 63, all bits: there is no other scan in a sequential jpeg. */
function wholeScan(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([bytes.subarray(0, -3), Buffer.from([0, 63, 0])]);
}

/** Sets the colours' transform to one of the three there are: another number becomes YCbCr, as which decoders treat it. */
function plainAdobe(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 16 || bytes[15]! <= 2) return bytes;
  const plain = Uint8Array.from(bytes);
  plain[15] = 1;
  return plain;
}
