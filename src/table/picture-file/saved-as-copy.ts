import { fileKind } from './file-kind.js';

/** Sum of the luminance quantisation table of the JPEG standard at quality 85 (IJG): the coarsest with which a camera's frame counts as kept whole. */
const FINEST_COPY_SUM = 1109;
const [SOS, DQT, PROGRESSIVE] = [0xda, 0xdb, 0xc2];

/**
 * Whether a picture's file was saved as messengers save the copies that they make: as JPEG in progressive scans or coarser than at quality 85, or in a lossy
 * format in which no camera saves (WebP, AVIF, GIF). A frame that was kept whole is a PNG, or a JPEG as cameras and this page's own save it.
 */
export function isSavedAsCopy(file: Uint8Array): boolean {
  if (fileKind(file) !== 'picture') return false;
  const ascii = String.fromCharCode(...file.subarray(0, 16));
  if (file[0] === 0xff) return isCoarseJpeg(file);
  if (ascii.startsWith('RIFF')) return !ascii.endsWith('VP8L');
  return ascii.startsWith('GIF8') || ascii.startsWith('ftyp', 4);
}

function isCoarseJpeg(file: Uint8Array): boolean {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 2; at + 4 <= file.length; ) {
    const marker = file[at + 1]!;
    // Bytes between headers that belong to none are passed over.
    if (file[at] !== 0xff || marker === 0 || marker === 0xff) {
      at++;
      continue;
    }
    if (marker === PROGRESSIVE) return true;
    if (marker === SOS) return false;
    const end = Math.min(at + 2 + view.getUint16(at + 2), file.length);
    if (marker === DQT && luminanceSum(view, at + 4, end) > FINEST_COPY_SUM) return true;
    at = end;
  }
  return false;
}

/** Sum of table 0 among those of a segment; 0 where it has no such table. */
function luminanceSum(view: DataView, from: number, end: number): number {
  for (let at = from; at < end; ) {
    const bytes = view.getUint8(at) >> 4 ? 2 : 1;
    const first = at + 1;
    at = first + 64 * bytes;
    if (at > end) return 0;
    if (view.getUint8(first - 1) & 15) continue;
    let sum = 0;
    for (let place = first; place < at; place += bytes) sum += bytes === 2 ? view.getUint16(place) : view.getUint8(place);
    return sum;
  }
  return 0;
}
