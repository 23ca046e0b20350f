/** A part of a jpeg: a marker with what belongs to it, or (marker 0) the pixels' data between markers, restarts included. */
export interface JpegSegment {
  readonly marker: number;
  readonly bytes: Uint8Array;
  /** Position after it in the file. */
  readonly end: number;
}

const [SOI, EOI, SOS] = [0xd8, 0xd9, 0xda];

/** The pictures of a stream in order, each with the thumbnails in its headers; the last may be incomplete. */
export function jpegsIn(stream: Uint8Array): Uint8Array[] {
  const pictures: Uint8Array[] = [];
  for (let at = jpegFrom(stream, 0); at >= 0; at = jpegFrom(stream, at)) {
    // Pictures within its headers (thumbnails) are part of it.
    const end = Math.max(at + 3, [...segmentsFrom(stream, at)].at(-1)?.end ?? at);
    pictures.push(stream.subarray(at, end));
    at = end;
  }
  return pictures;
}

/** Position where the next jpeg begins; -1 where there is none. */
function jpegFrom(stream: Uint8Array, start: number): number {
  let at = stream.indexOf(0xff, start);
  while (at >= 0 && !(stream[at + 1] === SOI && stream[at + 2] === 0xff)) at = stream.indexOf(0xff, at + 1);
  return at;
}

/** The segments of a jpeg up to its end marker; bytes between headers that belong to none are skipped. */
export function* segmentsFrom(file: Uint8Array, start: number): Generator<JpegSegment> {
  let at = start;
  while (at + 1 < file.length) {
    const marker = file[at + 1]!;
    if (file[at] !== 0xff || marker === 0 || marker === 0xff) {
      at++;
      continue;
    }
    const isBare = marker === SOI || marker === EOI;
    const length = isBare ? 2 : 2 + (at + 4 <= file.length ? (file[at + 2]! << 8) | file[at + 3]! : 0);
    const end = Math.min(at + length, file.length);
    yield { marker, bytes: file.subarray(at, end), end };
    at = end;
    if (marker === EOI) return;
    if (marker !== SOS) continue;
    const dataTo = dataEnd(file, at);
    yield { marker: 0, bytes: file.subarray(at, dataTo), end: dataTo };
    at = dataTo;
  }
}

/** Position after the data of a scan, in which 0xff is followed by 0 or by a restart marker. */
function dataEnd(file: Uint8Array, start: number): number {
  for (let at = file.indexOf(0xff, start); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1]!;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return file.length;
}
