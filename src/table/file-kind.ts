/** What a file is by its first bytes. Names and types are what messengers and cameras happened to give it. */
export type FileKind = 'picture' | 'heic' | 'video' | 'text' | 'other';

/** So many bytes tell. */
export const KIND_BYTES = 1024;

const HEIC_BRANDS: readonly string[] = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'];
const AVIF_BRANDS: readonly string[] = ['avif', 'avis'];

/** The kind of a file whose first bytes these are (at most KIND_BYTES of them count). */
export function fileKind(bytes: Uint8Array): FileKind {
  const head = bytes.subarray(0, KIND_BYTES);
  const ascii = String.fromCharCode(...head);
  if (ascii.startsWith('\xff\xd8\xff') || ascii.startsWith('\x89PNG') || ascii.startsWith('GIF8') || ascii.startsWith('BM'))
    return 'picture';
  if (ascii.startsWith('II*\0') || ascii.startsWith('MM\0*')) return 'picture';
  if (ascii.startsWith('RIFF')) return ascii.startsWith('WEBP', 8) ? 'picture' : ascii.startsWith('AVI ', 8) ? 'video' : 'other';
  if (isBox(ascii, 'ftyp')) return brandKind(ascii);
  if (['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].some((box) => isBox(ascii, box))) return 'video';
  if (isVideoStream(head, ascii)) return 'video';
  return isText(head) ? 'text' : 'other';
}

const isBox = (ascii: string, name: string) => ascii.startsWith(name, 4);

/** An ISO base media file is a still picture or a video by its brands. */
function brandKind(ascii: string): FileKind {
  const length = (ascii.charCodeAt(2) << 8) | ascii.charCodeAt(3);
  const brands = ascii.slice(8, Math.max(16, length)).match(/.{4}/gs) ?? [];
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'picture';
  return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'heic' : 'video';
}

/** Matroska and WebM, Ogg, Flash, Windows Media, MPEG program and elementary streams, MPEG transport streams (with a time before each packet: camcorders), y4m. */
function isVideoStream(head: Uint8Array, ascii: string): boolean {
  const isAny = ['\x1aE\xdf\xa3', 'OggS', 'FLV', '\x30\x26\xb2\x75', '\0\0\x01\xba', '\0\0\x01\xb3', '\0\0\0\x01', 'YUV4MPEG2'].some(
    (mark) => ascii.startsWith(mark),
  );
  const isTransport = (first: number, packet: number) => [0, 1, 2].every((n) => head[first + n * packet] === 0x47);
  return isAny || isTransport(0, 188) || isTransport(4, 192);
}

/** UTF-16 has a zero in every second byte, and no control character besides. */
function isText(head: Uint8Array): boolean {
  if (head.length === 0) return false;
  const zeros = [0, 1].map((from) => head.filter((byte, i) => i % 2 === from && byte === 0).length);
  const isUtf16 = Math.max(...zeros) > 0.4 * (head.length / 2) && Math.min(...zeros) === 0;
  return head.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13) || byte === 27 || (byte === 0 && isUtf16));
}

/** What to do with a picture in Apple's format, which most programs cannot read. */
export const HEIC_HINT =
  'On the iPhone choose Settings, Camera, Formats, “Most Compatible”, or share the photo by mail or as a file “JPEG”: then it is one. Programs for pictures save it as JPEG too.';
