/** Kind of a file by its first bytes. Names and types are whatever messengers and cameras happened to give it. */
export type FileKind = 'picture' | 'heic' | 'raw' | 'video' | 'text' | 'other';

/** Number of bytes from the beginning of a file that show its kind. */
export const KIND_BYTES = 1024;

const HEIC_BRANDS: readonly string[] = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'];
const AVIF_BRANDS: readonly string[] = ['avif', 'avis'];

/** The kind of a file whose first bytes these are (at most KIND_BYTES of them count). */
export function fileKind(bytes: Uint8Array): FileKind {
  const head = bytes.subarray(0, KIND_BYTES);
  const ascii = String.fromCharCode(...head);
  if (ascii.startsWith('\xff\xd8\xff') || ascii.startsWith('\x89PNG') || ascii.startsWith('GIF8')) return 'picture';
  if (ascii.startsWith('BM') && ascii.startsWith('\0\0\0\0', 6)) return 'picture';
  if (RAW_HEADS.some((mark) => ascii.startsWith(mark))) return 'raw';
  if (ascii.startsWith('II*\0') || ascii.startsWith('MM\0*')) return isRawTiff(head) ? 'raw' : 'picture';
  if (ascii.startsWith('%PDF-')) return 'other';
  if (ascii.startsWith('RIFF')) return ascii.startsWith('WEBP', 8) ? 'picture' : ascii.startsWith('AVI ', 8) ? 'video' : 'other';
  if (isBox(ascii, 'ftyp')) return brandKind(ascii);
  if (['moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'styp', 'sidx', 'moof'].some((box) => isBox(ascii, box))) return 'video';
  if (VIDEO_HEADS.some((mark) => ascii.startsWith(mark))) return 'video';
  if (isText(head)) return 'text';
  return isTransport(head) ? 'video' : 'other';
}

/**
 * Whether a file is a sequence of jpegs, as network cameras send them: `.mjpeg`, or a stream that was saved with the headers between its
 * pictures, under any name. `head`: its first bytes.
 */
export function isJpegs(name: string, head: Uint8Array): boolean {
  if (head[0] !== 0xff && fileKind(head) !== 'other') return false;
  const ascii = String.fromCharCode(...head.subarray(0, KIND_BYTES));
  return /\.mjpe?g$/i.test(name) || (/^\s*(--|HTTP\/|Content-)/i.test(ascii) && /content-type:\s*image\/jpe?g/i.test(ascii));
}

/** First bytes of sensor data, which is not a picture yet: of Fuji, Olympus and Panasonic. */
const RAW_HEADS: readonly string[] = ['FUJIFILMCCD-RAW', 'IIRO', 'IIRS', 'MMOR', 'IIU\0'];
const DNG_VERSION = 0xc612;
const SUBFILE_TYPE = 0xfe;

/**
 * Whether a TIFF is a raw file, as of the other makers, and DNG: its first picture is a thumbnail, or it gives its version of DNG; those of
 * Canon say CR.
 */
function isRawTiff(head: Uint8Array): boolean {
  if (head[8] === 0x43 && head[9] === 0x52) return true;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const isLittle = head[0] === 0x49;
  const first = view.byteLength < 8 ? view.byteLength : view.getUint32(4, isLittle);
  for (let at = first + 2; at + 12 <= Math.min(view.byteLength, first + 2 + 12 * 100); at += 12) {
    const tag = view.getUint16(at, isLittle);
    if (tag === DNG_VERSION || (tag === SUBFILE_TYPE && (view.getUint32(at + 8, isLittle) & 1) === 1)) return true;
    // Tags are in order; what follows the last of them is no tag.
    if (tag > DNG_VERSION) return false;
  }
  return false;
}

/** Whether a box begins with this name. Before it is its length, which is never four letters: a text may say “The wide …”. */
const isBox = (ascii: string, name: string) => ascii.startsWith(name, 4) && /^(?![ -~]{4})/s.test(ascii);

/** The kind of an ISO base media file: a still picture or a video, by its brands. */
function brandKind(ascii: string): FileKind {
  const length = (ascii.charCodeAt(2) << 8) | ascii.charCodeAt(3);
  const brands = ascii.slice(8, Math.max(16, length)).match(/.{4}/gs) ?? [];
  if (brands[0] === 'crx ') return 'raw';
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'picture';
  return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'heic' : 'video';
}

/** Matroska and WebM, Ogg, Flash, Windows Media, RealMedia, DV, MXF, IVF, MPEG program and elementary streams, y4m. */
const VIDEO_HEADS: readonly string[] = [
  ...['\x1aE\xdf\xa3', 'OggS', 'FLV\x01', '\x30\x26\xb2\x75', '.RMF', '\x1f\x07\0', '\x06\x0e\x2b\x34', 'DKIF'],
  ...['\0\0\x01\xba', '\0\0\x01\xb3', '\0\0\0\x01', '\0\0\x01\x67', 'YUV4MPEG2'],
];

/** Whether packets of an MPEG transport stream follow each other, with a time before each (camcorders) or without; a recording may begin within one. */
function isTransport(head: Uint8Array): boolean {
  const isFrom = (first: number, length: number) => [0, 1, 2, 3].every((n) => head[first + n * length] === 0x47);
  return Array.from({ length: 192 }, (_, first) => first).some((first) => isFrom(first, 188) || isFrom(first, 192));
}

/**
 * Whether bytes are a text: no control characters but those of texts, in UTF-16 or a byte encoding; zeros at its end, left by a disk or a
 * messenger, are fewer than its letters.
 */
function isText(head: Uint8Array): boolean {
  const all = lettersOf(head);
  const units = all.slice(0, all.findLastIndex((unit) => unit !== 0) + 1);
  return 2 * units.length > all.length && units.every((unit) => unit >= 32 || (unit >= 9 && unit <= 13) || unit === 27);
}

/** The units of UTF-16, recognised by its mark or by a zero in every second byte of most letters; otherwise the bytes. */
function lettersOf(head: Uint8Array): readonly number[] {
  const zeros = [0, 1].map((from) => head.filter((byte, i) => i % 2 === from && byte === 0).length) as [number, number];
  const isUnmarked = Math.max(...zeros) > 0.4 * (head.length / 2) && Math.min(...zeros) === 0;
  const isLittle = head[0] === 0xff && head[1] === 0xfe;
  if (!(isUnmarked || isLittle || (head[0] === 0xfe && head[1] === 0xff))) return [...head];
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return Array.from({ length: head.length >> 1 }, (_, i) => view.getUint16(2 * i, isLittle || zeros[1] > zeros[0]));
}

/** Hint for a raw file, a camera's sensor data. */
export const RAW_HINT =
  'Save it as JPEG in a program for pictures, or set the camera to JPEG: what it keeps of its sensor is no picture yet.';

/** Hint for a picture in Apple's format, which most programs cannot read. */
export const HEIC_HINT =
  'On the iPhone choose Settings, Camera, Formats, “Most Compatible”, or share the photo by mail or as a file “JPEG”: then it is one. Programs for pictures save it as JPEG too.';
